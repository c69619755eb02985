/// Bytes of a text, as they stand in a list.
///
/// To make the type of the first list of `Range` the runtime looks through every conformance of the
/// program, which the start of a program would wait for.
struct Stretch {
  let lowerBound: Int
  let upperBound: Int

  init(_ range: Range<Int>) {
    lowerBound = range.lowerBound
    upperBound = range.upperBound
  }

  var range: Range<Int> { lowerBound..<upperBound }
}
