module {
  util.global private mutable @hand = 3 : i32
  util.global private mutable @"second hand" = 3 : i32
  util.global private mutable @never_read : i32
  util.func public @move(%v: i32) -> i32 {
    %old = util.global.load @"second hand" : i32
    %other = util.global.load @hand : i32
    "z.tick"() : () -> ()
    util.global.store %v, @hand : i32
    util.global.store %v, @"second hand" : i32
    util.global.store %old, @never_read : i32
    %sum = arith.addi %old, %other : i32
    util.return %sum : i32
  }
}
// ===== after
module {
  util.global private mutable @hand = 3 : i32
  util.func public @move(%v: i32) -> i32 {
    %old = util.global.load @hand : i32
    "z.tick"() : () -> ()
    util.global.store %v, @hand : i32
    %sum = arith.addi %old, %old : i32
    util.return %sum : i32
  }
}
