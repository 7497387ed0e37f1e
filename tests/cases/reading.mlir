// What must be read, and left alone where nothing is known.

// A loop that a fusion would like to merge with another one: dialects that we know nothing of included.
// expect-read: ok
module attributes {z.target = #z.device<"a {brace}", [1, 2]>} {
  "z.table"() ({
  ^bb0(%x: !z.type<(i32) -> tensor<?x4xf32>>):
    "z.row"(%x)[^next] : (!z.type<(i32) -> tensor<?x4xf32>>) -> ()
  ^next:
    "z.end"() : () -> ()
  }) {note = "// no comment"} : () -> ()
}

// -----

#layout = #z.layout<[0, 1]>
// policy: comments like this one say what is meant, and are not checked
// expect-read: ok
func.func @late_aliases(%t: tensor<4xf32, #layout>) -> tensor<4xf32, #layout> {
  return %t : tensor<4xf32, #layout> loc(#here)
}
#here = loc("late.py":3:7)

// -----

// Nothing but a comment.
