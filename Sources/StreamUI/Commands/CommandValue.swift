/// A value of the selected post that a command can take: `%{url}` in a word, `$STREAMTUI_URL` in a
/// script.
package enum CommandValue: String, CaseIterable, Sendable {
  case id, url, author, handle, title, text, json, file, selection, link

  /// The environment variable that holds the value for a script.
  package var variable: String { "STREAMTUI_" + rawValue.uppercased() }

  /// The value as messages name it.
  var name: String {
    switch self {
    case .link: "link in focus"
    case .selection: "selected link"
    default: rawValue
    }
  }
}
