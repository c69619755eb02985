/// The facts about a source that filters can ask for, besides its own title.
package struct SourceFacts: Equatable, Sendable {
  /// The names that the user knows it by: of its subscription, of its file or address.
  let names: [String]
  /// The tags of its subscription; nil where it is none.
  let tags: [String]?

  /// Makes the facts of a source.
  package init(names: [String], tags: [String]?) {
    self.names = names
    self.tags = tags
  }
}
