// The name of the global that stays needs its quotes, also where generic form names it.
module {
  util.global private @"first: one" = dense<[7, 8]> : tensor<2xi32>
  util.global private @second = dense<[7, 8]> : tensor<2xi32>
  util.func public @get() -> (tensor<2xi32>, tensor<2xi32>) {
    %x = util.global.load immutable @second : tensor<2xi32>
    %y = "util.global.load"() <{global = @second, is_immutable}> : () -> tensor<2xi32>
    util.return %x, %y : tensor<2xi32>, tensor<2xi32>
  }
}
// ===== after
// The name of the global that stays needs its quotes, also where generic form names it.
module {
  util.global private @"first: one" = dense<[7, 8]> : tensor<2xi32>
  util.func public @get() -> (tensor<2xi32>, tensor<2xi32>) {
    %x = util.global.load immutable @"first: one" : tensor<2xi32>
    util.return %x, %x : tensor<2xi32>, tensor<2xi32>
  }
}
