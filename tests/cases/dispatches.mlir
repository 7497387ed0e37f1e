// Dispatches: the same code on the same operands is the same result.

module {
  stream.executable private @kernels {
    stream.executable.export public @scale
    stream.executable.export public @shift
  }
  util.func public @run(%in: !stream.resource<*>, %other: !stream.resource<*>, %n: index, %m: index) -> (!stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>) {
    // expect-merge: %first %again
    // expect-distinct: %first %other_entry
    // expect-distinct: %first %other_workload
    // expect-distinct: %first %other_input
    %zero = arith.constant 0 : index
    %first = stream.async.dispatch @kernels::@scale[%n](%in[%zero to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
    %again = stream.async.dispatch @kernels::@scale[%n](%in[%zero to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
    %other_entry = stream.async.dispatch @kernels::@shift[%n](%in[%zero to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
    %other_workload = stream.async.dispatch @kernels::@scale[%m](%in[%zero to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
    %other_input = stream.async.dispatch @kernels::@scale[%n](%other[%zero to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
    util.return %first, %again, %other_entry, %other_workload, %other_input : !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>, !stream.resource<*>
  }
}

// -----

// Results of one dispatch are told apart by their number, results of equal ones are equal in pairs.
util.func public @pairs(%in: tensor<16xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // expect-merge: %p#0 %q#0
  // expect-merge: %p#1 %q#1
  // expect-distinct: %p#0 %p#1
  // expect-distinct: %p#0 %q#1
  %p:2 = flow.dispatch @kernels::@split(%in) : (tensor<16xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %q:2 = flow.dispatch @kernels::@split(%in) : (tensor<16xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  util.return %p#0, %p#1, %q#0, %q#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Which operand a result is tied to counts, also where both operands are alike in type.
util.func public @tied(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
  // expect-merge: %x %y
  // expect-distinct: %x %z
  %x = flow.dispatch @kernels::@join(%a, %b) : (tensor<8xi32>, tensor<8xi32>) -> %a
  %y = flow.dispatch @kernels::@join(%a, %b) : (tensor<8xi32>, tensor<8xi32>) -> %a
  %z = flow.dispatch @kernels::@join(%a, %b) : (tensor<8xi32>, tensor<8xi32>) -> %b
  util.return %x, %y, %z : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}

// -----

// Equality goes on through what is computed from equal results.
util.func public @onward(%in: tensor<16xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // expect-merge: %b %d
  // expect-distinct: %b %e
  %a = flow.dispatch @kernels::@first(%in) : (tensor<16xf32>) -> tensor<8xf32>
  %c = flow.dispatch @kernels::@first(%in) : (tensor<16xf32>) -> tensor<8xf32>
  %b = flow.dispatch @kernels::@second(%a, %in) : (tensor<8xf32>, tensor<16xf32>) -> tensor<4xf32>
  %d = flow.dispatch @kernels::@second(%c, %in) : (tensor<8xf32>, tensor<16xf32>) -> tensor<4xf32>
  %e = flow.dispatch @kernels::@second(%c, %in) {note = "x"} : (tensor<8xf32>, tensor<16xf32>) -> tensor<4xf32>
  util.return %b, %d, %e : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// A command that nobody has declared is never merged, however alike the two are.
func.func @unknown(%a: i32) -> (i32, i32) {
  // expect-distinct: %x %y
  %x = "z.compute"(%a) : (i32) -> i32
  %y = "z.compute"(%a) : (i32) -> i32
  return %x, %y : i32, i32
}
