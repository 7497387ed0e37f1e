// Globals that change: equal at every point where somebody may look, or not.

// Swapped.
module {
  // expect-kept: @ping
  // expect-kept: @pong
  // expect-distinct: @swap::%a @swap::%b
  // expect-distinct: @get::%a @get::%b
  util.global private mutable @ping = 10 : i32
  util.global private mutable @pong = 20 : i32
  util.func public @swap() {
    %a = util.global.load @ping : i32
    %b = util.global.load @pong : i32
    util.global.store %b, @ping : i32
    util.global.store %a, @pong : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @ping : i32
    %b = util.global.load @pong : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// Swapped, but equal at first: they always are. Whoever looks between the two stores sees one swapped only.
module {
  // todo-merge: @get::%a @get::%b
  util.global private mutable @ping = 10 : i32
  util.global private mutable @pong = 10 : i32
  util.func public @swap() {
    %a = util.global.load @ping : i32
    %b = util.global.load @pong : i32
    util.global.store %b, @ping : i32
    util.global.store %a, @pong : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @ping : i32
    %b = util.global.load @pong : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// A snapshot of another global keeps what that one held then.
module {
  // expect-kept: @live
  // expect-kept: @saved
  // expect-distinct: @get::%l @get::%s
  // expect-merge: @save::%l @save::%check
  util.global private mutable @live = 1 : i32
  util.global private mutable @saved = 77 : i32
  util.func public @set(%v: i32) {
    util.global.store %v, @live : i32
    util.return
  }
  util.func public @save() -> i32 {
    %l = util.global.load @live : i32
    util.global.store %l, @saved : i32
    %check = util.global.load @saved : i32
    util.return %check : i32
  }
  util.func public @get() -> (i32, i32) {
    %l = util.global.load @live : i32
    %s = util.global.load @saved : i32
    util.return %l, %s : i32, i32
  }
}

// -----

// The value before: `previous = current; current = v`.
module {
  // expect-kept: @previous
  // expect-kept: @current
  // expect-distinct: @advance::%p @advance::%v
  // expect-distinct: @get::%p @get::%c
  util.global private mutable @previous = 0 : i64
  util.global private mutable @current = 0 : i64
  util.func public @advance(%v: i64) -> i64 {
    %c = util.global.load @current : i64
    util.global.store %c, @previous : i64
    util.global.store %v, @current : i64
    %p = util.global.load @previous : i64
    util.return %p : i64
  }
  util.func public @get() -> (i64, i64) {
    %p = util.global.load @previous : i64
    %c = util.global.load @current : i64
    util.return %p, %c : i64, i64
  }
}

// -----

// A snapshot of a global that is only stored while the module is set up is that global.
module {
  // expect-redundant: @saved => @live
  // expect-merge: @get::%l @get::%s
  util.global private mutable @live : i32
  util.global private mutable @saved : i32
  util.initializer {
    %v = util.unfoldable_constant 12 : i32
    util.global.store %v, @live : i32
    util.return
  }
  util.initializer {
    %l = util.global.load @live : i32
    util.global.store %l, @saved : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %l = util.global.load @live : i32
    %s = util.global.load @saved : i32
    util.return %l, %s : i32, i32
  }
}

// -----

// Two values in opposite orders, with a look between.
module {
  // expect-kept: @up
  // expect-kept: @down
  // expect-distinct: @look::%a @look::%b
  util.global private mutable @up = 0 : i32
  util.global private mutable @down = 0 : i32
  util.func private @look() -> i32 {
    %a = util.global.load @up : i32
    %b = util.global.load @down : i32
    %d = arith.subi %b, %a : i32
    util.return %d : i32
  }
  util.func public @set(%v: i32, %w: i32) -> (i32, i32) {
    util.global.store %v, @up : i32
    util.global.store %w, @down : i32
    %half = util.call @look() : () -> i32
    util.global.store %w, @up : i32
    util.global.store %v, @down : i32
    %full = util.call @look() : () -> i32
    util.return %half, %full : i32, i32
  }
}

// -----

// The same values in the end, and nobody looks before.
module {
  // expect-redundant: @up => @down
  // expect-merge: @get::%a @get::%b
  util.global private mutable @up = 0 : i32
  util.global private mutable @down = 0 : i32
  util.func public @set(%v: i32, %w: i32) {
    util.global.store %v, @up : i32
    util.global.store %w, @down : i32
    util.global.store %w, @up : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @up : i32
    %b = util.global.load @down : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// In the end they differ.
module {
  // expect-kept: @up
  // expect-kept: @down
  util.global private mutable @up = 0 : i32
  util.global private mutable @down = 0 : i32
  util.func public @set(%v: i32, %w: i32) {
    util.global.store %w, @up : i32
    util.global.store %w, @down : i32
    util.global.store %v, @up : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @up : i32
    %b = util.global.load @down : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// In lockstep: in every function, in every block, before anybody looks.
module {
  // expect-redundant: @hand => @shadow
  // expect-merge: @move::%h @move::%s
  util.global private mutable @hand = 3 : i32
  util.global private mutable @shadow = 3 : i32
  util.func private @outside()
  util.func public @move(%v: i32, %c: i1) -> (i32, i32) {
    %h = util.global.load @hand : i32
    %s = util.global.load @shadow : i32
    %sum = arith.addi %h, %v : i32
    cf.cond_br %c, ^go, ^stay
  ^go:
    util.global.store %sum, @hand : i32
    util.global.store %sum, @shadow : i32
    util.call @outside() : () -> ()
    util.global.store %v, @shadow : i32
    util.global.store %v, @hand : i32
    cf.br ^stay
  ^stay:
    util.return %h, %s : i32, i32
  }
}

// -----

// A call between the two stores: whoever is called may look.
module {
  // expect-kept: @hand
  // expect-kept: @shadow
  util.global private mutable @hand = 3 : i32
  util.global private mutable @shadow = 3 : i32
  util.func private @outside()
  util.func public @move(%v: i32) {
    util.global.store %v, @hand : i32
    util.call @outside() : () -> ()
    util.global.store %v, @shadow : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %h = util.global.load @hand : i32
    %s = util.global.load @shadow : i32
    util.return %h, %s : i32, i32
  }
}

// -----

// A call of a function that looks at neither.
module {
  // expect-redundant: @hand => @shadow
  util.global private mutable @hand = 3 : i32
  util.global private mutable @shadow = 3 : i32
  util.func private @double(%x: i32) -> i32 {
    %d = arith.addi %x, %x : i32
    util.return %d : i32
  }
  util.func public @move(%v: i32) -> i32 {
    util.global.store %v, @hand : i32
    %d = util.call @double(%v) : (i32) -> i32
    util.global.store %v, @shadow : i32
    util.return %d : i32
  }
  util.func public @get() -> (i32, i32) {
    %h = util.global.load @hand : i32
    %s = util.global.load @shadow : i32
    util.return %h, %s : i32, i32
  }
}

// -----

// A look of one's own between the two stores.
module {
  // expect-kept: @hand
  // expect-kept: @shadow
  // expect-distinct: @move::%s @move::%v
  util.global private mutable @hand = 3 : i32
  util.global private mutable @shadow = 3 : i32
  util.func public @move(%v: i32) -> i32 {
    util.global.store %v, @hand : i32
    %s = util.global.load @shadow : i32
    util.global.store %v, @shadow : i32
    util.return %s : i32
  }
  util.func public @get() -> (i32, i32) {
    %h = util.global.load @hand : i32
    %s = util.global.load @shadow : i32
    util.return %h, %s : i32, i32
  }
}

// -----

// Stored in a branch, or always.
module {
  // expect-kept: @hand
  // expect-redundant: @left => @shadow
  // expect-redundant: @left => @right
  // expect-distinct: @get::%h @get::%s
  // expect-merge: @get::%l @get::%r
  util.global private mutable @hand = 3 : i32
  util.global private mutable @shadow = 3 : i32
  util.global private mutable @left = 3 : i32
  util.global private mutable @right = 3 : i32
  util.func public @maybe(%v: i32, %c: i1) {
    util.global.store %v, @hand : i32
    scf.if %c {
      util.global.store %v, @shadow : i32
      util.global.store %v, @left : i32
      util.global.store %v, @right : i32
    }
    util.return
  }
  util.func public @get() -> (i32, i32, i32, i32) {
    %h = util.global.load @hand : i32
    %s = util.global.load @shadow : i32
    %l = util.global.load @left : i32
    %r = util.global.load @right : i32
    util.return %h, %s, %l, %r : i32, i32, i32, i32
  }
}

// -----

// Stored in a loop, and loaded in the next round.
module {
  // expect-kept: @total
  // expect-kept: @last
  // expect-distinct: @run::%t @run::%l
  util.global private mutable @total = 0 : i32
  util.global private mutable @last = 0 : i32
  util.func public @run(%n: index, %v: i32) -> (i32, i32) {
    %lo = arith.constant 0 : index
    %step = arith.constant 1 : index
    scf.for %i = %lo to %n step %step {
      %t = util.global.load @total : i32
      %l = util.global.load @last : i32
      %s = arith.addi %t, %v : i32
      util.global.store %t, @last : i32
      util.global.store %s, @total : i32
    }
    %a = util.global.load @total : i32
    %b = util.global.load @last : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// In a loop, in lockstep.
module {
  // expect-redundant: @total => @sum
  // expect-merge: @run::%t @run::%l
  // expect-merge: @run::%a @run::%b
  // expect-distinct: @run::%a @run::%t
  util.global private mutable @total = 0 : i32
  util.global private mutable @sum = 0 : i32
  util.func public @run(%n: index, %v: i32) -> (i32, i32) {
    %lo = arith.constant 0 : index
    %step = arith.constant 1 : index
    scf.for %i = %lo to %n step %step {
      %t = util.global.load @total : i32
      %l = util.global.load @sum : i32
      %c = "z.ask"(%t, %l) : (i32, i32) -> i1
      scf.if %c {
        %w = arith.index_cast %i : index to i32
        util.global.store %w, @total : i32
        util.global.store %w, @sum : i32
      }
    }
    %a = util.global.load @total : i32
    %b = util.global.load @sum : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// Each is counted up from its own last value: equal, but only because they are equal.
module {
  // todo-merge: @get::%a @get::%b
  util.global private mutable @count = 0 : i32
  util.global private mutable @tally = 0 : i32
  util.func public @tick() {
    %one = arith.constant 1 : i32
    %c = util.global.load @count : i32
    %t = util.global.load @tally : i32
    %c1 = arith.addi %c, %one : i32
    %t1 = arith.addi %t, %one : i32
    util.global.store %c1, @count : i32
    util.global.store %t1, @tally : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @count : i32
    %b = util.global.load @tally : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// The one is counted up by one, the other by two.
module {
  // expect-kept: @count
  // expect-kept: @tally
  // expect-distinct: @get::%a @get::%b
  util.global private mutable @count = 0 : i32
  util.global private mutable @tally = 0 : i32
  util.func public @tick() {
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %c = util.global.load @count : i32
    %t = util.global.load @tally : i32
    %c1 = arith.addi %c, %one : i32
    %t1 = arith.addi %t, %two : i32
    util.global.store %c1, @count : i32
    util.global.store %t1, @tally : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @count : i32
    %b = util.global.load @tally : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// A function stores one of them, and so does whoever calls it.
module {
  // expect-kept: @hand
  // expect-kept: @shadow
  util.global private mutable @hand = 3 : i32
  util.global private mutable @shadow = 3 : i32
  util.func private @move_hand(%v: i32) {
    util.global.store %v, @hand : i32
    util.return
  }
  util.func public @move(%v: i32) {
    util.call @move_hand(%v) : (i32) -> ()
    util.global.store %v, @shadow : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %h = util.global.load @hand : i32
    %s = util.global.load @shadow : i32
    util.return %h, %s : i32, i32
  }
}

// -----

// Two loads across a loop that stores both.
module {
  util.global private mutable @cell = 0 : i32
  util.func public @around(%n: index, %v: i32) -> (i32, i32, i32) {
    // expect-distinct: %before %after
    // expect-distinct: %in %before
    // expect-merge: %after %again
    %lo = arith.constant 0 : index
    %step = arith.constant 1 : index
    %before = util.global.load @cell : i32
    scf.for %i = %lo to %n step %step {
      %in = util.global.load @cell : i32
      %s = arith.addi %in, %v : i32
      util.global.store %s, @cell : i32
    }
    %after = util.global.load @cell : i32
    %again = util.global.load @cell : i32
    util.return %before, %after, %again : i32, i32, i32
  }
  util.func public @around_reads(%n: index, %m: memref<?xi32>) -> (i32, i32) {
    // expect-merge: %before %after
    // expect-merge: %in %before
    %lo = arith.constant 0 : index
    %step = arith.constant 1 : index
    %before = util.global.load @cell : i32
    scf.for %i = %lo to %n step %step {
      %in = util.global.load @cell : i32
      memref.store %in, %m[%i] : memref<?xi32>
    }
    %after = util.global.load @cell : i32
    util.return %before, %after : i32, i32
  }
}
