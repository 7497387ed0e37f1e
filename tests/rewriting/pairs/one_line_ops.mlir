util.global private mutable @g : i32
util.func public @h(%v: i32, %c: i1) -> i32 { %d = arith.addi %v, %v : i32
  scf.if %c { util.global.store %d, @g : i32 }
  %x = scf.if %c -> i32 { %k = arith.addi %v, %v : i32
   scf.yield %k : i32 } else { scf.yield %v : i32 }
  util.return %x : i32 }
// ===== after
util.func public @h(%v: i32, %c: i1) -> i32 { %d = arith.addi %v, %v : i32
  %x = scf.if %c -> i32 { 
   scf.yield %d : i32 } else { scf.yield %v : i32 }
  util.return %x : i32 }
