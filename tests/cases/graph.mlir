// Regions without order: a use may stand before the definition.

module {
  // expect-merge: %late %later
  // expect-merge: %sum %mus
  // expect-distinct: %src0 %src1
  // expect-distinct: %sum %late
  %sum = arith.addi %late, %src0 : i16
  %mus = arith.addi %src0, %later : i16
  "z.keep"(%sum, %mus) : (i16, i16) -> ()
  %late = arith.ori %src0, %src1 : i16
  %later = arith.ori %src1, %src0 : i16
  %src0 = "z.src"() : () -> i16
  %src1 = "z.src"() : () -> i16
}

// -----

// Two values that are made from each other: nothing is known of them, and nothing hangs.
module {
  // expect-distinct: %egg %hen
  // expect-distinct: %egg %other_egg
  // expect-merge: %free %also_free
  %egg = arith.addi %hen, %one : i32
  %hen = arith.addi %egg, %one : i32
  %other_egg = arith.addi %other_egg, %one : i32
  %free = arith.muli %one, %one : i32
  %also_free = arith.muli %one, %one : i32
  "z.keep"(%egg, %hen, %other_egg, %free, %also_free) : (i32, i32, i32, i32, i32) -> ()
  %one = arith.constant 1 : i32
}

// -----

// The result of an op is equal to a value in its own region: it still cannot be used there.
module {
  // expect-merge: %r %in
  %a = "z.src"() : () -> i32
  %c = "z.src"() : () -> i1
  %r = scf.if %c -> (i32) {
    %in = arith.subi %a, %a : i32
    scf.yield %in : i32
  } else {
    %also = arith.subi %a, %a : i32
    scf.yield %also : i32
  }
  "z.keep"(%r) : (i32) -> ()
}

// -----

// An unknown op may mean that its region has no order, and nothing in it is merged across it.
module {
  %n = arith.constant 8 : index
  "z.graph"() ({
    // expect-distinct: %x %y
    %x = "z.node"(%y) : (index) -> index
    %y = "z.node"(%x) : (index) -> index
  }) : () -> ()
}
