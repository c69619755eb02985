/// One input of the fuzzer: what is read, and a last byte that chooses what is held against it.
///
/// Holding every property against every input would make most of the runs a repetition. Inputs that
/// are kept (`STREAMTUI_FUZZ_CHOICES=all`) are held against all of them.
package struct FuzzInput {
  /// What is read.
  let bytes: ArraySlice<UInt8>
  private let choice: UInt8

  /// - Parameter choice: in place of the last byte's.
  package init(_ all: [UInt8], choice: UInt8? = nil) {
    bytes = all.dropLast()
    self.choice = choice ?? all.last ?? 0
  }

  /// A number below `count`, a power of two: the answer to the first question is in the low five
  /// bits, to the second in the next, to the third in the last two.
  func choose(_ count: Int, question: UInt8 = 0) -> Int {
    let shift: UInt8 = question == 0 ? 0 : question == 1 ? 5 : 6
    return Int(choice >> shift) & (max(1, count) - 1)
  }

  /// The bytes as text, what is no UTF-8 replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
