import StreamModel

/// A line typed after ":": a place to go to, or an action by its name.
enum Command: Equatable {
  case nothing
  case destination(Destination)
  /// The first post of a time.
  case date(DateText)
  case action(Action)
  /// The message names what was expected.
  case unknown(String)

  /// Reads `text`: a post's number, a percentage, "$" for the end, a date on clocks of `zone`, or the
  /// name of an action.
  init(_ text: String, zone: TimeZoneRules) {
    let typed = text.filter { !$0.isWhitespace && $0 != "," }
    if typed.isEmpty {
      self = .nothing
    } else if typed == "$" {
      self = .destination(.end)
    } else if typed.last == "%", let percentage = Int(typed.dropLast()), percentage >= 0 {
      self = .destination(.percentage(min(100, percentage)))
    } else if let number = Int(typed), number >= 0 {
      self = .destination(.row(max(0, number - 1)))
    } else if let date = DateText(Self.joined(text), zone: zone) {
      self = .date(date)
    } else if let action = CommandNames.action(named: typed) {
      self = .action(action)
    } else {
      self = .unknown(Self.message(about: typed))
    }
  }

  /// The words of `text` as one: a date and a time of day may stand apart.
  private static func joined(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: "T")
  }

  private static func message(about typed: String) -> String {
    let nearest = CommandNames.nearest(to: typed)
    let hint =
      nearest.isEmpty
      ? "Try :700, :50%, :2023-07 or :quit."
      : "Did you mean \(nearest.map { ":\($0)" }.joined(separator: ", "))?"
    return "Unknown command: \(typed). \(hint)"
  }
}
