// Immutable and live globals, and functions that run while the module is being set up.

// A helper that only the initializer calls stores it; the other global is stored from outside.
module {
  // expect-kept: @config
  // expect-kept: @level
  // expect-distinct: @look::%before @look::%after
  util.global private mutable @config : i32
  util.global private mutable @level : i32
  util.func private @configure(%v: i32) {
    util.global.store %v, @config : i32
    util.return
  }
  util.initializer {
    %five = arith.constant 5 : i32
    util.call @configure(%five) : (i32) -> ()
    util.return
  }
  util.func public @raise(%v: i32) {
    util.global.store %v, @level : i32
    util.return
  }
  util.func private @outside()
  util.func public @look() -> (i32, i32, i32) {
    // todo-merge: %early %late
    %early = util.global.load @config : i32
    %before = util.global.load @level : i32
    util.call @outside() : () -> ()
    %after = util.global.load @level : i32
    %late = util.global.load @config : i32
    util.return %early, %before, %after : i32, i32, i32
  }
}

// -----

// Stored once by an initializer: nothing that happens later changes it.
module {
  util.global private mutable @config : i32
  util.func private @outside()
  util.initializer {
    %five = arith.constant 5 : i32
    util.global.store %five, @config : i32
    util.return
  }
  util.func public @look() -> (i32, i32, i32) {
    // expect-merge: %early %late
    // expect-merge: %early %five
    // expect-merge: initializer#0::%five %late
    %five = arith.constant 5 : i32
    %early = util.global.load @config : i32
    util.call @outside() : () -> ()
    %late = util.global.load @config : i32
    util.return %early, %late, %five : i32, i32, i32
  }
}

// -----

// The initializer calls a function that looks before the store.
module {
  // expect-distinct: @peek::%p initializer#0::%five
  // expect-merge: @peek_later::%p initializer#0::%five
  util.global private mutable @config : i32
  util.global private mutable @seen : i32
  util.func private @peek() -> i32 {
    %p = util.global.load @config : i32
    util.return %p : i32
  }
  util.func public @peek_later() -> (i32, i32) {
    %p = util.global.load @config : i32
    %s = util.global.load @seen : i32
    util.return %p, %s : i32, i32
  }
  util.initializer {
    %five = arith.constant 5 : i32
    %p = util.call @peek() : () -> i32
    util.global.store %p, @seen : i32
    util.global.store %five, @config : i32
    util.return
  }
}

// -----

// The function looks by way of another one.
module {
  // expect-distinct: @peek::%p initializer#0::%five
  // expect-kept: @config
  // expect-kept: @copy
  util.global private mutable @config : i32
  util.global private mutable @copy : i32
  util.global private mutable @seen : i32
  util.func private @peek() -> i32 {
    %p = util.global.load @copy : i32
    util.return %p : i32
  }
  util.func private @ask() -> i32 {
    %p = util.call @peek() : () -> i32
    util.return %p : i32
  }
  util.initializer {
    %five = arith.constant 5 : i32
    util.global.store %five, @config : i32
    %p = util.call @ask() : () -> i32
    util.global.store %p, @seen : i32
    util.global.store %five, @copy : i32
    util.return
  }
  util.func public @get() -> (i32, i32, i32) {
    %a = util.global.load @config : i32
    %b = util.global.load @copy : i32
    %c = util.global.load @seen : i32
    util.return %a, %b, %c : i32, i32, i32
  }
}

// -----

// An earlier initializer looks: it finds the initial value.
module {
  // expect-distinct: initializer#0::%early initializer#1::%nine
  // expect-merge: initializer#2::%late initializer#1::%nine
  // expect-kept: @level
  // expect-kept: @early
  // expect-redundant: @late => @level
  util.global private mutable @level = 1 : i32
  util.global private mutable @early = 1 : i32
  util.global private mutable @late = 1 : i32
  util.initializer {
    %early = util.global.load @level : i32
    util.global.store %early, @early : i32
    util.return
  }
  util.initializer {
    %nine = arith.constant 9 : i32
    util.global.store %nine, @level : i32
    util.return
  }
  util.initializer {
    %late = util.global.load @level : i32
    util.global.store %late, @late : i32
    util.return
  }
  util.func public @get() -> (i32, i32, i32) {
    %a = util.global.load @level : i32
    %b = util.global.load @early : i32
    %c = util.global.load @late : i32
    util.return %a, %b, %c : i32, i32, i32
  }
}

// -----

// Of two equal globals the one that is looked at too early cannot give way.
module {
  // expect-kept: @second
  // expect-kept: @first
  // expect-distinct: initializer#1::%early initializer#2::%v
  util.global private mutable @first = 0 : i32
  util.global private mutable @second = 0 : i32
  util.global private mutable @trace = 0 : i32
  util.initializer {
    %v = arith.constant 4 : i32
    util.global.store %v, @first : i32
    util.return
  }
  util.initializer {
    %early = util.global.load @second : i32
    util.global.store %early, @trace : i32
    util.return
  }
  util.initializer {
    %v = arith.constant 4 : i32
    util.global.store %v, @second : i32
    util.return
  }
  util.func public @get() -> (i32, i32, i32) {
    %a = util.global.load @first : i32
    %b = util.global.load @second : i32
    %c = util.global.load @trace : i32
    util.return %a, %b, %c : i32, i32, i32
  }
}

// -----

// The other way round: the one that is looked at too early may stay for both.
module {
  // expect-redundant: @second => @first
  util.global private mutable @first = 0 : i32
  util.global private mutable @second = 0 : i32
  util.global private mutable @trace = 0 : i32
  util.initializer {
    %early = util.global.load @first : i32
    util.global.store %early, @trace : i32
    util.return
  }
  util.initializer {
    %v = arith.constant 4 : i32
    util.global.store %v, @first : i32
    util.return
  }
  util.initializer {
    %v = arith.constant 4 : i32
    util.global.store %v, @second : i32
    util.return
  }
  util.func public @get() -> (i32, i32, i32) {
    %a = util.global.load @first : i32
    %b = util.global.load @second : i32
    %c = util.global.load @trace : i32
    util.return %a, %b, %c : i32, i32, i32
  }
}

// -----

// An initializer that may not store: its store stands in a branch.
module {
  // expect-kept: @a
  // expect-kept: @b
  // expect-distinct: @get::%x @get::%y
  util.global private mutable @a : i32
  util.global private mutable @b : i32
  util.initializer {
    %c = util.unfoldable_constant true
    %v = arith.constant 3 : i32
    util.global.store %v, @a : i32
    scf.if %c {
      util.global.store %v, @b : i32
    }
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %x = util.global.load @a : i32
    %y = util.global.load @b : i32
    util.return %x, %y : i32, i32
  }
}

// -----

// The same among blocks.
module {
  // expect-kept: @a
  // expect-kept: @b
  // expect-distinct: @get::%x @get::%y
  util.global private mutable @a : i32
  util.global private mutable @b : i32
  util.initializer {
    %c = util.unfoldable_constant true
    %v = arith.constant 3 : i32
    util.global.store %v, @a : i32
    cf.cond_br %c, ^store, ^end
  ^store:
    util.global.store %v, @b : i32
    cf.br ^end
  ^end:
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %x = util.global.load @a : i32
    %y = util.global.load @b : i32
    util.return %x, %y : i32, i32
  }
}

// -----

// An initializer and a public function store.
module {
  // expect-kept: @a
  // expect-kept: @b
  // expect-distinct: @get::%x initializer#0::%v
  util.global private mutable @a : i32
  util.global private mutable @b : i32
  util.initializer {
    %v = arith.constant 3 : i32
    util.global.store %v, @a : i32
    util.global.store %v, @b : i32
    util.return
  }
  util.func public @set(%w: i32) {
    util.global.store %w, @a : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %x = util.global.load @a : i32
    %y = util.global.load @b : i32
    util.return %x, %y : i32, i32
  }
}

// -----

// An unknown op of the module may run the function before the initializer does its part.
module {
  // expect-distinct: @peek::%p initializer#0::%five
  // expect-merge: @peek_later::%p initializer#0::%five
  util.global private mutable @config : i32
  util.func private @peek() -> i32 {
    %p = util.global.load @config : i32
    util.return %p : i32
  }
  util.func public @peek_later() -> i32 {
    %p = util.global.load @config : i32
    util.return %p : i32
  }
  "z.run_first"() {function = @peek} : () -> ()
  util.initializer {
    %five = arith.constant 5 : i32
    util.global.store %five, @config : i32
    util.return
  }
}
