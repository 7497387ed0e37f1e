// A result is written over the operand that bears its name: two operands must not become one name.
util.func public @f(%s: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
  %a = flow.dispatch @k::@make(%s) : (tensor<8xi32>) -> tensor<8xi32>
  %b = flow.dispatch @k::@make(%s) : (tensor<8xi32>) -> tensor<8xi32>
  %d:2 = flow.dispatch @k::@two(%a, %b) : (tensor<8xi32>, tensor<8xi32>) -> (%a, %b)
  %e = flow.dispatch @k::@one(%b) : (tensor<8xi32>) -> tensor<8xi32>
  util.return %d#0, %d#1, %e : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}
// ===== after
// A result is written over the operand that bears its name: two operands must not become one name.
util.func public @f(%s: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>, tensor<8xi32>) {
  %a = flow.dispatch @k::@make(%s) : (tensor<8xi32>) -> tensor<8xi32>
  %b = flow.dispatch @k::@make(%s) : (tensor<8xi32>) -> tensor<8xi32>
  %d:2 = flow.dispatch @k::@two(%a, %b) : (tensor<8xi32>, tensor<8xi32>) -> (%a, %b)
  %e = flow.dispatch @k::@one(%b) : (tensor<8xi32>) -> tensor<8xi32>
  util.return %d#0, %d#1, %e : tensor<8xi32>, tensor<8xi32>, tensor<8xi32>
}
