// Globals made from globals.

// Each is the double of the one before, twice over.
module {
  // expect-redundant: @b1 => @a1
  // expect-redundant: @b2 => @a2
  // expect-redundant: @b3 => @a3
  // expect-kept: @a0
  // expect-merge: @get::%a @get::%b
  // expect-distinct: @get::%a @get::%c
  util.global private @a0 = 1 : i32
  util.global private @a1 : i32
  util.global private @b1 : i32
  util.global private @a2 : i32
  util.global private @b2 : i32
  util.global private @a3 : i32
  util.global private @b3 : i32
  util.initializer {
    %v = util.global.load @a0 : i32
    %w = arith.addi %v, %v : i32
    util.global.store %w, @a1 : i32
    util.return
  }
  util.initializer {
    %v = util.global.load @a0 : i32
    %w = arith.addi %v, %v : i32
    util.global.store %w, @b1 : i32
    util.return
  }
  util.initializer {
    %v = util.global.load @a1 : i32
    %w = arith.addi %v, %v : i32
    util.global.store %w, @a2 : i32
    util.return
  }
  util.initializer {
    %v = util.global.load @b1 : i32
    %w = arith.addi %v, %v : i32
    util.global.store %w, @b2 : i32
    util.return
  }
  util.initializer {
    %v = util.global.load @a2 : i32
    %w = arith.addi %v, %v : i32
    util.global.store %w, @a3 : i32
    util.return
  }
  util.initializer {
    %v = util.global.load @b2 : i32
    %w = arith.addi %v, %v : i32
    util.global.store %w, @b3 : i32
    util.return
  }
  util.func public @get() -> (i32, i32, i32) {
    %a = util.global.load immutable @a3 : i32
    %b = util.global.load immutable @b3 : i32
    %c = util.global.load immutable @a2 : i32
    util.return %a, %b, %c : i32, i32, i32
  }
}

// -----

// Copies of copies.
module {
  // expect-redundant: @second => @first
  // expect-redundant: @third => @first
  // expect-kept: @other
  util.global private @first : tensor<4xf32>
  util.global private @second : tensor<4xf32>
  util.global private @third : tensor<4xf32>
  util.global private @other : tensor<4xf32>
  util.initializer {
    %v = flow.dispatch @kernels::@make() : () -> tensor<4xf32>
    util.global.store %v, @first : tensor<4xf32>
    util.return
  }
  util.initializer {
    %v = util.global.load @first : tensor<4xf32>
    util.global.store %v, @second : tensor<4xf32>
    util.return
  }
  util.initializer {
    %v = util.global.load @second : tensor<4xf32>
    %w = flow.dispatch @kernels::@turn(%v) : (tensor<4xf32>) -> tensor<4xf32>
    util.global.store %v, @third : tensor<4xf32>
    util.global.store %w, @other : tensor<4xf32>
    util.return
  }
  util.func public @get() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    // expect-merge: %a %c
    // expect-distinct: %a %d
    %a = util.global.load immutable @first : tensor<4xf32>
    %b = util.global.load immutable @second : tensor<4xf32>
    %c = util.global.load immutable @third : tensor<4xf32>
    %d = util.global.load immutable @other : tensor<4xf32>
    util.return %a, %b, %c, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}

// -----

// Taken from the source before and after the source is stored.
module {
  // expect-kept: @early
  // expect-redundant: @late => @source
  // expect-distinct: @get::%a @get::%b
  util.global private mutable @source = 0 : i32
  util.global private mutable @early = 0 : i32
  util.global private mutable @late = 0 : i32
  util.initializer {
    %e = util.global.load @source : i32
    util.global.store %e, @early : i32
    %v = util.unfoldable_constant 3 : i32
    util.global.store %v, @source : i32
    %l = util.global.load @source : i32
    util.global.store %l, @late : i32
    util.return
  }
  util.func public @get() -> (i32, i32, i32) {
    %a = util.global.load @early : i32
    %b = util.global.load @late : i32
    %c = util.global.load @source : i32
    util.return %a, %b, %c : i32, i32, i32
  }
}

// -----

// Each initializer hands on to the next; in the end nothing but the last one is looked at.
module {
  // expect-kept: @last
  util.global private @first = 2 : i32
  util.global private @middle : i32
  util.global private @last : i32
  util.initializer {
    %v = util.global.load @first : i32
    %w = arith.muli %v, %v : i32
    util.global.store %w, @middle : i32
    util.return
  }
  util.initializer {
    %v = util.global.load @middle : i32
    %w = arith.muli %v, %v : i32
    util.global.store %w, @last : i32
    util.return
  }
  util.func public @get() -> i32 {
    %r = util.global.load immutable @last : i32
    util.return %r : i32
  }
}
