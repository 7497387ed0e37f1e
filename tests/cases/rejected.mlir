// Text that is no module: it is rejected with a message, never half read.

// expect-read: error
func.func @f(%a: i32) -> i32 {
  return %b : i32
}

// -----

// expect-read: error
func.func @f(%a: i32) -> i32 {
  %x = arith.addi %a, %a : i32
  return %x : i32

// -----

// expect-read: error
func.func @f(%a: i32) {
  "z.op"(%a) {x = "no end} : (i32) -> ()
  return
}

// -----

// expect-read: error
func.func @f() {
  cf.br ^nowhere
}

// -----

// The one beside them is fine.
// expect-read: ok
func.func @f() {
  return
}
