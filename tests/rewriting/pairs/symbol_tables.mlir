// A module inside a module has symbols of its own: those of the outer one cannot be named there.
module {
  util.global private @h = dense<[1, 2]> : tensor<2xi32>
  util.func public @f() -> tensor<2xi32> {
    %x = util.global.load immutable @h : tensor<2xi32>
    util.return %x : tensor<2xi32>
  }
  builtin.module @inner {
    util.global private @g = dense<[1, 2]> : tensor<2xi32>
    util.global private @g_again = dense<[1, 2]> : tensor<2xi32>
    util.func public @k() -> (tensor<2xi32>, tensor<2xi32>) {
      %x = util.global.load immutable @g : tensor<2xi32>
      %y = util.global.load immutable @g_again : tensor<2xi32>
      util.return %x, %y : tensor<2xi32>, tensor<2xi32>
    }
  }
}
// ===== after
// A module inside a module has symbols of its own: those of the outer one cannot be named there.
module {
  util.global private @h = dense<[1, 2]> : tensor<2xi32>
  util.func public @f() -> tensor<2xi32> {
    %x = util.global.load immutable @h : tensor<2xi32>
    util.return %x : tensor<2xi32>
  }
  builtin.module @inner {
    util.global private @g = dense<[1, 2]> : tensor<2xi32>
    util.func public @k() -> (tensor<2xi32>, tensor<2xi32>) {
      %x = util.global.load immutable @g : tensor<2xi32>
      util.return %x, %x : tensor<2xi32>, tensor<2xi32>
    }
  }
}
