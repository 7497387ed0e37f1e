func.func @f(%n: i32) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  cf.br ^head(%zero, %zero : i32, i32)
^head(%i: i32, %j: i32):
  %i1 = arith.addi %i, %one : i32
  %j1 = arith.addi %j, %one : i32
  %go = arith.cmpi slt, %j1, %n : i32
  cf.cond_br %go, ^head(%i1, %j1 : i32, i32), ^end
^end:
  return %i, %j : i32, i32
}
// ===== after
func.func @f(%n: i32) -> (i32, i32) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  cf.br ^head(%zero, %zero : i32, i32)
^head(%i: i32, %j: i32):
  %i1 = arith.addi %i, %one : i32
  %go = arith.cmpi slt, %i1, %n : i32
  cf.cond_br %go, ^head(%i1, %i1 : i32, i32), ^end
^end:
  return %i, %i : i32, i32
}
