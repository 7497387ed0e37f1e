// Symbols: where they may hide, and names that are hard to read.

// A reference deep inside an attribute, one inside an opaque attribute.
module {
  // expect-kept: @deep
  // expect-kept: @opaque
  // expect-kept: @helper
  // expect-redundant: @unseen
  util.global private @deep = dense<1> : tensor<2xi32>
  util.global private @opaque = dense<1> : tensor<2xi32>
  util.global private @unseen = dense<1> : tensor<2xi32>
  func.func private @helper()
  func.func @top() {
    "z.ref"() {table = {list = [@deep, @helper], box = #z.box<@opaque>}} : () -> ()
    return
  }
}

// -----

// In the module's own attributes, and by way of an alias.
#where = {target = @aliased}
module attributes {z.config = [@listed]} {
  // expect-kept: @aliased
  // expect-kept: @listed
  // expect-redundant: @neither
  util.global private @aliased : i32
  util.global private @listed : i32
  util.global private @neither : i32
  func.func @top() {
    "z.ref"() {where = #where} : () -> ()
    return
  }
}

// -----

// What is named in a hidden place is not just an equal copy, either.
module {
  // expect-kept: @pinned
  // expect-kept: @plain
  // expect-redundant: @copy => @plain
  util.global private @pinned = dense<[5, 6]> : tensor<2xi32>
  util.global private @plain = dense<[5, 6]> : tensor<2xi32>
  util.global private @copy = dense<[5, 6]> : tensor<2xi32>
  util.func public @get() -> (tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) attributes {z.uses = @pinned} {
    %0 = util.global.load immutable @pinned : tensor<2xi32>
    %1 = util.global.load immutable @plain : tensor<2xi32>
    %2 = util.global.load immutable @copy : tensor<2xi32>
    util.return %0, %1, %2 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>
  }
}

// -----

// A string or a comment is no reference.
module {
  // expect-redundant: @mentioned
  util.global private @mentioned = 4 : i32
  util.func public @get() -> i32 attributes {z.note = "see @mentioned"} {
    // The variable @mentioned is not used.
    %0 = arith.constant 4 : i32
    util.return %0 : i32
  }
}

// -----

// Names with blanks and quotes.
module {
  // expect-redundant: @"second: \22copy\22" => @"the first"
  // expect-merge: @"a function"::%x @"a function"::%y
  // expect-kept: @"some other"
  util.global private @"the first" = dense<[1, 9]> : tensor<2xi8>
  util.global private @"second: \22copy\22" = dense<[1, 9]> : tensor<2xi8>
  util.global private @"some other" = dense<[2, 9]> : tensor<2xi8>
  util.func public @"a function"() -> (tensor<2xi8>, tensor<2xi8>, tensor<2xi8>) {
    %x = util.global.load immutable @"the first" : tensor<2xi8>
    %y = util.global.load immutable @"second: \22copy\22" : tensor<2xi8>
    %z = util.global.load immutable @"some other" : tensor<2xi8>
    util.return %x, %y, %z : tensor<2xi8>, tensor<2xi8>, tensor<2xi8>
  }
}

// -----

// Quoted or not is one name.
module {
  util.global private mutable @cell : i32
  util.func public @f(%v: i32) -> i32 {
    // expect-merge: %r %v
    util.global.store %v, @"cell" : i32
    %r = util.global.load @cell : i32
    util.return %r : i32
  }
}

// -----

// Packs of results, odd value names, forward references to blocks, arrows inside types.
func.func private @"let's go: \22now\22"(i32) -> i32
func.func @packs(%a_b: i32, %c: i1) -> i32 {
  // expect-merge: %x-1 %x.2
  // expect-distinct: %$p#0 %$p#1
  // expect-distinct: %$p#0 %$q#0
  // expect-merge: %x-1 %r
  %$p:2 = "z.pair"(%a_b) : (i32) -> (i32, i32)
  %$q:2 = "z.pair"(%a_b) : (i32) -> (i32, !z.fn<(i32) -> tensor<?x4xf32>>)
  %x-1 = arith.addi %$p#0, %a_b : i32
  %x.2 = arith.addi %a_b, %$p#0 : i32
  "cf.cond_br"(%c, %x-1, %x.2)[^soon, ^late] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, i32, i32) -> ()
^late(%s: i32):
  %t = func.call @"let's go: \22now\22"(%s) : (i32) -> i32
  return %t : i32
^soon(%r: i32):  // a remark with a brace {
  return %r : i32
}

// -----

// Different results of one op, and the same result of two.
func.func @results(%t: tensor<4x?xf32>, %m: memref<4x?xf32>) -> (index, index, index) {
  // expect-merge: %x#2 %y#2
  // expect-distinct: %x#1 %x#2
  %base_x, %x:5 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  %base_y, %y:5 = memref.extract_strided_metadata %m : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
  return %x#1, %x#2, %y#2 : index, index, index
}

// -----

// One name in two functions means two values.
module {
  // expect-distinct: @one::%r @two::%r
  // expect-merge: @one::%k @two::%k
  util.func public @one(%a: i32) -> i32 {
    %k = arith.constant 3 : i32
    %r = arith.addi %a, %k : i32
    util.return %r : i32
  }
  util.func public @two(%a: i32) -> i32 {
    %k = arith.constant 3 : i32
    %r = arith.addi %a, %k : i32
    util.return %r : i32
  }
}

// -----

// Two globals of one name in two modules are two.
module {
  // expect-distinct: @f::%r @f::%v
  util.global private mutable @cell : i32
  builtin.module @inner {
    util.global private mutable @cell : i32
    util.func public @g(%w: i32) {
      util.global.store %w, @cell : i32
      util.return
    }
  }
  util.func private @outside()
  util.func public @f(%v: i32) -> i32 {
    util.global.store %v, @cell : i32
    util.call @outside() : () -> ()
    %r = util.global.load @cell : i32
    util.return %r : i32
  }
}
