func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %x = arith.addi %a, %b : i32  // stays
  %y = arith.addi %b, %a : i32  // goes, and this remark with it
  // This line stays.
  %z = arith.muli %y,
       %x : i32
  %unused = arith.divsi %a, %b : i32
  return %y, %z : i32, i32
}
// ===== after
func.func @f(%a: i32, %b: i32) -> (i32, i32) {
  %x = arith.addi %a, %b : i32  // stays
  // This line stays.
  %z = arith.muli %x,
       %x : i32
  return %x, %z : i32, i32
}
