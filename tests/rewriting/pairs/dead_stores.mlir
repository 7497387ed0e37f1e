// Overwritten before anybody looks; looked at before it is overwritten; stored again; stored as it was.
util.global private mutable @cell = 0 : i32
util.func private @outside()
util.func public @overwritten(%v: i32, %w: i32) {
  util.global.store %v, @cell : i32
  util.global.store %w, @cell : i32
  util.return
}
util.func public @seen(%v: i32, %w: i32) {
  util.global.store %v, @cell : i32
  util.call @outside() : () -> ()
  util.global.store %w, @cell : i32
  util.return
}
util.func public @asserted(%v: i32, %w: i32, %c: i1) {
  util.global.store %v, @cell : i32
  cf.assert %c, "not allowed"
  util.global.store %w, @cell : i32
  util.return
}
util.func public @same_value(%v: i32) {
  util.global.store %v, @cell : i32
  util.global.store %v, @cell : i32
  util.return
}
util.func public @as_it_was() -> i32 {
  %x = util.global.load @cell : i32
  util.global.store %x, @cell : i32
  util.return %x : i32
}
util.func public @in_a_branch(%v: i32, %w: i32, %c: i1) {
  util.global.store %v, @cell : i32
  scf.if %c {
    util.global.store %w, @cell : i32
  }
  util.return
}
util.func public @on_both_ways(%v: i32, %w: i32, %c: i1) {
  scf.if %c {
    util.global.store %v, @cell : i32
    util.global.store %w, @cell : i32
    scf.yield
  } else {
    util.global.store %v, @cell : i32
    scf.yield
  }
  util.return
}
util.func public @there_and_back(%v: i32) {
  %x = util.global.load @cell : i32
  util.global.store %v, @cell : i32
  util.global.store %x, @cell : i32
  util.return
}
// ===== after
// Overwritten before anybody looks; looked at before it is overwritten; stored again; stored as it was.
util.global private mutable @cell = 0 : i32
util.func private @outside()
util.func public @overwritten(%v: i32, %w: i32) {
  util.global.store %w, @cell : i32
  util.return
}
util.func public @seen(%v: i32, %w: i32) {
  util.global.store %v, @cell : i32
  util.call @outside() : () -> ()
  util.global.store %w, @cell : i32
  util.return
}
util.func public @asserted(%v: i32, %w: i32, %c: i1) {
  util.global.store %v, @cell : i32
  cf.assert %c, "not allowed"
  util.global.store %w, @cell : i32
  util.return
}
util.func public @same_value(%v: i32) {
  util.global.store %v, @cell : i32
  util.return
}
util.func public @as_it_was() -> i32 {
  %x = util.global.load @cell : i32
  util.return %x : i32
}
util.func public @in_a_branch(%v: i32, %w: i32, %c: i1) {
  util.global.store %v, @cell : i32
  scf.if %c {
    util.global.store %w, @cell : i32
  }
  util.return
}
util.func public @on_both_ways(%v: i32, %w: i32, %c: i1) {
  scf.if %c {
    util.global.store %w, @cell : i32
    scf.yield
  } else {
    util.global.store %v, @cell : i32
    scf.yield
  }
  util.return
}
util.func public @there_and_back(%v: i32) {
  util.return
}
