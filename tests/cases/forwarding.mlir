// From a store to a load: what may come between.

// Straight down.
module {
  util.global private mutable @cell : i32
  util.func public @straight(%v: i32, %w: i32) -> (i32, i32, i32) {
    // expect-merge: %r %v
    // expect-merge: %s %v
    // expect-merge: %t %w
    // expect-distinct: %r %t
    util.global.store %v, @cell : i32
    %r = util.global.load @cell : i32
    %s = util.global.load @cell : i32
    util.global.store %w, @cell : i32
    %t = util.global.load @cell : i32
    util.return %r, %s, %t : i32, i32, i32
  }
}

// -----

// A loop that stores, one that only loads, one that stores something else.
module {
  util.global private mutable @sum = 0 : i32
  util.global private mutable @other = 0 : i32
  util.func public @stores(%n: index, %v: i32) -> i32 {
    // expect-distinct: %r %v
    // expect-distinct: %t %v
    // expect-distinct: %r %t
    %lo = arith.constant 0 : index
    %step = arith.constant 1 : index
    util.global.store %v, @sum : i32
    scf.for %i = %lo to %n step %step {
      %t = util.global.load @sum : i32
      %d = arith.muli %t, %t : i32
      util.global.store %d, @sum : i32
    }
    %r = util.global.load @sum : i32
    util.return %r : i32
  }
  util.func public @loads(%n: index, %v: i32) -> i32 {
    // expect-merge: %r %v
    // expect-merge: %t %v
    %lo = arith.constant 0 : index
    %step = arith.constant 1 : index
    util.global.store %v, @sum : i32
    scf.for %i = %lo to %n step %step {
      %t = util.global.load @sum : i32
      util.global.store %t, @other : i32
    }
    %r = util.global.load @sum : i32
    util.return %r : i32
  }
  util.func public @stores_other(%n: index, %v: i32, %w: i32) -> (i32, i32) {
    // expect-merge: %r %v
    // expect-distinct: %o %w
    // expect-distinct: %o %v
    %lo = arith.constant 0 : index
    %step = arith.constant 1 : index
    util.global.store %v, @sum : i32
    scf.for %i = %lo to %n step %step {
      util.global.store %w, @other : i32
    }
    %r = util.global.load @sum : i32
    %o = util.global.load @other : i32
    util.return %r, %o : i32, i32
  }
  util.func public @first_round(%n: index, %v: i32, %w: i32) -> i32 {
    // expect-distinct: %t %v
    // expect-distinct: %t %w
    // expect-merge: %u %w
    %lo = arith.constant 0 : index
    %step = arith.constant 1 : index
    util.global.store %v, @sum : i32
    %r = scf.for %i = %lo to %n step %step iter_args(%acc = %v) -> (i32) {
      %t = util.global.load @sum : i32
      util.global.store %w, @sum : i32
      %u = util.global.load @sum : i32
      %s = arith.addi %t, %u : i32
      scf.yield %s : i32
    }
    util.return %r : i32
  }
}

// -----

// Branches.
module {
  util.global private mutable @cell = 0 : i32
  util.func public @one_arm(%c: i1, %v: i32, %w: i32) -> (i32, i32) {
    // expect-merge: %in %v
    // expect-merge: %after %w
    // expect-distinct: %r %v
    // expect-distinct: %r %w
    util.global.store %v, @cell : i32
    %x = scf.if %c -> (i32) {
      %in = util.global.load @cell : i32
      util.global.store %w, @cell : i32
      %after = util.global.load @cell : i32
      %s = arith.addi %in, %after : i32
      scf.yield %s : i32
    } else {
      scf.yield %w : i32
    }
    %r = util.global.load @cell : i32
    util.return %r, %x : i32, i32
  }
  util.func public @no_arm(%c: i1, %v: i32) -> (i32, i32) {
    // expect-merge: %r %v
    // expect-merge: %x %v
    util.global.store %v, @cell : i32
    %x = scf.if %c -> (i32) {
      %in = util.global.load @cell : i32
      scf.yield %in : i32
    } else {
      scf.yield %v : i32
    }
    %r = util.global.load @cell : i32
    util.return %r, %x : i32, i32
  }
  util.func public @both_arms(%c: i1, %v: i32, %w: i32) -> i32 {
    // todo-merge: %r %w
    // expect-distinct: %r %v
    util.global.store %v, @cell : i32
    scf.if %c {
      util.global.store %w, @cell : i32
    } else {
      util.global.store %w, @cell : i32
    }
    %r = util.global.load @cell : i32
    util.return %r : i32
  }
  util.func public @blocks_agree(%c: i1, %v: i32, %w: i32) -> i32 {
    // expect-merge: %r %w
    // expect-distinct: %r %v
    util.global.store %v, @cell : i32
    cf.cond_br %c, ^left, ^right
  ^left:
    util.global.store %w, @cell : i32
    cf.br ^end
  ^right:
    util.global.store %w, @cell : i32
    cf.br ^end
  ^end:
    %r = util.global.load @cell : i32
    util.return %r : i32
  }
  util.func public @blocks_differ(%c: i1, %v: i32, %w: i32) -> (i32, i32) {
    // expect-merge: %r %passed
    // expect-distinct: %r %v
    // expect-distinct: %r %w
    // expect-distinct: %r %crossed
    util.global.store %v, @cell : i32
    cf.cond_br %c, ^left, ^end(%v, %w : i32, i32)
  ^left:
    util.global.store %w, @cell : i32
    cf.br ^end(%w, %v : i32, i32)
  ^end(%passed: i32, %crossed: i32):
    %r = util.global.load @cell : i32
    util.return %r, %crossed : i32, i32
  }
}

// -----

// Calls: outside the module, of a function without effects, of one that writes, of one that reads.
module {
  util.global private mutable @cell = 0 : i32
  util.global private mutable @other = 0 : i32
  util.func private @outside()
  util.func private @square(%x: i32) -> i32 {
    %s = arith.muli %x, %x : i32
    util.return %s : i32
  }
  util.func private @clear() {
    %zero = arith.constant 0 : i32
    util.global.store %zero, @cell : i32
    util.return
  }
  util.func private @clear_other() {
    %zero = arith.constant 0 : i32
    util.global.store %zero, @other : i32
    util.return
  }
  util.func private @peek() -> i32 {
    %p = util.global.load @cell : i32
    util.return %p : i32
  }
  util.func private @indirectly() {
    util.call @clear() : () -> ()
    util.return
  }
  util.func public @across_outside(%v: i32) -> i32 {
    // expect-distinct: %r %v
    util.global.store %v, @cell : i32
    util.call @outside() : () -> ()
    %r = util.global.load @cell : i32
    util.return %r : i32
  }
  util.func public @across_pure(%v: i32) -> (i32, i32, i32) {
    // expect-merge: %r %v
    // expect-merge: %s %t
    // expect-distinct: %s %r
    util.global.store %v, @cell : i32
    %s = util.call @square(%v) : (i32) -> i32
    %r = util.global.load @cell : i32
    %t = util.call @square(%r) : (i32) -> i32
    util.return %r, %s, %t : i32, i32, i32
  }
  util.func public @across_writer(%v: i32) -> i32 {
    // expect-distinct: %r %v
    util.global.store %v, @cell : i32
    util.call @clear() : () -> ()
    %r = util.global.load @cell : i32
    util.return %r : i32
  }
  util.func public @across_writer_twice_removed(%v: i32) -> i32 {
    // expect-distinct: %r %v
    util.global.store %v, @cell : i32
    util.call @indirectly() : () -> ()
    %r = util.global.load @cell : i32
    util.return %r : i32
  }
  util.func public @across_writer_of_other(%v: i32) -> (i32, i32) {
    // todo-merge: %r %v
    // expect-distinct: %o %r
    util.global.store %v, @cell : i32
    util.call @clear_other() : () -> ()
    %r = util.global.load @cell : i32
    %o = util.global.load @other : i32
    util.return %r, %o : i32, i32
  }
  util.func public @across_reader(%v: i32) -> (i32, i32) {
    // expect-merge: %r %v
    // todo-merge: %p %v
    util.global.store %v, @cell : i32
    %p = util.call @peek() : () -> i32
    %r = util.global.load @cell : i32
    util.return %r, %p : i32, i32
  }
}

// -----

// Ops that nobody has declared, with and without regions.
module {
  util.global private mutable @cell = 0 : i32
  util.func public @across_unknown(%v: i32) -> i32 {
    // expect-distinct: %r %v
    util.global.store %v, @cell : i32
    "z.step"() : () -> ()
    %r = util.global.load @cell : i32
    util.return %r : i32
  }
  util.func public @in_unknown(%v: i32, %n: index) -> i32 {
    // expect-distinct: %in %v
    // expect-distinct: %r %v
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    util.global.store %v, @cell : i32
    scf.parallel (%i) = (%zero) to (%n) step (%one) {
      %in = util.global.load @cell : i32
      "z.use"(%in) : (i32) -> ()
    }
    %r = util.global.load @cell : i32
    util.return %r : i32
  }
  util.func public @behind_arith(%v: i32) -> i32 {
    // expect-merge: %r %v
    util.global.store %v, @cell : i32
    %d = arith.addi %v, %v : i32
    %r = util.global.load @cell : i32
    util.return %r : i32
  }
}

// -----

// A while loop may run its regions in any number of rounds.
module {
  util.global private mutable @count = 0 : i32
  util.func public @until(%limit: i32, %v: i32) -> i32 {
    // expect-distinct: %now %v
    // expect-distinct: %r %v
    // expect-distinct: %r %now
    %one = arith.constant 1 : i32
    util.global.store %v, @count : i32
    scf.while : () -> () {
      %now = util.global.load @count : i32
      %go = arith.cmpi slt, %now, %limit : i32
      scf.condition(%go)
    } do {
      %then = util.global.load @count : i32
      %next = arith.addi %then, %one : i32
      util.global.store %next, @count : i32
      scf.yield
    }
    %r = util.global.load @count : i32
    util.return %r : i32
  }
}

// -----

// A region that runs once, where it stands.
module {
  util.global private mutable @cell = 0 : i32
  util.func public @in_place(%v: i32, %w: i32) -> (i32, i32) {
    // expect-merge: %in %v
    // expect-distinct: %r %v
    util.global.store %v, @cell : i32
    %x = scf.execute_region -> i32 {
      %in = util.global.load @cell : i32
      util.global.store %w, @cell : i32
      scf.yield %in : i32
    }
    %r = util.global.load @cell : i32
    util.return %r, %x : i32, i32
  }
}
