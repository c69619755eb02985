/// The directives by which a server limits how long an answer is fresh (RFC 9111, section 5.2).
package struct CacheControl: Equatable, Sendable {
  /// The seconds for which the answer is still fresh; nil if none are stated.
  package let maxAge: Int64?
  /// Whether the answer may not be kept.
  package let noStore: Bool

  package init(maxAge: Int64?, noStore: Bool) {
    self.maxAge = maxAge
    self.noStore = noStore
  }

  /// Parses the value of "Cache-Control".
  ///
  /// - Parameter age: the value of "Age": the seconds that the answer spent in other caches.
  package init(_ value: String, age: String? = nil) {
    var scanner = FieldScanner(value)
    var maxAge: Int64?
    var noStore = false
    var noCache = false
    while !scanner.isAtEnd {
      let name = scanner.word().lowercased()
      let argument = scanner.pass("=") ? scanner.value() : ""
      switch name {
      case "max-age": maxAge = maxAge ?? WholeSeconds.read(argument)
      case "no-store": noStore = true
      case "no-cache": noCache = true
      default: break
      }
      scanner.passElement()
    }
    let spent = age.flatMap(WholeSeconds.read) ?? 0
    let fresh = maxAge.map { max(0, $0 - spent) }
    self.init(maxAge: noCache ? 0 : fresh, noStore: noStore)
  }
}
