import StreamModel

/// A feed that a program makes, in newsboat's form: `exec:COMMAND`, or `filter:COMMAND:ADDRESS` for one that gets the document
/// of an address on its standard input.
///
/// Source: newsboat 2.21, "The urls file".
package struct ProgramFeed: Hashable, Sendable {
  private static let kinds = (output: "exec:", filter: "filter:")

  /// The whole text, as it stands in the list.
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

  /// Whether a text begins with one of the kinds.
  package static func isMeant(_ text: String) -> Bool {
    text.hasPrefix(kinds.output) || text.hasPrefix(kinds.filter)
  }

  /// The form, for a message about a text that begins with a kind but cannot be read.
  package static let form =
    "expected exec:PROGRAM ARGUMENTS or filter:PROGRAM:ADDRESS, with each quote closed"

  /// Reads a text; nil for any other, and for a command that names no program.
  package init?(_ text: String) {
    if text.hasPrefix(Self.kinds.output) {
      let command = String(text.dropFirst(Self.kinds.output.count))
      guard Self.isCommand(command) else { return nil }
      self.init(running: command)
      return
    }
    guard text.hasPrefix(Self.kinds.filter) else { return nil }
    let rest = text.dropFirst(Self.kinds.filter.count)
    guard let colon = rest.firstIndex(of: ":"),
      let address = FeedAddress.judge(String(rest[rest.index(after: colon)...])).address
    else { return nil }
    let command = String(rest[..<colon])
    guard Self.isCommand(command) else { return nil }
    self.init(text, command: command, address: address)
  }

  private static func isCommand(_ text: String) -> Bool {
    TypedWords.split(text)?.first?.isEmpty == false
  }
}
