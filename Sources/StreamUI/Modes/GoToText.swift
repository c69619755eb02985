/// A place as it was typed: a number of a post, a percentage, or "$" for the end.
enum GoToText {
  case nothing
  case destination(Destination)
  case unknown(String)

  init(_ text: String) {
    let typed = text.filter { !$0.isWhitespace && $0 != "," }
    if typed.isEmpty {
      self = .nothing
    } else if typed == "$" {
      self = .destination(.end)
    } else if typed.last == "%", let percentage = Int(typed.dropLast()), percentage >= 0 {
      self = .destination(.percentage(min(100, percentage)))
    } else if let number = Int(typed), number >= 0 {
      self = .destination(.row(max(0, number - 1)))
    } else {
      self = .unknown(
        "no place: \(text) (expected a post's number, such as 700, or a share, such as 50%)"
      )
    }
  }
}
