/// The readers whom an ActivityStreams object is addressed to.
struct ActivityAudience {
  private var isStated = false
  private var isPublic = false
  private var isPublicInCopy = false
  private var hasFollowers = false

  /// The visibility that the addresses mean; nil where the object states none.
  var visibility: Visibility? {
    if isPublic { return .public }
    if isPublicInCopy { return .unlisted }
    if hasFollowers { return .followers }
    return isStated ? .direct : nil
  }

  /// Takes in that "to" or "cc" is there: an empty list names nobody.
  mutating func noteList() { isStated = true }

  /// Takes in an address of "to", or of "cc" where it is a copy.
  mutating func add(_ address: String, isCopy: Bool) {
    switch address {
    case "https://www.w3.org/ns/activitystreams#Public", "as:Public", "Public":
      if isCopy { isPublicInCopy = true } else { isPublic = true }
    default:
      // Servers name the collection of an account's followers so; no standard says how.
      if address.hasSuffix("/followers") { hasFollowers = true }
    }
  }
}
