/// How the reader followed a link.
///
/// The numbers are stored and keep their meaning.
package enum LinkManner: Int64, Sendable, CaseIterable {
  /// By a key that acts on the link in focus or on the selected row, such as `Tab` and Enter.
  case focus = 1
  /// By its number and a key.
  case number
  /// By its hint label.
  case hint
  /// By a click.
  case click
  /// Together with other links.
  case queue

  /// The manner in words, as the page of followed links shows it.
  var words: String {
    switch self {
    case .focus: "by key"
    case .number: "by number"
    case .hint: "by hint"
    case .click: "by click"
    case .queue: "with others"
    }
  }
}
