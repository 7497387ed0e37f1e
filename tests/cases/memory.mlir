// Memory behind buffers: reads, writes, and where buffers come from.

// A read in a block that the first one dominates.
func.func @dominated(%m: memref<?xf32>, %i: index, %c: i1, %v: f32) -> (f32, f32, f32) {
  // expect-merge: %0 %1
  // expect-merge: %0 %2
  %0 = memref.load %m[%i] : memref<?xf32>
  cf.cond_br %c, ^left, ^end
^left:
  %1 = memref.load %m[%i] : memref<?xf32>
  "z.pure_looking"() : () -> ()
  return %0, %1, %v : f32, f32, f32
^end:
  %2 = memref.load %m[%i] : memref<?xf32>
  return %0, %2, %v : f32, f32, f32
}

// -----

// A write on one of the paths between.
func.func @written_on_a_path(%m: memref<?xf32>, %i: index, %c: i1, %v: f32) -> (f32, f32, f32) {
  // expect-distinct: %0 %1
  // expect-merge: %1 %2
  %0 = memref.load %m[%i] : memref<?xf32>
  cf.cond_br %c, ^left, ^end
^left:
  memref.store %v, %m[%i] : memref<?xf32>
  cf.br ^end
^end:
  %1 = memref.load %m[%i] : memref<?xf32>
  %2 = memref.load %m[%i] : memref<?xf32>
  return %0, %1, %2 : f32, f32, f32
}

// -----

// A loop among blocks that writes: its header sees what the last round left.
func.func @written_in_a_loop(%m: memref<?xi32>, %i: index, %v: i32, %n: i32) -> (i32, i32) {
  // expect-distinct: %0 %1
  // expect-distinct: %0 %2
  // expect-distinct: %1 %in
  %one = arith.constant 1 : i32
  %0 = memref.load %m[%i] : memref<?xi32>
  cf.br ^head(%one : i32)
^head(%k: i32):
  %1 = memref.load %m[%i] : memref<?xi32>
  %go = arith.cmpi slt, %k, %n : i32
  cf.cond_br %go, ^body, ^end
^body:
  %k1 = arith.addi %k, %one : i32
  memref.store %k1, %m[%i] : memref<?xi32>
  %in = memref.load %m[%i] : memref<?xi32>
  cf.br ^head(%k1 : i32)
^end:
  %2 = memref.load %m[%i] : memref<?xi32>
  return %0, %2 : i32, i32
}

// -----

// A loop that only reads.
func.func @read_in_a_loop(%m: memref<?xi32>, %i: index, %n: index) -> (i32, i32, i32) {
  // expect-merge: %0 %1
  // expect-merge: %0 %2
  // expect-distinct: %0 %r
  %lo = arith.constant 0 : index
  %step = arith.constant 1 : index
  %0 = memref.load %m[%i] : memref<?xi32>
  %r = scf.for %k = %lo to %n step %step iter_args(%acc = %0) -> (i32) {
    %1 = memref.load %m[%i] : memref<?xi32>
    %s = arith.addi %acc, %1 : i32
    scf.yield %s : i32
  }
  %2 = memref.load %m[%i] : memref<?xi32>
  return %0, %2, %r : i32, i32, i32
}

// -----

// Reads in the arms of a branch, with and without a write before.
func.func @in_arms(%c: i1, %m: memref<?xi64>, %i: index, %j: index, %v: i64) -> (i64, i64, i64) {
  // expect-merge: %0 %1
  // expect-merge: %r %0
  // expect-distinct: %0 %3
  // expect-distinct: %s %0
  // expect-distinct: %0 %other
  %0 = memref.load %m[%i] : memref<?xi64>
  %other = memref.load %m[%j] : memref<?xi64>
  %r = scf.if %c -> (i64) {
    %1 = memref.load %m[%i] : memref<?xi64>
    scf.yield %1 : i64
  } else {
    scf.yield %0 : i64
  }
  %s = scf.if %c -> (i64) {
    memref.store %v, %m[%j] : memref<?xi64>
    %3 = memref.load %m[%i] : memref<?xi64>
    scf.yield %3 : i64
  } else {
    scf.yield %0 : i64
  }
  return %other, %r, %s : i64, i64, i64
}

// -----

// Behind the branch that may have written.
func.func @behind_arms(%c: i1, %m: memref<?xi64>, %i: index, %v: i64) -> (i64, i64) {
  // expect-distinct: %0 %1
  %0 = memref.load %m[%i] : memref<?xi64>
  scf.if %c {
    memref.store %v, %m[%i] : memref<?xi64>
  }
  %1 = memref.load %m[%i] : memref<?xi64>
  return %0, %1 : i64, i64
}

// -----

// Every allocation is a buffer of its own; an empty tensor is just a value.
func.func @allocations(%x: f32, %y: f32) -> (f32, f32, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>) {
  // expect-distinct: %a %b
  // expect-distinct: %p %q
  // expect-distinct: %on_stack %on_stack_too
  // expect-merge: %e %f
  // expect-distinct: %e %g
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %a = memref.alloc() : memref<1xf32>
  %b = memref.alloc() : memref<1xf32>
  %on_stack = memref.alloca() : memref<1xf32>
  %on_stack_too = memref.alloca() : memref<1xf32>
  memref.store %x, %a[%zero] : memref<1xf32>
  memref.store %y, %b[%zero] : memref<1xf32>
  memref.store %x, %on_stack[%zero] : memref<1xf32>
  memref.store %y, %on_stack_too[%zero] : memref<1xf32>
  %p = memref.load %a[%zero] : memref<1xf32>
  %q = memref.load %b[%zero] : memref<1xf32>
  memref.dealloc %a : memref<1xf32>
  memref.dealloc %b : memref<1xf32>
  %e = tensor.empty(%three) : tensor<2x?xf32>
  %f = tensor.empty(%three) : tensor<2x?xf32>
  %g = tensor.empty(%zero) : tensor<2x?xf32>
  return %p, %q, %e, %f, %g : f32, f32, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>
}

// -----

// Structured ops on buffers write them; on tensors they are values.
!buffer = memref<8xf32>
func.func @structured(%m: !buffer, %src: !buffer, %v: f32, %i: index, %t: tensor<8xf32>) -> (f32, f32, f32, f32, tensor<8xf32>, tensor<8xf32>) {
  // expect-distinct: %0 %1
  // expect-distinct: %1 %2
  // expect-merge: %2 %3
  // expect-merge: %x %y
  %0 = memref.load %m[%i] : !buffer
  linalg.fill ins(%v : f32) outs(%m : !buffer)
  %1 = memref.load %m[%i] : !buffer
  memref.copy %src, %m : !buffer to !buffer
  %2 = memref.load %m[%i] : !buffer
  %x = linalg.fill ins(%v : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %3 = memref.load %m[%i] : memref<8xf32>
  %y = linalg.fill ins(%v : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1, %2, %3, %x, %y : f32, f32, f32, f32, tensor<8xf32>, tensor<8xf32>
}

// -----

// A body that is given a buffer writes it.
#map = affine_map<(d0) -> (d0)>
func.func @generic_body(%m: memref<8xf32>, %src: memref<8xf32>, %i: index) -> (f32, f32) {
  // expect-distinct: %0 %1
  %0 = memref.load %m[%i] : memref<8xf32>
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%src : memref<8xf32>) outs(%m : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  }
  %1 = memref.load %m[%i] : memref<8xf32>
  return %0, %1 : f32, f32
}

// -----

// Several names for one buffer.
func.func private @stir(memref<?xf32>)
func.func @views(%m: memref<16xf32>, %v: f32, %i: index) -> (f32, f32, f32, f32, f32) {
  // expect-merge: %w %w_again
  // expect-merge: %part %part_again
  // expect-distinct: %0 %1
  // expect-distinct: %1 %2
  // expect-distinct: %2 %3
  // expect-distinct: %p %q
  %w = memref.cast %m : memref<16xf32> to memref<?xf32>
  %w_again = memref.cast %m : memref<16xf32> to memref<?xf32>
  %part = memref.subview %m[4] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 4>>
  %part_again = memref.subview %m[4] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 4>>
  %0 = memref.load %m[%i] : memref<16xf32>
  memref.store %v, %w[%i] : memref<?xf32>
  %1 = memref.load %m[%i] : memref<16xf32>
  func.call @stir(%w_again) : (memref<?xf32>) -> ()
  %2 = memref.load %m[%i] : memref<16xf32>
  %p = memref.load %part[%i] : memref<8xf32, strided<[1], offset: 4>>
  linalg.fill ins(%v : f32) outs(%part_again : memref<8xf32, strided<[1], offset: 4>>)
  %3 = memref.load %m[%i] : memref<16xf32>
  %q = memref.load %part[%i] : memref<8xf32, strided<[1], offset: 4>>
  return %0, %1, %2, %p, %q : f32, f32, f32, f32, f32
}

// -----

// Calls: of a function that only reads, of one that writes, of one that computes.
func.func private @first(%m: memref<?xf32>) -> f32 {
  %zero = arith.constant 0 : index
  %r = memref.load %m[%zero] : memref<?xf32>
  return %r : f32
}
func.func private @reset(%m: memref<?xf32>, %v: f32) {
  %zero = arith.constant 0 : index
  memref.store %v, %m[%zero] : memref<?xf32>
  return
}
func.func @calls(%m: memref<?xf32>, %v: f32, %i: index) -> (f32, f32, f32, f32, f32) {
  // expect-merge: %a %b
  // expect-distinct: %b %c
  // expect-merge: %0 %1
  // expect-distinct: %1 %2
  %0 = memref.load %m[%i] : memref<?xf32>
  %a = func.call @first(%m) : (memref<?xf32>) -> f32
  %1 = memref.load %m[%i] : memref<?xf32>
  %b = func.call @first(%m) : (memref<?xf32>) -> f32
  func.call @reset(%m, %v) : (memref<?xf32>, f32) -> ()
  %c = func.call @first(%m) : (memref<?xf32>) -> f32
  %2 = memref.load %m[%i] : memref<?xf32>
  return %a, %b, %c, %1, %2 : f32, f32, f32, f32, f32
}

// -----

// Loops over one buffer in two names, as a fusion would see them.
func.func private @stir(memref<?xf32>)
func.func @two_loops(%in: memref<8xf32>, %mid: memref<8xf32>, %out: memref<8xf32>) {
  // expect-distinct: %x %y
  affine.for %i = 0 to 8 {
    %x = affine.load %in[%i] : memref<8xf32>
    affine.store %x, %mid[%i] : memref<8xf32>
  }
  %w = memref.cast %mid : memref<8xf32> to memref<?xf32>
  func.call @stir(%w) : (memref<?xf32>) -> ()
  affine.for %i = 0 to 8 {
    %y = affine.load %mid[%i] : memref<8xf32>
    affine.store %y, %out[%i] : memref<8xf32>
  }
  return
}
