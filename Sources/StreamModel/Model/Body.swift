/// The text of a post or comment as it came.
public enum Body: Equatable, Sendable {
  case html(String)
  case text(String)
  case missing
}
