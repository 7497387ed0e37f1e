util.global private mutable @cell = 0 : i32
util.func private @outside()
util.func public @f(%v: i32) -> (i32, i32, i32) {
  util.global.store %v, @cell : i32
  %x = util.global.load @cell : i32
  util.call @outside() : () -> ()
  %y = util.global.load @cell : i32
  %z = util.global.load @cell : i32
  util.return %x, %y, %z : i32, i32, i32
}
// ===== after
util.global private mutable @cell = 0 : i32
util.func private @outside()
util.func public @f(%v: i32) -> (i32, i32, i32) {
  util.global.store %v, @cell : i32
  util.call @outside() : () -> ()
  %y = util.global.load @cell : i32
  util.return %v, %y, %y : i32, i32, i32
}
