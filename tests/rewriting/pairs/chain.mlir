// Each round lets the next one begin: in the end nothing is left but the last.
module {
  util.global private @one : i32
  util.global private @two : i32
  util.global private @three : i32
  util.initializer {
    %v = util.unfoldable_constant 12 : i32
    util.global.store %v, @one : i32
    util.return
  }
  util.initializer {
    %v = util.global.load @one : i32
    util.global.store %v, @two : i32
    util.return
  }
  util.initializer {
    %v = util.global.load @two : i32
    util.global.store %v, @three : i32
    util.return
  }
  util.func public @get() -> i32 {
    %v = util.global.load immutable @three : i32
    util.return %v : i32
  }
}
// ===== after
// Each round lets the next one begin: in the end nothing is left but the last.
module {
  util.global private @one : i32
  util.initializer {
    %v = util.unfoldable_constant 12 : i32
    util.global.store %v, @one : i32
    util.return
  }
  util.initializer {
    util.return
  }
  util.initializer {
    util.return
  }
  util.func public @get() -> i32 {
    %v = util.global.load immutable @one : i32
    util.return %v : i32
  }
}
