/// How text is stressed, beside what it means; combines freely.
package struct Emphasis: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let bold = Emphasis(rawValue: 1 << 0)
  package static let italic = Emphasis(rawValue: 1 << 1)
  package static let underline = Emphasis(rawValue: 1 << 2)
  package static let strike = Emphasis(rawValue: 1 << 3)
  package static let small = Emphasis(rawValue: 1 << 4)
}
