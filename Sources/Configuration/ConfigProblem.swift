/// An error in a configuration file.
///
/// It costs the line or the table in which it stands, never the start.
package struct ConfigProblem: Error, Equatable, Sendable {
  /// Where the text stands that is wrong.
  package let place: ConfigPlace
  /// The message for the user: what is there, what was expected, and the remedy.
  package let message: String

  /// Makes a problem.
  package init(at place: ConfigPlace, _ message: String) {
    self.place = place
    self.message = message
  }
}
