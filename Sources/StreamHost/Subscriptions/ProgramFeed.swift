/// A feed that a program makes, in newsboat's form: `exec:COMMAND`, or `filter:COMMAND:ADDRESS` for one that gets the document
/// of an address on its standard input.
package struct ProgramFeed: Hashable, Sendable {
  private static let kinds = (output: "exec:", filter: "filter:")

  /// The whole of it, as it stands in the list.
  package let text: String
  /// The command, which is split at blanks; no shell reads it.
  package let command: String
  /// The address whose document the program gets; nil for one that gets nothing.
  let address: FeedAddress?

  private init(_ text: String, command: String, address: FeedAddress?) {
    self.text = text
    self.command = command
    self.address = address
  }

  package init(running command: String) {
    self.init(Self.kinds.output + command, command: command, address: nil)
  }

  /// Reads a text; nil for any other.
  package init?(_ text: String) {
    if text.hasPrefix(Self.kinds.output) {
      self.init(running: String(text.dropFirst(Self.kinds.output.count)))
      return
    }
    guard text.hasPrefix(Self.kinds.filter) else { return nil }
    let rest = text.dropFirst(Self.kinds.filter.count)
    guard let colon = rest.firstIndex(of: ":"),
      let address = FeedAddress.judge(String(rest[rest.index(after: colon)...])).address
    else { return nil }
    self.init(text, command: String(rest[..<colon]), address: address)
  }
}
