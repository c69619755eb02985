/// The text of a post or comment in the form in which it came.
public enum Body: Equatable, Sendable {
  case html(String)
  case text(String)
  case missing
}
