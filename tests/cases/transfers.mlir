// Transfers and encodes in initializers: what a value is moved to, and what becomes of it there.

module {
  // expect-merge: initializer#0::%left initializer#0::%right
  // expect-redundant: @east => @west
  // expect-merge: @use::%w @use::%e
  util.global private @west : !stream.resource<constant>
  util.global private @east : !stream.resource<constant>
  util.initializer {
    %bytes = arith.constant 256 : index
    %fill = arith.constant 3 : i32
    %raw = stream.async.splat %fill : i32 -> !stream.resource<*>{%bytes}
    %left = stream.async.transfer %raw : !stream.resource<*>{%bytes} -> !stream.resource<constant>{%bytes}
    %right = stream.async.transfer %raw : !stream.resource<*>{%bytes} -> !stream.resource<constant>{%bytes}
    util.global.store %left, @west : !stream.resource<constant>
    util.global.store %right, @east : !stream.resource<constant>
    util.return
  }
  util.func public @use() -> (!stream.resource<constant>, !stream.resource<constant>) {
    %w = util.global.load immutable @west : !stream.resource<constant>
    %e = util.global.load immutable @east : !stream.resource<constant>
    util.return %w, %e : !stream.resource<constant>, !stream.resource<constant>
  }
}

// -----

// Two splats are two sources: nothing says that this op has no effect.
module {
  // expect-distinct: initializer#0::%left initializer#0::%right
  // expect-kept: @west
  // expect-kept: @east
  util.global private @west : !stream.resource<constant>
  util.global private @east : !stream.resource<constant>
  util.initializer {
    %bytes = arith.constant 256 : index
    %fill = arith.constant 3 : i32
    %one = stream.async.splat %fill : i32 -> !stream.resource<*>{%bytes}
    %two = stream.async.splat %fill : i32 -> !stream.resource<*>{%bytes}
    %left = stream.async.transfer %one : !stream.resource<*>{%bytes} -> !stream.resource<constant>{%bytes}
    %right = stream.async.transfer %two : !stream.resource<*>{%bytes} -> !stream.resource<constant>{%bytes}
    util.global.store %left, @west : !stream.resource<constant>
    util.global.store %right, @east : !stream.resource<constant>
    util.return
  }
  util.func public @use() -> (!stream.resource<constant>, !stream.resource<constant>) {
    %w = util.global.load immutable @west : !stream.resource<constant>
    %e = util.global.load immutable @east : !stream.resource<constant>
    util.return %w, %e : !stream.resource<constant>, !stream.resource<constant>
  }
}

// -----

// The lifetime and the size that a transfer names are part of it.
util.func public @lifetimes(%raw: !stream.resource<*>, %n: index, %m: index) -> (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<variable>, !stream.resource<constant>) {
  // expect-merge: %kept %same
  // expect-distinct: %kept %other_lifetime
  // expect-distinct: %kept %other_size
  %kept = stream.async.transfer %raw : !stream.resource<*>{%n} -> !stream.resource<constant>{%n}
  %same = stream.async.transfer %raw : !stream.resource<*>{%n} -> !stream.resource<constant>{%n}
  %other_lifetime = stream.async.transfer %raw : !stream.resource<*>{%n} -> !stream.resource<variable>{%n}
  %other_size = stream.async.transfer %raw : !stream.resource<*>{%n} -> !stream.resource<constant>{%m}
  util.return %kept, %same, %other_lifetime, %other_size : !stream.resource<constant>, !stream.resource<constant>, !stream.resource<variable>, !stream.resource<constant>
}

// -----

// A weight that is moved in one initializer and encoded in the next one, for two users.
module {
  // expect-redundant: @packed_b => @packed_a
  // expect-kept: @plain
  // expect-merge: initializer#1::%enc_a initializer#1::%enc_b
  // expect-merge: initializer#1::%src_a initializer#0::%moved
  util.global private @plain : !stream.resource<constant>
  util.global private @packed_a : !stream.resource<constant>
  util.global private @packed_b : !stream.resource<constant>
  util.initializer {
    %n = arith.constant 4096 : index
    %read = stream.tensor.constant on(#hal.device.affinity<@here>) : tensor<32x32xf32> in !stream.resource<constant> = dense<1.5> : tensor<32x32xf32>
    %moved = stream.async.transfer %read : !stream.resource<constant>{%n} -> !stream.resource<constant>{%n}
    util.global.store %moved, @plain : !stream.resource<constant>
    util.return
  }
  util.initializer {
    %n = arith.constant 4096 : index
    %src_a = util.global.load @plain : !stream.resource<constant>
    %enc_a = stream.tensor.encode %src_a : tensor<32x32xf32> in !stream.resource<constant>{%n} -> tensor<32x32xf32> in !stream.resource<constant>{%n}
    util.global.store %enc_a, @packed_a : !stream.resource<constant>
    %src_b = util.global.load @plain : !stream.resource<constant>
    %enc_b = stream.tensor.encode %src_b : tensor<32x32xf32> in !stream.resource<constant>{%n} -> tensor<32x32xf32> in !stream.resource<constant>{%n}
    util.global.store %enc_b, @packed_b : !stream.resource<constant>
    util.return
  }
  util.func public @use() -> (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>) {
    %0 = util.global.load immutable @packed_a : !stream.resource<constant>
    %1 = util.global.load immutable @packed_b : !stream.resource<constant>
    %2 = util.global.load immutable @plain : !stream.resource<constant>
    util.return %0, %1, %2 : !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>
  }
}

// -----

// The same, but the encodings differ.
module {
  // expect-kept: @packed_a
  // expect-kept: @packed_b
  // expect-distinct: initializer#0::%enc_a initializer#0::%enc_b
  // expect-merge: initializer#0::%enc_b initializer#0::%enc_c
  // expect-redundant: @packed_c => @packed_b
  util.global private @packed_a : !stream.resource<constant>
  util.global private @packed_b : !stream.resource<constant>
  util.global private @packed_c : !stream.resource<constant>
  util.initializer {
    %n = arith.constant 4096 : index
    %src = stream.tensor.constant : tensor<32x32xf32> in !stream.resource<constant> = dense<1.5> : tensor<32x32xf32>
    %enc_a = stream.tensor.encode %src : tensor<32x32xf32> in !stream.resource<constant>{%n} -> tensor<32x32xf32, #iree_encoding.testing<layouts = [#iree_encoding.specialized<1>]>> in !stream.resource<constant>{%n}
    %enc_b = stream.tensor.encode %src : tensor<32x32xf32> in !stream.resource<constant>{%n} -> tensor<32x32xf32, #iree_encoding.testing<layouts = [#iree_encoding.specialized<2>]>> in !stream.resource<constant>{%n}
    %enc_c = stream.tensor.encode %src : tensor<32x32xf32> in !stream.resource<constant>{%n} -> tensor<32x32xf32, #iree_encoding.testing<layouts = [#iree_encoding.specialized<2>]>> in !stream.resource<constant>{%n}
    util.global.store %enc_a, @packed_a : !stream.resource<constant>
    util.global.store %enc_b, @packed_b : !stream.resource<constant>
    util.global.store %enc_c, @packed_c : !stream.resource<constant>
    util.return
  }
  util.func public @use() -> (!stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>) {
    %0 = util.global.load immutable @packed_a : !stream.resource<constant>
    %1 = util.global.load immutable @packed_b : !stream.resource<constant>
    %2 = util.global.load immutable @packed_c : !stream.resource<constant>
    util.return %0, %1, %2 : !stream.resource<constant>, !stream.resource<constant>, !stream.resource<constant>
  }
}

// -----

// One execution region delivers one value twice, and another one once.
util.func public @delivered_twice(%n: index, %v: i8) -> (!stream.resource<external>, !stream.resource<external>, !stream.resource<external>, !stream.timepoint) {
  // expect-merge: %out#0 %out#1
  // expect-distinct: %out#0 %out#2
  %out:3, %done = stream.async.execute with() -> (!stream.resource<external>{%n}, !stream.resource<external>{%n}, !stream.resource<external>{%n}) {
    %one = stream.async.splat %v : i8 -> !stream.resource<external>{%n}
    %two = stream.async.splat %v : i8 -> !stream.resource<external>{%n}
    stream.yield %one, %one, %two : !stream.resource<external>{%n}, !stream.resource<external>{%n}, !stream.resource<external>{%n}
  } => !stream.timepoint
  util.return %out#0, %out#1, %out#2, %done : !stream.resource<external>, !stream.resource<external>, !stream.resource<external>, !stream.timepoint
}
