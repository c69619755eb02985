/// The facts that filters ask for about the posts of a stream, besides those that the posts state themselves.
package struct StreamFacts: Sendable {
  /// The facts about the posts of each source, by its number.
  private let sources: [Int: FilterFacts]
  private let others: FilterFacts
  private var needs: FilterNeeds = []
  /// The posts a week of each source of which a post was looked at, where they are asked for.
  private var volumes: [Int: Int?] = [:]

  /// - Parameter now: the time from which ages count; nil without a clock.
  package init(_ sources: [Int: FilterFacts] = [:], at now: Timestamp? = nil) {
    self.sources = sources
    others = FilterFacts(now: now)
  }

  package var feedTags: Set<String> { Set(sources.values.flatMap(\.feedTags)) }

  /// The same facts for a filter, which may ask for some that take time to find.
  package func asked(by filter: Filter?) -> StreamFacts {
    var facts = self
    facts.needs = filter?.needs ?? []
    return facts
  }

  /// Whether the stream has all that is asked for.
  package func areKnown(in stream: Timeline) -> Bool {
    !needs.contains(.volume) || stream.isIndexed
  }

  /// The facts about a post.
  ///
  /// - Parameters:
  ///   - stream: nil where records alone are read, so that copies and volumes are not known.
  ///   - flags: those of the post; asked for only if the filter needs them.
  package mutating func about(
    _ id: RecordID,
    in stream: Timeline?,
    _ flags: @autoclosure () -> PostFlags
  ) -> FilterFacts {
    var facts = sources[id.source] ?? others
    if needs.contains(.flags) { facts.flags = flags() }
    guard let stream else { return facts }
    if needs.contains(.duplicate) { facts.isDuplicate = stream.hasCopies(id) }
    if needs.contains(.volume) {
      let known = volumes[id.source] ?? stream.postsAWeek(ofSource: id.source)
      volumes[id.source] = .some(known)
      facts.volume = known
    }
    return facts
  }
}
