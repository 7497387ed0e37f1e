// Equal values in two arms: neither is there for the other.
func.func @f(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^left, ^right
^left:
  %x = arith.muli %a, %a : i32
  %x2 = arith.muli %a, %a : i32
  "z.use"(%x2) : (i32) -> ()
  cf.br ^end(%x : i32)
^right:
  %y = arith.muli %a, %a : i32
  cf.br ^end(%y : i32)
^end(%z: i32):
  %w = arith.muli %a, %a : i32
  %v = arith.muli %w, %z : i32
  return %v : i32
}
// ===== after
// Equal values in two arms: neither is there for the other.
func.func @f(%a: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^left, ^right
^left:
  %x = arith.muli %a, %a : i32
  "z.use"(%x) : (i32) -> ()
  cf.br ^end(%x : i32)
^right:
  %y = arith.muli %a, %a : i32
  cf.br ^end(%y : i32)
^end(%z: i32):
  %v = arith.muli %z, %z : i32
  return %v : i32
}
