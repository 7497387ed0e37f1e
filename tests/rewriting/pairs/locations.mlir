#second = loc("net.py":20:3)
func.func @f(%a: i32) -> (i32, i32, i32) {
  %x = arith.muli %a, %a : i32 loc("net.py":10:3)
  %y = arith.muli %a, %a : i32 loc(#second)
  %z = arith.muli %a, %a : i32
  %p = arith.addi %a, %a : i32
  %q = arith.addi %a, %a : i32 loc("net.py":30:3)
  %r = arith.subi %a, %x : i32 loc("net.py":40:3)
  %s = arith.subi %a, %z : i32 loc("net.py":40:3)
  %sum = arith.addi %y, %r : i32
  return %z, %sum, %q : i32, i32, i32
}
// ===== after
#second = loc("net.py":20:3)
func.func @f(%a: i32) -> (i32, i32, i32) {
  %x = arith.muli %a, %a : i32 loc(fused["net.py":10:3, #second])
  %p = arith.addi %a, %a : i32
  %r = arith.subi %a, %x : i32 loc("net.py":40:3)
  %sum = arith.addi %x, %r : i32
  return %x, %sum, %p : i32, i32, i32
}
