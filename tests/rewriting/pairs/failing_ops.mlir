// An assertion stays, whatever its neighbours are equal to: if it fails, the caller knows.
func.func @same_either_way(%c: i1, %d: i1, %a: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    cf.assert %d, "must hold"
    scf.yield %a : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}
func.func @same_results(%c: i1, %d: i1, %a: i32, %b: i32) -> (i32, i32) {
  %r = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  %s = scf.if %c -> (i32) {
    cf.assert %d, "must hold"
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  return %r, %s : i32, i32
}
func.func @in_a_loop(%n: index, %d: i1, %a: i32) -> i32 {
  %lo = arith.constant 0 : index
  %step = arith.constant 1 : index
  %r = scf.for %i = %lo to %n step %step iter_args(%x = %a) -> (i32) {
    cf.assert %d, "must hold"
    scf.yield %a : i32
  }
  return %r : i32
}
func.func @unused(%c: i1, %d: i1) {
  scf.if %c {
    cf.assert %d, "must hold"
  }
  return
}
func.func private @checked(%d: i1) -> i32 {
  cf.assert %d, "must hold"
  %k = arith.constant 3 : i32
  return %k : i32
}
// The second call fails if the first one does, so it says nothing new; the third one may.
func.func @calls(%d: i1, %e: i1) -> (i32, i32) {
  %a = func.call @checked(%d) : (i1) -> i32
  %b = func.call @checked(%d) : (i1) -> i32
  %unused = func.call @checked(%e) : (i1) -> i32
  return %a, %b : i32, i32
}
// So does a loop that may run for ever.
func.func @endless(%c: i1, %a: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    scf.while : () -> () {
      scf.condition(%c)
    } do {
      scf.yield
    }
    scf.yield %a : i32
  } else {
    scf.yield %a : i32
  }
  return %r : i32
}
// ===== after
// An assertion stays, whatever its neighbours are equal to: if it fails, the caller knows.
func.func @same_either_way(%c: i1, %d: i1, %a: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    cf.assert %d, "must hold"
    scf.yield %a : i32
  } else {
    scf.yield %a : i32
  }
  return %a : i32
}
func.func @same_results(%c: i1, %d: i1, %a: i32, %b: i32) -> (i32, i32) {
  %r = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  %s = scf.if %c -> (i32) {
    cf.assert %d, "must hold"
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  return %r, %r : i32, i32
}
func.func @in_a_loop(%n: index, %d: i1, %a: i32) -> i32 {
  %lo = arith.constant 0 : index
  %step = arith.constant 1 : index
  %r = scf.for %i = %lo to %n step %step iter_args(%x = %a) -> (i32) {
    cf.assert %d, "must hold"
    scf.yield %a : i32
  }
  return %a : i32
}
func.func @unused(%c: i1, %d: i1) {
  scf.if %c {
    cf.assert %d, "must hold"
  }
  return
}
func.func private @checked(%d: i1) -> i32 {
  cf.assert %d, "must hold"
  %k = arith.constant 3 : i32
  return %k : i32
}
// The second call fails if the first one does, so it says nothing new; the third one may.
func.func @calls(%d: i1, %e: i1) -> (i32, i32) {
  %a = func.call @checked(%d) : (i1) -> i32
  %unused = func.call @checked(%e) : (i1) -> i32
  return %a, %a : i32, i32
}
// So does a loop that may run for ever.
func.func @endless(%c: i1, %a: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    scf.while : () -> () {
      scf.condition(%c)
    } do {
      scf.yield
    }
    scf.yield %a : i32
  } else {
    scf.yield %a : i32
  }
  return %a : i32
}
