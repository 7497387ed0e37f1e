// Inside the branch `%x` is another value than outside: the outer one cannot be named there.
func.func @f(%c: i1) -> (i32, i32) {
  cf.br ^second
^first:
  %r = scf.if %c -> (i32) {
    %x = arith.constant 1 : i32
    %y = arith.constant 2 : i32
    "z.use"(%x) : (i32) -> ()
    scf.yield %y : i32
  } else {
    %x = arith.constant 3 : i32
    scf.yield %x : i32
  }
  return %r, %x : i32, i32
^second:
  %x = arith.constant 2 : i32
  cf.br ^first
}
// ===== after
// Inside the branch `%x` is another value than outside: the outer one cannot be named there.
func.func @f(%c: i1) -> (i32, i32) {
  cf.br ^second
^first:
  %r = scf.if %c -> (i32) {
    %x = arith.constant 1 : i32
    %y = arith.constant 2 : i32
    "z.use"(%x) : (i32) -> ()
    scf.yield %y : i32
  } else {
    %x = arith.constant 3 : i32
    scf.yield %x : i32
  }
  return %r, %x : i32, i32
^second:
  %x = arith.constant 2 : i32
  cf.br ^first
}
