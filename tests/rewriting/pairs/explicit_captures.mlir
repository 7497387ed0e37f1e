// The execution region lists the resources it takes from outside: it cannot take another one.
util.func public @f(%n: index) -> (!stream.resource<constant>, !stream.resource<constant>, !stream.timepoint) {
  %a = stream.async.constant : !stream.resource<constant>{%n} = dense<3> : tensor<8xi32>
  %r, %done = stream.async.execute with() -> !stream.resource<constant>{%n} {
    %b = stream.async.constant : !stream.resource<constant>{%n} = dense<3> : tensor<8xi32>
    %c = stream.async.transfer %b : !stream.resource<constant>{%n} -> !stream.resource<constant>{%n}
    stream.yield %c : !stream.resource<constant>{%n}
  } => !stream.timepoint
  util.return %a, %r, %done : !stream.resource<constant>, !stream.resource<constant>, !stream.timepoint
}
// ===== after
// The execution region lists the resources it takes from outside: it cannot take another one.
util.func public @f(%n: index) -> (!stream.resource<constant>, !stream.resource<constant>, !stream.timepoint) {
  %a = stream.async.constant : !stream.resource<constant>{%n} = dense<3> : tensor<8xi32>
  %r, %done = stream.async.execute with() -> !stream.resource<constant>{%n} {
    %b = stream.async.constant : !stream.resource<constant>{%n} = dense<3> : tensor<8xi32>
    %c = stream.async.transfer %b : !stream.resource<constant>{%n} -> !stream.resource<constant>{%n}
    stream.yield %c : !stream.resource<constant>{%n}
  } => !stream.timepoint
  util.return %a, %r, %done : !stream.resource<constant>, !stream.resource<constant>, !stream.timepoint
}
