// Constants: equal if type and contents are, however they are spelled.

module {
  // expect-redundant: @line_again => @line
  // expect-kept: @square
  // expect-kept: @bytes
  util.global private @line = dense<[10, 20, 30, 40, 50, 60]> : tensor<6xi32>
  util.global private @line_again = dense<[10, 20, 30, 40, 50, 60]> : tensor<6xi32>
  util.global private @square = dense<[[10, 20, 30], [40, 50, 60]]> : tensor<2x3xi32>
  util.global private @bytes = dense<[10, 20, 30, 40, 50, 60]> : tensor<6xi8>
  util.func public @get() -> (tensor<6xi32>, tensor<6xi32>, tensor<2x3xi32>, tensor<6xi8>) {
    // expect-merge: %a %b
    // expect-distinct: %a %c
    // expect-distinct: %a %d
    %a = util.global.load immutable @line : tensor<6xi32>
    %b = util.global.load immutable @line_again : tensor<6xi32>
    %c = util.global.load immutable @square : tensor<2x3xi32>
    %d = util.global.load immutable @bytes : tensor<6xi8>
    util.return %a, %b, %c, %d : tensor<6xi32>, tensor<6xi32>, tensor<2x3xi32>, tensor<6xi8>
  }
}

// -----

// A blob of bytes is little-endian.
func.func @spellings() -> (tensor<2xi16>, tensor<2xi16>, tensor<2xi16>, tensor<2xi16>, tensor<2xi16>) {
  // expect-merge: %blob %list
  // expect-merge: %blob %hex
  // expect-distinct: %blob %swapped
  // expect-distinct: %blob %one_off
  %blob = arith.constant dense<"0x0102FFFF"> : tensor<2xi16>
  %list = arith.constant dense<[513, -1]> : tensor<2xi16>
  %hex = arith.constant dense<[0x0201, 0xFFFF]> : tensor<2xi16>
  %swapped = arith.constant dense<"0x0201FFFF"> : tensor<2xi16>
  %one_off = arith.constant dense<[514, -1]> : tensor<2xi16>
  return %blob, %list, %hex, %swapped, %one_off : tensor<2xi16>, tensor<2xi16>, tensor<2xi16>, tensor<2xi16>, tensor<2xi16>
}

// -----

func.func @splats() -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, vector<3xf32>) {
  // expect-merge: %splat %list
  // expect-merge: %splat %blob
  // expect-distinct: %splat %other
  // expect-distinct: %splat %vector
  %splat = arith.constant dense<2.5> : tensor<3xf32>
  %list = arith.constant dense<[2.5, 2.500000e+00, 25.0e-1]> : tensor<3xf32>
  %blob = arith.constant dense<"0x000020400000204000002040"> : tensor<3xf32>
  %other = arith.constant dense<[2.5, 2.5, 2.25]> : tensor<3xf32>
  %vector = arith.constant dense<2.5> : vector<3xf32>
  return %splat, %list, %blob, %other, %vector : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, vector<3xf32>
}

// -----

func.func @scalars() -> (i32, i32, i64, index, f32, f32, f64, i1, i1) {
  // todo-merge: %seven %seven_hex
  // expect-distinct: %seven %wide
  // expect-distinct: %wide %as_index
  // expect-merge: %half %half_again
  // expect-distinct: %half %half_double
  // expect-distinct: %yes %no
  %seven = arith.constant 7 : i32
  %seven_hex = arith.constant 0x7 : i32
  %wide = arith.constant 7 : i64
  %as_index = arith.constant 7 : index
  %half = arith.constant 0.5 : f32
  %half_again = arith.constant 5.0e-1 : f32
  %half_double = arith.constant 0.5 : f64
  %yes = arith.constant true
  %no = arith.constant false
  return %seven, %seven_hex, %wide, %as_index, %half, %half_again, %half_double, %yes, %no : i32, i32, i64, index, f32, f32, f64, i1, i1
}

// -----

func.func @zeros() -> (f32, f32, f32, tensor<2xf32>, tensor<2xf32>, f32, f32) {
  // expect-distinct: %plus %minus
  // expect-merge: %minus %minus_again
  // expect-distinct: %pluses %minuses
  // expect-distinct: %quiet %signed
  %plus = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %minus_again = arith.constant -0.000000e+00 : f32
  %pluses = arith.constant dense<0.0> : tensor<2xf32>
  %minuses = arith.constant dense<-0.0> : tensor<2xf32>
  %quiet = arith.constant 0x7FC00000 : f32
  %signed = arith.constant 0xFFC00000 : f32
  return %plus, %minus, %minus_again, %pluses, %minuses, %quiet, %signed : f32, f32, f32, tensor<2xf32>, tensor<2xf32>, f32, f32
}

// -----

func.func @blobs() -> (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>) {
  // expect-merge: %x %y
  // expect-distinct: %x %z
  %x = arith.constant dense_resource<salt> : tensor<2xi8>
  %y = arith.constant dense_resource<salt> : tensor<2xi8>
  %z = arith.constant dense_resource<pepper> : tensor<2xi8>
  return %x, %y, %z : tensor<2xi8>, tensor<2xi8>, tensor<2xi8>
}
{-#
  dialect_resources: {
    builtin: {
      salt: "0x010000000506",
      pepper: "0x010000000507"
    }
  }
#-}

// -----

// What an alias stands for counts, not its name.
#one = dense<[1, 2]> : tensor<2xi32>
#uno = dense<[1, 2]> : tensor<2xi32>
#two = dense<[1, 3]> : tensor<2xi32>
func.func @aliases() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) {
  // expect-merge: %a %b
  // expect-merge: %a %d
  // expect-distinct: %a %c
  %a = arith.constant #one
  %b = arith.constant #uno
  %c = arith.constant #two
  %d = arith.constant dense<[1, 2]> : tensor<2xi32>
  return %a, %b, %c, %d : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
}
