/// The direction of a step through the links of a page.
enum LinkStep: Sendable {
  case next
  case previous
}
