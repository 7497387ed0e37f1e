// Values that go around loops, and code that is never reached.

// Congruent counters: same start, same step; another start; another step.
func.func @counters(%n: i64, %s: i64) -> (i64, i64, i64, i64) {
  // expect-merge: %i %j
  // expect-merge: %i1 %j1
  // expect-distinct: %i %k
  // expect-distinct: %i %l
  // expect-distinct: %k %l
  // expect-distinct: %i %i1
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %zero = arith.constant 0 : i64
  cf.br ^head(%zero, %zero, %s, %zero : i64, i64, i64, i64)
^head(%i: i64, %j: i64, %k: i64, %l: i64):
  %i1 = arith.addi %i, %one : i64
  %j1 = arith.addi %one, %j : i64
  %k1 = arith.addi %k, %one : i64
  %l1 = arith.addi %l, %two : i64
  %go = arith.cmpi slt, %i1, %n : i64
  cf.cond_br %go, ^head(%i1, %j1, %k1, %l1 : i64, i64, i64, i64), ^end
^end:
  return %i, %j, %k, %l : i64, i64, i64, i64
}

// -----

// Two pairs of equal start: each is congruent in itself.
func.func @two_pairs(%n: i64) -> (i64, i64, i64, i64) {
  // expect-merge: %i %j
  // todo-merge: %k %l
  // expect-distinct: %i %k
  // expect-distinct: %j %l
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %zero = arith.constant 0 : i64
  cf.br ^head(%zero, %zero, %zero, %zero : i64, i64, i64, i64)
^head(%i: i64, %j: i64, %k: i64, %l: i64):
  %i1 = arith.addi %i, %one : i64
  %j1 = arith.addi %j, %one : i64
  %k1 = arith.addi %k, %two : i64
  %l1 = arith.addi %l, %two : i64
  %go = arith.cmpi slt, %i1, %n : i64
  cf.cond_br %go, ^head(%i1, %j1, %k1, %l1 : i64, i64, i64, i64), ^end
^end:
  return %i, %j, %k, %l : i64, i64, i64, i64
}

// -----

// Swapped on the way back: equal as long as they start equal.
func.func @swapped(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  // expect-distinct: %x %y
  // expect-distinct: %x %a
  cf.br ^head(%a, %b : i32, i32)
^head(%x: i32, %y: i32):
  %go = "z.more"() : () -> i1
  cf.cond_br %go, ^head(%y, %x : i32, i32), ^end
^end:
  return %x, %y : i32, i32
}
func.func @swapped_equals(%c: i1, %a: i32) -> (i32, i32) {
  // expect-merge: %x %y
  cf.br ^head(%a, %a : i32, i32)
^head(%x: i32, %y: i32):
  %go = "z.more"() : () -> i1
  cf.cond_br %go, ^head(%y, %x : i32, i32), ^end
^end:
  return %x, %y : i32, i32
}

// -----

// Mutually dependent: each is made from the other.
func.func @mutual(%n: i32, %s: i32) -> (i32, i32, i32) {
  // expect-merge: %x %y
  // expect-distinct: %x %z
  %one = arith.constant 1 : i32
  cf.br ^head(%s, %s, %s : i32, i32, i32)
^head(%x: i32, %y: i32, %z: i32):
  %x1 = arith.muli %y, %n : i32
  %y1 = arith.muli %x, %n : i32
  %z1 = arith.muli %z, %one : i32
  %go = arith.cmpi slt, %x1, %n : i32
  cf.cond_br %go, ^head(%x1, %y1, %z1 : i32, i32, i32), ^end
^end:
  return %x, %y, %z : i32, i32, i32
}

// -----

// The one is what the other was a round ago.
func.func @lagging(%n: i32) -> (i32, i32) {
  // expect-distinct: %now %before
  // expect-distinct: %before %next
  // expect-distinct: %now %next
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  cf.br ^head(%zero, %zero : i32, i32)
^head(%now: i32, %before: i32):
  %next = arith.addi %now, %one : i32
  %go = arith.cmpi slt, %next, %n : i32
  cf.cond_br %go, ^head(%next, %now : i32, i32), ^end
^end:
  return %now, %before : i32, i32
}

// -----

// Equal for some rounds, then no more.
func.func @parting(%n: i32) -> (i32, i32, i32) {
  // expect-distinct: %a %b
  // expect-distinct: %b %c
  // expect-distinct: %a %c
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  cf.br ^head(%zero, %zero, %zero : i32, i32, i32)
^head(%a: i32, %b: i32, %c: i32):
  %a1 = arith.addi %b, %zero : i32
  %b1 = arith.addi %c, %zero : i32
  %c1 = arith.addi %c, %one : i32
  %go = arith.cmpi slt, %c1, %n : i32
  cf.cond_br %go, ^head(%a1, %b1, %c1 : i32, i32, i32), ^end
^end:
  return %a, %b, %c : i32, i32, i32
}

// -----

// Passed on unchanged.
func.func @unchanged(%a: i32, %b: i32) -> (i32, i32) {
  // expect-merge: %x %a
  // expect-distinct: %y %b
  %one = arith.constant 1 : i32
  cf.br ^head(%a, %b : i32, i32)
^head(%x: i32, %y: i32):
  %y1 = arith.addi %y, %one : i32
  %go = "z.more"(%y1) : (i32) -> i1
  cf.cond_br %go, ^head(%x, %y1 : i32, i32), ^end
^end:
  return %x, %y : i32, i32
}

// -----

// Two ways back.
func.func @two_ways(%n: i32, %c: i1) -> (i32, i32, i32) {
  // expect-merge: %i %j
  // expect-distinct: %i %k
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %zero = arith.constant 0 : i32
  cf.br ^head(%zero, %zero, %zero : i32, i32, i32)
^head(%i: i32, %j: i32, %k: i32):
  %i1 = arith.addi %i, %one : i32
  %j1 = arith.addi %j, %one : i32
  %k1 = arith.addi %k, %one : i32
  %go = arith.cmpi slt, %i1, %n : i32
  cf.cond_br %go, ^head(%i1, %j1, %k1 : i32, i32, i32), ^more
^more:
  %i2 = arith.addi %i, %two : i32
  %j2 = arith.addi %j, %two : i32
  %again = "z.more"() : () -> i1
  cf.cond_br %again, ^head(%i2, %j2, %k1 : i32, i32, i32), ^end
^end:
  return %i, %j, %k : i32, i32, i32
}

// -----

// Iteration arguments of a structured loop.
func.func @iterated(%n: index, %s: i32, %t: i32) -> (i32, i32, i32, i32) {
  // expect-merge: %a %b
  // expect-merge: %r#0 %r#1
  // expect-distinct: %a %c
  // expect-distinct: %a %d
  // expect-distinct: %r#0 %r#2
  // expect-distinct: %r#0 %r#3
  %lo = arith.constant 0 : index
  %step = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %r:4 = scf.for %i = %lo to %n step %step iter_args(%a = %s, %b = %s, %c = %t, %d = %s) -> (i32, i32, i32, i32) {
    %a1 = arith.addi %a, %one : i32
    %b1 = arith.addi %b, %one : i32
    %c1 = arith.addi %c, %one : i32
    %d1 = arith.addi %d, %two : i32
    scf.yield %a1, %b1, %c1, %d1 : i32, i32, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3 : i32, i32, i32, i32
}

// -----

// The same where the body has effects.
func.func @iterated_with_effects(%n: index, %s: i32) -> (i32, i32, i32) {
  // expect-merge: %a %b
  // expect-merge: %r#0 %r#1
  // expect-distinct: %r#0 %r#2
  %lo = arith.constant 0 : index
  %step = arith.constant 1 : index
  %r:3 = scf.for %i = %lo to %n step %step iter_args(%a = %s, %b = %s, %c = %s) -> (i32, i32, i32) {
    %x = "z.src"() : () -> i32
    %a1 = arith.addi %a, %x : i32
    %b1 = arith.addi %x, %b : i32
    %c1 = arith.muli %c, %x : i32
    scf.yield %a1, %b1, %c1 : i32, i32, i32
  }
  return %r#0, %r#1, %r#2 : i32, i32, i32
}

// -----

// Swapped iteration arguments.
func.func @iterated_swapped(%n: index, %s: i32, %t: i32) -> (i32, i32, i32, i32) {
  // expect-distinct: %a %b
  // expect-distinct: %r#0 %r#1
  // expect-merge: %c %d
  // expect-merge: %r#2 %s
  // expect-merge: %r#2 %r#3
  %lo = arith.constant 0 : index
  %step = arith.constant 1 : index
  %r:4 = scf.for %i = %lo to %n step %step iter_args(%a = %s, %b = %t, %c = %s, %d = %s) -> (i32, i32, i32, i32) {
    scf.yield %b, %a, %d, %c : i32, i32, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3 : i32, i32, i32, i32
}

// -----

// Two loops in a row: equal ones give equal results, one with another bound does not.
func.func @two_loops(%n: index, %m: index, %s: i32) -> (i32, i32, i32) {
  // expect-merge: %r %t
  // expect-distinct: %r %u
  %lo = arith.constant 0 : index
  %step = arith.constant 1 : index
  %r = scf.for %i = %lo to %n step %step iter_args(%a = %s) -> (i32) {
    %a1 = arith.muli %a, %s : i32
    scf.yield %a1 : i32
  }
  %t = scf.for %k = %lo to %n step %step iter_args(%b = %s) -> (i32) {
    %b1 = arith.muli %b, %s : i32
    scf.yield %b1 : i32
  }
  %u = scf.for %i = %lo to %m step %step iter_args(%a = %s) -> (i32) {
    %a1 = arith.muli %a, %s : i32
    scf.yield %a1 : i32
  }
  return %r, %t, %u : i32, i32, i32
}

// -----

// Inner and outer loop.
func.func @nested(%n: index, %s: i32) -> (i32, i32) {
  // expect-merge: %a %b
  // expect-merge: %c %d
  // expect-distinct: %a %c
  // expect-distinct: %r#0 %c
  %lo = arith.constant 0 : index
  %step = arith.constant 1 : index
  %r:2 = scf.for %i = %lo to %n step %step iter_args(%a = %s, %b = %s) -> (i32, i32) {
    %q:2 = scf.for %k = %lo to %n step %step iter_args(%c = %a, %d = %b) -> (i32, i32) {
      %x = "z.src"() : () -> i32
      %c1 = arith.muli %c, %x : i32
      %d1 = arith.muli %d, %x : i32
      scf.yield %c1, %d1 : i32, i32
    }
    scf.yield %q#0, %q#1 : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// -----

// Blocks without a way in.
func.func @unreachable() -> i32 {
  // expect-distinct: %u %z
  // expect-distinct: %u %w
  %z = arith.constant 2 : i32
  return %z : i32
^left:
  %one = arith.constant 1 : i32
  %u = arith.muli %u, %one : i32
  cf.br ^right(%u : i32)
^right(%v: i32):
  %w = arith.muli %v, %one : i32
  cf.br ^left
}

// -----

// An edge out of code that is never reached does not count where it leads to.
func.func @unreachable_edge(%a: i32, %b: i32) -> i32 {
  // expect-merge: %x %a
  cf.br ^end(%a : i32)
^never:
  cf.br ^end(%b : i32)
^end(%x: i32):
  return %x : i32
}

// -----

// Arguments of a block that two others lead to.
func.func @meeting(%c: i1, %a: i32, %b: i32) -> (i32, i32, i32, i32) {
  // expect-merge: %x %y
  // expect-distinct: %x %z
  // expect-merge: %w %a
  cf.cond_br %c, ^left, ^right
^left:
  cf.br ^end(%a, %a, %b, %a : i32, i32, i32, i32)
^right:
  cf.br ^end(%b, %b, %a, %a : i32, i32, i32, i32)
^end(%x: i32, %y: i32, %z: i32, %w: i32):
  return %x, %y, %z, %w : i32, i32, i32, i32
}

// -----

// A loop with two entries.
func.func @two_entries(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  // expect-distinct: %x %y
  // expect-distinct: %x %a
  // expect-distinct: %y %b
  // expect-merge: %y %y2
  %one = arith.constant 1 : i32
  cf.cond_br %c, ^left(%a : i32), ^right(%b, %b : i32, i32)
^left(%x: i32):
  %x1 = arith.addi %x, %one : i32
  cf.br ^right(%x1, %x1 : i32, i32)
^right(%y: i32, %y2: i32):
  %y1 = arith.addi %y, %one : i32
  %go = "z.more"() : () -> i1
  cf.cond_br %go, ^left(%y1 : i32), ^end
^end:
  return %y, %y2 : i32, i32
}

// -----

// An unknown terminator: what it hands on is its own business.
func.func @unknown_jump(%a: i32, %b: i32) -> i32 {
  // expect-distinct: %x %a
  // expect-distinct: %y %b
  // expect-merge: %z %b
  "z.jump"(%a)[^next] : (i32) -> ()
^next(%x: i32):
  "z.jump"(%b)[^left, ^right] : (i32) -> ()
^left(%y: i32):
  return %y : i32
^right:
  cf.br ^end(%b : i32)
^end(%z: i32):
  return %z : i32
}
