// What else is known, or not, of two globals that hold the same.

// Whose address is taken.
module {
  // expect-kept: @taken
  // expect-kept: @plain
  // expect-redundant: @copy => @plain
  util.global private @taken = 5 : i32
  util.global private @plain = 5 : i32
  util.global private @copy = 5 : i32
  util.func public @get() -> (!util.ptr<i32>, i32, i32, i32) {
    // expect-merge: %b %c
    // expect-distinct: %a %b
    %p = util.global.address immutable @taken : !util.ptr<i32>
    %a = util.global.load immutable @taken : i32
    %b = util.global.load immutable @plain : i32
    %c = util.global.load immutable @copy : i32
    util.return %p, %a, %b, %c : !util.ptr<i32>, i32, i32, i32
  }
}

// -----

// Stored by way of an address: every load behind it may see it.
module {
  util.global private mutable @direct = 5 : i32
  util.global private mutable @taken = 5 : i32
  util.func public @poke(%v: i32, %w: i32) -> (i32, i32, i32) {
    // expect-distinct: %r %v
    // expect-distinct: %t %v
    // expect-distinct: %t %w
    %p = util.global.address @taken : !util.ptr<i32>
    util.global.store %v, @taken : i32
    util.global.store.indirect %w, %p : i32 -> !util.ptr<i32>
    %r = util.global.load @taken : i32
    %t = util.global.load @direct : i32
    util.return %r, %t, %v : i32, i32, i32
  }
}

// -----

// Public ones are seen from elsewhere.
module {
  // expect-kept: @shown
  // expect-kept: @shown_too
  // expect-kept: @never_used
  // expect-redundant: @hidden
  util.global public @shown = dense<[1, 1, 2]> : tensor<3xi32>
  util.global public @shown_too = dense<[1, 1, 2]> : tensor<3xi32>
  util.global @never_used = 4 : i32
  util.global private @hidden = 4 : i32
  util.func public @get() -> (tensor<3xi32>, tensor<3xi32>) {
    // todo-merge: %a %b
    %a = util.global.load immutable @shown : tensor<3xi32>
    %b = util.global.load immutable @shown_too : tensor<3xi32>
    util.return %a, %b : tensor<3xi32>, tensor<3xi32>
  }
}

// -----

// A public one that may be stored from elsewhere between two functions, but not between two loads.
module {
  util.global public mutable @shared = 4 : i32
  util.func private @outside()
  util.func public @get(%v: i32) -> (i32, i32, i32, i32) {
    // expect-merge: %a %b
    // expect-distinct: %b %c
    // expect-merge: %d %v
    %a = util.global.load @shared : i32
    %b = util.global.load @shared : i32
    util.call @outside() : () -> ()
    %c = util.global.load @shared : i32
    util.global.store %v, @shared : i32
    %d = util.global.load @shared : i32
    util.return %a, %b, %c, %d : i32, i32, i32, i32
  }
}

// -----

// A private one and a public one: the public one is stored elsewhere, too.
module {
  // expect-kept: @mine
  // expect-kept: @shared
  util.global private mutable @mine = 4 : i32
  util.global public mutable @shared = 4 : i32
  util.func public @set(%v: i32) {
    util.global.store %v, @mine : i32
    util.global.store %v, @shared : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    // expect-distinct: %a %b
    %a = util.global.load @mine : i32
    %b = util.global.load @shared : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// Other types, other attributes, other initial values.
module {
  // expect-kept: @number
  // expect-kept: @wide
  // expect-kept: @other
  // expect-kept: @marked
  // expect-kept: @unset
  // expect-redundant: @again => @number
  util.global private @number = 6 : i32
  util.global private @wide = 6 : i64
  util.global private @other = 7 : i32
  util.global private @marked {z.mark} = 6 : i32
  util.global private @unset : i32
  util.global private @again = 6 : i32
  util.func public @get() -> (i32, i64, i32, i32, i32, i32) {
    // expect-merge: %a %f
    // expect-distinct: %a %b
    // expect-distinct: %a %c
    // expect-distinct: %a %d
    // expect-distinct: %a %e
    %a = util.global.load immutable @number : i32
    %b = util.global.load immutable @wide : i64
    %c = util.global.load immutable @other : i32
    %d = util.global.load immutable @marked : i32
    %e = util.global.load immutable @unset : i32
    %f = util.global.load immutable @again : i32
    util.return %a, %b, %c, %d, %e, %f : i32, i64, i32, i32, i32, i32
  }
}

// -----

// Stored alike, but different before the first store.
module {
  // expect-kept: @cold
  // expect-kept: @warm
  // expect-redundant: @mild => @warm
  util.global private mutable @cold = 0 : i32
  util.global private mutable @warm = 20 : i32
  util.global private mutable @mild = 20 : i32
  util.func public @set(%v: i32) {
    util.global.store %v, @cold : i32
    util.global.store %v, @warm : i32
    util.global.store %v, @mild : i32
    util.return
  }
  util.func public @get() -> (i32, i32, i32) {
    // expect-distinct: %a %b
    // expect-merge: %b %c
    %a = util.global.load @cold : i32
    %b = util.global.load @warm : i32
    %c = util.global.load @mild : i32
    util.return %a, %b, %c : i32, i32, i32
  }
}

// -----

// Different before the store, but nobody looks before it.
module {
  // expect-redundant: @warm
  // expect-merge: @get::%a @get::%b
  util.global private mutable @cold = 0 : i32
  util.global private mutable @warm = 20 : i32
  util.initializer {
    %v = util.unfoldable_constant 8 : i32
    util.global.store %v, @cold : i32
    util.global.store %v, @warm : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @cold : i32
    %b = util.global.load @warm : i32
    util.return %a, %b : i32, i32
  }
}

// -----

// Never loaded, and loaded by something that is never needed.
module {
  // expect-redundant: @written
  // expect-redundant: @hardly_read
  // expect-kept: @read
  util.global private mutable @written : i32
  util.global private mutable @hardly_read : i32
  util.global private mutable @read : i32
  util.func public @set(%v: i32) {
    %unused = util.global.load @hardly_read : i32
    util.global.store %v, @written : i32
    util.global.store %v, @hardly_read : i32
    util.return
  }
  util.func public @get() -> i32 {
    %r = util.global.load @read : i32
    util.return %r : i32
  }
}

// -----

// The one that stays is not loaded yet: it is, as soon as it stands for the other one.
module {
  // expect-redundant: @loaded => @first
  // expect-kept: @first
  // expect-distinct: @get::%r @get::%other
  util.global private @first = dense<[3, 4]> : tensor<2xi32>
  util.global private @loaded = dense<[3, 4]> : tensor<2xi32>
  util.func public @get() -> (tensor<2xi32>, tensor<2xi32>) {
    %r = util.global.load immutable @loaded : tensor<2xi32>
    %other = arith.constant dense<[3, 5]> : tensor<2xi32>
    util.return %r, %other : tensor<2xi32>, tensor<2xi32>
  }
}

// -----

// The same for globals that change.
module {
  // expect-redundant: @loaded => @first
  // expect-kept: @first
  util.global private mutable @first = 0 : i32
  util.global private mutable @loaded = 0 : i32
  util.func public @set(%v: i32) {
    util.global.store %v, @first : i32
    util.global.store %v, @loaded : i32
    util.return
  }
  util.func public @get() -> i32 {
    %r = util.global.load @loaded : i32
    util.return %r : i32
  }
}

// -----

// Buffers: each definition with contents makes one of its own, and what is written to one is not in the other.
module {
  // expect-kept: @red
  // expect-kept: @blue
  // expect-distinct: @poke::%p @poke::%q
  // expect-distinct: @poke::%r @poke::%x
  util.global private mutable @red = #util.byte_pattern<1> : !util.buffer
  util.global private mutable @blue = #util.byte_pattern<1> : !util.buffer
  util.func public @set(%v: !util.buffer) {
    util.global.store %v, @red : !util.buffer
    util.global.store %v, @blue : !util.buffer
    util.return
  }
  util.func public @poke(%n: index, %at: index, %x: i8) -> i8 {
    %one = arith.constant 1 : index
    %p = util.global.load @red : !util.buffer
    %q = util.global.load @blue : !util.buffer
    util.buffer.store %x, %p[%at for %one] : i8 -> !util.buffer{%n}
    %r = util.buffer.load %q[%at for %one] : !util.buffer{%n} -> i8
    util.return %r : i8
  }
}

// -----

// The same, never stored.
module {
  // expect-kept: @red
  // expect-kept: @blue
  // expect-distinct: @get::%p @get::%q
  util.global private @red = #util.byte_pattern<1> : !util.buffer
  util.global private @blue = #util.byte_pattern<1> : !util.buffer
  util.func public @get() -> (!util.buffer, !util.buffer) {
    %p = util.global.load immutable @red : !util.buffer
    %q = util.global.load immutable @blue : !util.buffer
    util.return %p, %q : !util.buffer, !util.buffer
  }
}

// -----

// Both hold the buffer that one initializer made.
module {
  // expect-redundant: @red => @blue
  // expect-merge: @get::%p @get::%q
  util.global private @red : !util.buffer
  util.global private @blue : !util.buffer
  util.initializer {
    %size = arith.constant 64 : index
    %made = util.buffer.alloc uninitialized : !util.buffer{%size}
    util.global.store %made, @red : !util.buffer
    util.global.store %made, @blue : !util.buffer
    util.return
  }
  util.func public @get() -> (!util.buffer, !util.buffer) {
    %p = util.global.load immutable @red : !util.buffer
    %q = util.global.load immutable @blue : !util.buffer
    util.return %p, %q : !util.buffer, !util.buffer
  }
}

// -----

// Each holds one of its own.
module {
  // expect-kept: @red
  // expect-kept: @blue
  // expect-distinct: @get::%p @get::%q
  util.global private @red : !util.buffer
  util.global private @blue : !util.buffer
  util.initializer {
    %size = arith.constant 64 : index
    %made = util.buffer.alloc uninitialized : !util.buffer{%size}
    %also = util.buffer.alloc uninitialized : !util.buffer{%size}
    util.global.store %made, @red : !util.buffer
    util.global.store %also, @blue : !util.buffer
    util.return
  }
  util.func public @get() -> (!util.buffer, !util.buffer) {
    %p = util.global.load immutable @red : !util.buffer
    %q = util.global.load immutable @blue : !util.buffer
    util.return %p, %q : !util.buffer, !util.buffer
  }
}
