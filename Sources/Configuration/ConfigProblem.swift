/// An error in a configuration file.
///
/// It costs the line or the table in which it stands, never the start.
package struct ConfigProblem: Error, Equatable, Sendable {
  /// Where the text stands that is wrong.
  package let place: ConfigPlace
  /// The message for the user: the text found, the text expected, and the remedy.
  package let message: String
  /// The key whose line it costs, from the tables above it on; empty if no key could be read.
  package let key: [String]

  /// Makes a problem.
  package init(at place: ConfigPlace, _ message: String, key: [String] = []) {
    self.place = place
    self.message = message
    self.key = key
  }
}
