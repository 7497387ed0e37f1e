// Ops with regions: what they hold and what they take from outside.

#map = affine_map<(d0) -> (d0)>
func.func @captures(%t: tensor<6xf32>, %up: f32, %down: f32) -> (tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) {
  // expect-merge: %a %c
  // expect-distinct: %a %b
  // expect-distinct: %a %d
  %init = tensor.empty() : tensor<6xf32>
  %a = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%t : tensor<6xf32>) outs(%init : tensor<6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.mulf %in, %up : f32
    linalg.yield %m : f32
  } -> tensor<6xf32>
  %b = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%t : tensor<6xf32>) outs(%init : tensor<6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.mulf %in, %down : f32
    linalg.yield %m : f32
  } -> tensor<6xf32>
  %c = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%t : tensor<6xf32>) outs(%init : tensor<6xf32>) {
  ^entry(%x: f32, %unused: f32):
    %y = arith.mulf %x, %up : f32
    linalg.yield %y : f32
  } -> tensor<6xf32>
  %d = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%t : tensor<6xf32>) outs(%init : tensor<6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.mulf %out, %up : f32
    linalg.yield %m : f32
  } -> tensor<6xf32>
  return %a, %b, %c, %d : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----

// The order of captures is the order of use, not of definition; swapped captures are other captures.
func.func @capture_order(%c: i1, %p: i32, %q: i32) -> (i32, i32, i32, i32) {
  // expect-merge: %a %c2
  // expect-distinct: %a %b
  // expect-distinct: %a %other_condition
  %not = "z.src"() : () -> i1
  %a = scf.if %c -> (i32) {
    %s = arith.subi %p, %q : i32
    scf.yield %s : i32
  } else {
    scf.yield %p : i32
  }
  %b = scf.if %c -> (i32) {
    %s = arith.subi %q, %p : i32
    scf.yield %s : i32
  } else {
    scf.yield %q : i32
  }
  %c2 = scf.if %c -> (i32) {
    %s = arith.subi %p, %q : i32
    scf.yield %s : i32
  } else {
    scf.yield %p : i32
  }
  %other_condition = scf.if %not -> (i32) {
    %s = arith.subi %p, %q : i32
    scf.yield %s : i32
  } else {
    scf.yield %p : i32
  }
  return %a, %b, %c2, %other_condition : i32, i32, i32, i32
}

// -----

// A captured value may be another one of equal number.
func.func @equal_captures(%c: i1, %p: i32, %q: i32) -> (i32, i32) {
  // expect-merge: %a %b
  %x = arith.addi %p, %q : i32
  %y = arith.addi %q, %p : i32
  %a = scf.if %c -> (i32) {
    %s = arith.muli %x, %x : i32
    scf.yield %s : i32
  } else {
    scf.yield %p : i32
  }
  %b = scf.if %c -> (i32) {
    %s = arith.muli %y, %y : i32
    scf.yield %s : i32
  } else {
    scf.yield %p : i32
  }
  return %a, %b : i32, i32
}

// -----

// Arms swapped are not the same op.
func.func @swapped_arms(%c: i1, %p: i32, %q: i32) -> (i32, i32, i32) {
  // expect-distinct: %a %b
  // expect-merge: %a %d
  %a = scf.if %c -> (i32) {
    scf.yield %p : i32
  } else {
    scf.yield %q : i32
  }
  %b = scf.if %c -> (i32) {
    scf.yield %q : i32
  } else {
    scf.yield %p : i32
  }
  %d = scf.if %c -> (i32) {
    scf.yield %p : i32
  } else {
    scf.yield %q : i32
  }
  return %a, %b, %d : i32, i32, i32
}

// -----

// One value passed twice.
func.func @yields(%c: i1, %p: i32, %q: i32) -> (i32, i32, i32, i32) {
  // expect-merge: %r#0 %r#1
  // expect-distinct: %r#0 %r#2
  // expect-distinct: %r#0 %p
  // expect-merge: %r#3 %p
  %r:4 = scf.if %c -> (i32, i32, i32, i32) {
    scf.yield %p, %p, %q, %p : i32, i32, i32, i32
  } else {
    scf.yield %q, %q, %p, %p : i32, i32, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3 : i32, i32, i32, i32
}

// -----

// The same among ops with effects in their regions.
func.func @yields_with_effects(%c: i1, %p: i32, %q: i32) -> (i32, i32, i32, i32) {
  // expect-merge: %r#0 %r#1
  // expect-distinct: %r#0 %r#2
  // expect-distinct: %r#0 %s
  %r:3 = scf.if %c -> (i32, i32, i32) {
    %a = "z.src"() : () -> i32
    scf.yield %a, %a, %p : i32, i32, i32
  } else {
    scf.yield %q, %q, %p : i32, i32, i32
  }
  %s = scf.if %c -> (i32) {
    %a = "z.src"() : () -> i32
    scf.yield %a : i32
  } else {
    scf.yield %q : i32
  }
  return %r#0, %r#1, %r#2, %s : i32, i32, i32, i32
}

// -----

// A value inside a region is equal to one outside; two regions do not see each other's values.
func.func @inside_and_outside(%c: i1, %p: i32) -> (i32, i32) {
  // expect-merge: %out %in
  // expect-merge: %left %right
  %out = arith.addi %p, %p : i32
  %r = scf.if %c -> (i32) {
    %in = arith.addi %p, %p : i32
    %left = arith.muli %in, %p : i32
    scf.yield %left : i32
  } else {
    %right = arith.muli %out, %p : i32
    scf.yield %right : i32
  }
  return %out, %r : i32, i32
}

// -----

// Values of different rounds of a loop.
func.func @rounds(%n: index, %p: i32) -> i32 {
  // expect-merge: %a %b
  // expect-distinct: %acc %a
  // expect-distinct: %r %a
  // expect-distinct: %r %p
  %lo = arith.constant 0 : index
  %step = arith.constant 1 : index
  %r = scf.for %i = %lo to %n step %step iter_args(%acc = %p) -> (i32) {
    %a = arith.addi %acc, %p : i32
    %b = arith.addi %p, %acc : i32
    %m = arith.muli %a, %b : i32
    scf.yield %m : i32
  }
  return %r : i32
}
