// Globals that are stored together, all of them or only some.

// One function gives both the same, another one does not.
module {
  // expect-kept: @width
  // expect-kept: @height
  // expect-distinct: @area::%w @area::%h
  util.global private mutable @width : index
  util.global private mutable @height : index
  util.func public @resize_square(%side: index) {
    util.global.store %side, @width : index
    util.global.store %side, @height : index
    util.return
  }
  util.func public @resize(%w: index, %h: index) {
    util.global.store %w, @width : index
    util.global.store %h, @height : index
    util.return
  }
  util.func public @area() -> index {
    %w = util.global.load @width : index
    %h = util.global.load @height : index
    %a = arith.muli %w, %h : index
    util.return %a : index
  }
}

// -----

// Both functions give both the same.
module {
  // expect-redundant: @width => @height
  // expect-merge: @area::%w @area::%h
  util.global private mutable @width : index
  util.global private mutable @height : index
  util.func public @resize_square(%side: index) {
    util.global.store %side, @width : index
    util.global.store %side, @height : index
    util.return
  }
  util.func public @resize_double(%side: index) {
    %two = arith.constant 2 : index
    %w = arith.muli %side, %two : index
    %h = arith.muli %two, %side : index
    util.global.store %h, @height : index
    util.global.store %w, @width : index
    util.return
  }
  util.func public @area() -> index {
    %w = util.global.load @width : index
    %h = util.global.load @height : index
    %a = arith.muli %w, %h : index
    util.return %a : index
  }
}

// -----

// Of three, two go along with each other.
module {
  // expect-redundant: @lo => @low
  // expect-kept: @high
  // expect-merge: @read::%0 @read::%1
  // expect-distinct: @read::%0 @read::%2
  util.global private mutable @lo : i64
  util.global private mutable @high : i64
  util.global private mutable @low : i64
  util.func public @reset(%v: i64) {
    util.global.store %v, @lo : i64
    util.global.store %v, @high : i64
    util.global.store %v, @low : i64
    util.return
  }
  util.func public @widen(%v: i64, %w: i64) {
    util.global.store %v, @low : i64
    util.global.store %w, @high : i64
    util.global.store %v, @lo : i64
    util.return
  }
  util.func public @read() -> (i64, i64, i64) {
    %0 = util.global.load @lo : i64
    %1 = util.global.load @low : i64
    %2 = util.global.load @high : i64
    util.return %0, %1, %2 : i64, i64, i64
  }
}

// -----

// One of the stores is on one path only.
module {
  // expect-kept: @x
  // expect-kept: @y
  util.global private mutable @x : i32
  util.global private mutable @y : i32
  util.func public @set(%v: i32, %c: i1) {
    util.global.store %v, @x : i32
    cf.cond_br %c, ^also, ^end
  ^also:
    util.global.store %v, @y : i32
    cf.br ^end
  ^end:
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @x : i32
    %b = util.global.load @y : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// Both stores are on the same path.
module {
  // expect-redundant: @x => @y
  util.global private mutable @x : i32
  util.global private mutable @y : i32
  util.func public @set(%v: i32, %c: i1) {
    cf.cond_br %c, ^both, ^end
  ^both:
    util.global.store %v, @x : i32
    util.global.store %v, @y : i32
    cf.br ^end
  ^end:
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @x : i32
    %b = util.global.load @y : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// A store that is not reached before an assertion fails: the call ends, and the next one sees the difference.
module {
  // expect-kept: @x
  // expect-kept: @y
  // expect-distinct: @get::%a @get::%b
  util.global private mutable @x : i32
  util.global private mutable @y : i32
  util.func public @set(%v: i32, %c: i1) {
    util.global.store %v, @x : i32
    cf.assert %c, "refused"
    util.global.store %v, @y : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @x : i32
    %b = util.global.load @y : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// The same, with the assertion in a function that is called.
module {
  // expect-kept: @x
  // expect-kept: @y
  util.global private mutable @x : i32
  util.global private mutable @y : i32
  util.func private @require(%c: i1) {
    cf.assert %c, "refused"
    util.return
  }
  util.func public @set(%v: i32, %c: i1) {
    util.global.store %v, @x : i32
    util.call @require(%c) : (i1) -> ()
    util.global.store %v, @y : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @x : i32
    %b = util.global.load @y : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// An assertion before or after both stores does no harm.
module {
  // expect-redundant: @x => @y
  util.global private mutable @x : i32
  util.global private mutable @y : i32
  util.func public @set(%v: i32, %c: i1, %d: i1) {
    cf.assert %c, "refused"
    util.global.store %v, @x : i32
    util.global.store %v, @y : i32
    cf.assert %d, "refused late"
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @x : i32
    %b = util.global.load @y : i32
    util.return %a, %b : i32, i32
  }
}
