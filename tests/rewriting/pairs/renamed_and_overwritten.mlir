// Nobody looks at @shadow between its two stores, until its name is put for @hand's in the loop.
module {
  util.global private mutable @shadow = 0 : i32
  util.global private mutable @hand = 0 : i32
  util.func public @f(%v: i32, %w: i32, %m: memref<?xi32>) {
    util.global.store %v, @shadow : i32
    util.global.store %v, @hand : i32
    affine.for %i = 0 to 4 {
      %x = util.global.load @hand : i32
      memref.store %x, %m[%i] : memref<?xi32>
    }
    util.global.store %w, @shadow : i32
    util.global.store %w, @hand : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @shadow : i32
    %b = util.global.load @hand : i32
    util.return %a, %b : i32, i32
  }
}
// ===== after
// Nobody looks at @shadow between its two stores, until its name is put for @hand's in the loop.
module {
  util.global private mutable @shadow = 0 : i32
  util.func public @f(%v: i32, %w: i32, %m: memref<?xi32>) {
    util.global.store %v, @shadow : i32
    affine.for %i = 0 to 4 {
      %x = util.global.load @shadow : i32
      memref.store %x, %m[%i] : memref<?xi32>
    }
    util.global.store %w, @shadow : i32
    util.return
  }
  util.func public @get() -> (i32, i32) {
    %a = util.global.load @shadow : i32
    util.return %a, %a : i32, i32
  }
}
