// Operands: their order, the flags of the op, and operations that change nothing.

func.func @order(%a: i64, %b: i64, %x: f64, %y: f64) -> (i64, i64, i64, i64, f64, f64, f64, f64, i64, i64) {
  // expect-merge: %sum %sum_swapped
  // expect-merge: %xor %xor_swapped
  // expect-merge: %product %product_swapped
  // expect-distinct: %difference %difference_swapped
  // expect-distinct: %sum %xor
  // expect-distinct: %shift %shift_swapped
  %sum = arith.addi %a, %b : i64
  %sum_swapped = arith.addi %b, %a : i64
  %xor = arith.xori %a, %b : i64
  %xor_swapped = arith.xori %b, %a : i64
  %product = arith.mulf %x, %y : f64
  %product_swapped = arith.mulf %y, %x : f64
  %difference = arith.subf %x, %y : f64
  %difference_swapped = arith.subf %y, %x : f64
  %shift = arith.shli %a, %b : i64
  %shift_swapped = arith.shli %b, %a : i64
  return %sum, %sum_swapped, %xor, %xor_swapped, %product, %product_swapped, %difference, %difference_swapped, %shift, %shift_swapped : i64, i64, i64, i64, f64, f64, f64, f64, i64, i64
}

// -----

// Swapped down to the operands of operands, but sums are not regrouped.
func.func @nested(%a: i32, %b: i32, %c: i32) -> (i32, i32, i32) {
  // expect-merge: %left %right
  // expect-distinct: %left %regrouped
  %ab = arith.addi %a, %b : i32
  %ba = arith.addi %b, %a : i32
  %bc = arith.addi %b, %c : i32
  %left = arith.muli %ab, %c : i32
  %right = arith.muli %c, %ba : i32
  %regrouped = arith.muli %a, %bc : i32
  return %left, %right, %regrouped : i32, i32, i32
}

// -----

// Comparisons: the predicate is part of the op, and its operands have an order.
func.func @comparisons(%a: i32, %b: i32) -> (i1, i1, i1, i1) {
  // expect-merge: %less %less_again
  // expect-distinct: %less %greater
  // expect-distinct: %less %swapped
  %less = arith.cmpi slt, %a, %b : i32
  %less_again = arith.cmpi slt, %a, %b : i32
  %greater = arith.cmpi sgt, %a, %b : i32
  %swapped = arith.cmpi slt, %b, %a : i32
  return %less, %less_again, %greater, %swapped : i1, i1, i1, i1
}

// -----

// A result that may be undefined does not stand for one that is not.
func.func @flags(%a: i32, %b: i32, %x: f32, %y: f32) -> (i32, i32, i32, i32, f32, f32, f32) {
  // expect-distinct: %checked %plain
  // expect-distinct: %checked %other_check
  // expect-merge: %checked %checked_swapped
  // expect-distinct: %no_nan %any
  // expect-merge: %no_nan %no_nan_again
  %checked = arith.addi %a, %b overflow<nsw> : i32
  %plain = arith.addi %a, %b : i32
  %other_check = arith.addi %a, %b overflow<nuw> : i32
  %checked_swapped = arith.addi %b, %a overflow<nsw> : i32
  %no_nan = arith.mulf %x, %y fastmath<nnan> : f32
  %any = arith.mulf %x, %y : f32
  %no_nan_again = arith.mulf %x, %y fastmath<nnan> : f32
  return %checked, %plain, %other_check, %checked_swapped, %no_nan, %any, %no_nan_again : i32, i32, i32, i32, f32, f32, f32
}

// -----

// Adding -0.0 changes nothing, adding 0.0 makes -0.0 to 0.0.
func.func @zeros(%x: f32, %v: f32) -> (f32, f32, f32, f32, i1, i1) {
  // expect-merge: %x %same
  // expect-merge: %x %same_swapped
  // expect-distinct: %x %other
  // expect-distinct: %same %other
  // expect-distinct: %x %flagged
  // expect-distinct: %equal %true
  %plus = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %true = arith.constant true
  %same = arith.addf %x, %minus : f32
  %same_swapped = arith.addf %minus, %x : f32
  %other = arith.addf %x, %plus : f32
  %flagged = arith.addf %x, %minus fastmath<nnan> : f32
  %equal = arith.cmpf oeq, %x, %x : f32
  return %same, %same_swapped, %other, %flagged, %equal, %true : f32, f32, f32, f32, i1, i1
}

// -----

// Division and remainder: merged like everything else, never moved.
func.func @division(%n: index, %a: i32, %b: i32) -> i32 {
  // expect-merge: %q %q_again
  // expect-merge: %q %q_in
  // expect-distinct: %q %r
  // expect-distinct: %q %u
  // expect-distinct: %r %ru
  // expect-distinct: %q %q_swapped
  %lo = arith.constant 0 : index
  %step = arith.constant 1 : index
  %q = arith.divsi %a, %b : i32
  %q_again = arith.divsi %a, %b : i32
  %q_swapped = arith.divsi %b, %a : i32
  %r = arith.remsi %a, %b : i32
  %ru = arith.remui %a, %b : i32
  %u = arith.divui %a, %b : i32
  scf.for %i = %lo to %n step %step {
    %q_in = arith.divsi %a, %b : i32
    "z.use"(%q, %q_again, %q_in, %q_swapped, %r, %ru, %u) : (i32, i32, i32, i32, i32, i32, i32) -> ()
  }
  return %q : i32
}

// -----

// Attributes are part of the op; locations are not.
func.func @attributes(%a: i32, %t: tensor<4x4xf32>) -> (i32, i32, i32, tensor<2x4xf32>, tensor<2x4xf32>) {
  // expect-merge: %x %y
  // expect-distinct: %x %z
  // expect-distinct: %s %u
  %x = arith.addi %a, %a : i32 loc("one.py":1:1)
  %y = arith.addi %a, %a : i32 loc("two.py":2:2)
  %z = arith.addi %a, %a {mark = 1 : i32} : i32
  %s = tensor.extract_slice %t[0, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %u = tensor.extract_slice %t[2, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  return %x, %y, %z, %s, %u : i32, i32, i32, tensor<2x4xf32>, tensor<2x4xf32>
}

// -----

// Custom and generic form of one op on the same operands may, but need not be found equal; two generic forms are.
func.func @generic(%a: i32, %b: i32) -> (i32, i32, i32) {
  // expect-merge: %x %y
  // todo-merge: %x %z
  %x = "arith.muli"(%a, %b) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  %y = "arith.muli"(%b, %a) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
  %z = arith.muli %a, %b : i32
  return %x, %y, %z : i32, i32, i32
}

// -----

// An explanation starts where two computations part.
func.func @parting(%x: i32, %y: i32, %z: i32) -> (i32, i32, i32) {
  // expect-merge: %b %d
  // expect-distinct: %d %g because operands-differ
  %a = arith.subi %x, %y : i32 loc("m.py":10:1)
  %c = arith.subi %x, %y : i32 loc("m.py":20:1)
  %b = arith.muli %a, %y : i32 loc("m.py":11:1)
  %d = arith.muli %c, %y : i32 loc("m.py":21:1)
  %g = arith.muli %c, %z : i32 loc("m.py":31:1)
  return %b, %d, %g : i32, i32, i32
}
