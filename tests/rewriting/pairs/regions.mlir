// An op goes with its regions; a value inside gives way to one outside.
func.func @f(%c: i1, %a: i32) -> (i32, i32, i32) {
  %x = arith.muli %a, %a : i32
  %r:2 = scf.if %c -> (i32, i32) {
    %in = arith.muli %a, %a : i32
    %more = arith.addi %in, %a : i32
    scf.yield %more, %in : i32, i32
  } else {
    %other = arith.muli %a, %a : i32
    scf.yield %a, %other : i32, i32
  }
  %s:2 = scf.if %c -> (i32, i32) {
    %more = arith.addi %a, %x : i32
    scf.yield %more, %x : i32, i32
  } else {
    scf.yield %a, %x : i32, i32
  }
  scf.if %c {
    %nothing = arith.subi %a, %a : i32
  }
  return %r#0, %r#1, %s#0 : i32, i32, i32
}
// ===== after
// An op goes with its regions; a value inside gives way to one outside.
func.func @f(%c: i1, %a: i32) -> (i32, i32, i32) {
  %x = arith.muli %a, %a : i32
  %r:2 = scf.if %c -> (i32, i32) {
    %more = arith.addi %x, %a : i32
    scf.yield %more, %x : i32, i32
  } else {
    scf.yield %a, %x : i32, i32
  }
  return %r#0, %x, %r#0 : i32, i32, i32
}
