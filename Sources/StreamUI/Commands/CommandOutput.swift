/// The output of a program for its page: all of it, or as much as there is while the program runs.
package struct CommandOutput: Equatable, Sendable {
  /// The bytes of standard output, after which come those of standard error if the program failed.
  package let bytes: [UInt8]
  package let isCut: Bool
  /// The outcome as a clause: "done", "ended with 3"; nil while the program runs.
  package let outcome: String?

  package init(bytes: [UInt8], isCut: Bool = false, outcome: String?) {
    self.bytes = bytes
    self.isCut = isCut
    self.outcome = outcome
  }

  /// The most bytes that are kept of a program's output.
  package static let limit = 4 << 20
}
