/// One test of a post and of what the reader and the program know about it.
package enum Predicate: Equatable, Sendable {
  package enum Comparison: Sendable {
    /// As the field is meant: a tag as a whole, a language with its variants, a host with those below it, other
    /// fields in part.
    case usual
    case whole
  }

  case word(TextTest)
  case text(Field.Text, Comparison, Choices<TextTest>)
  case count(Field.Count, CountTest)
  case date(DateTest)
  case kind(Choices<Activity.Kind>)
  case visibility(Choices<Visibility>)
  case state(Choices<Field.State>)
  case has(Choices<Field.Part>)
  case source(Field.Source, Comparison, Choices<TextTest>)
  /// The filter of a saved view, by name; ``View/expanded(by:)`` puts the filter in its place.
  case view(TextTest)

  /// A saved view that is not expanded passes nothing: ``Filter/unmet(by:)`` says so beforehand.
  func matches(
    _ reading: inout PostReading,
    _ facts: FilterFacts,
    _ problem: inout FilterProblem?
  ) -> Bool {
    switch self {
    case .word(let word):
      // The hashtags of the body are part of its text, which is read once.
      let tags = reading.post.tags
      func isHere(_ text: String) -> Bool { word.isPart(of: text, &problem) }
      return reading.has(.title, where: isHere) || reading.has(.author, where: isHere)
        || tags.contains(where: isHere) || reading.has(.text, where: isHere)
    case .text(let field, let comparison, let choices):
      return reading.has(field) { text in
        choices.contains { Self.matches($0, text, of: field, comparison, &problem) }
      }
    case .count(let field, let test):
      let count = reading.count(of: field, inFullMinutes: test.countsFullMinutes, facts)
      return count.map { test.matches($0) } ?? false
    case .date(let test): return test.matches(reading.post.rankTime(at: nil), now: facts.now)
    case .kind(let kinds): return kinds.contains { $0 == reading.post.activity.kind }
    case .visibility(let choices): return choices.contains { $0 == reading.post.visibility }
    case .state(let states): return states.contains { reading.is($0, facts) }
    case .has(let parts): return parts.contains { reading.has($0) }
    case .source(let field, let comparison, let choices):
      let isPart = comparison == .usual && field != .tag
      return facts.names(field).contains { name in
        choices.contains { isPart ? $0.isPart(of: name, &problem) : $0.isWhole(name, &problem) }
      }
    case .view: return false
    }
  }

  var needs: FilterNeeds {
    switch self {
    case .word, .has, .count(.words, _), .count(.time, _): [.post, .bodies]
    case .text(let field, _, _): field.isInBodies ? [.post, .bodies] : .post
    case .kind, .visibility: .post
    case .count(.volume, _): .volume
    case .count: .post
    case .date(let test): test.asksClock ? [.post, .clock] : .post
    case .state(let states): FilterNeeds(states.values.map(Self.needs(of:)))
    case .source(let field, _, _): field == .tag ? .feedTags : .feed
    case .view: .views
    }
  }

  private static func needs(of state: Field.State) -> FilterNeeds {
    switch state {
    case .unread, .read, .kept: .flags
    case .new: .new
    case .first: .first
    case .duplicate: .duplicate
    case .reply, .reshare, .thread, .edited, .changed, .sensitive: .post
    }
  }

  private static func matches(
    _ wanted: TextTest,
    _ text: String,
    of field: Field.Text,
    _ comparison: Comparison,
    _ problem: inout FilterProblem?
  ) -> Bool {
    switch (comparison, field) {
    case (.usual, .lang): wanted.isLanguage(text, &problem)
    case (.usual, .host): wanted.isHost(text, &problem)
    case (.whole, _), (.usual, .tag): wanted.isWhole(text, &problem)
    case (.usual, _): wanted.isPart(of: text, &problem)
    }
  }
}

/// A test of a count; a post without one passes none.
package enum CountTest: Equatable, Sendable {
  case atLeast(Int)
  case atMost(Int)
  case above(Int)
  case below(Int)
  case within(Choices<ClosedRange<Int>>)

  /// Whether only full minutes count: a post that takes less than one has none, and one that takes more has begun another.
  var countsFullMinutes: Bool {
    switch self {
    case .atLeast, .below: true
    case .atMost, .above, .within: false
    }
  }

  func matches(_ count: Int) -> Bool {
    switch self {
    case .atLeast(let least): count >= least
    case .atMost(let most): count <= most
    case .above(let number): count > number
    case .below(let number): count < number
    case .within(let ranges): ranges.contains { $0.contains(count) }
    }
  }

  /// Whether one of `counts` may pass.
  func mayMatch(_ counts: ClosedRange<Int>) -> Bool {
    switch self {
    case .atLeast, .above: matches(counts.upperBound)
    case .atMost, .below: matches(counts.lowerBound)
    case .within(let ranges): ranges.contains { $0.overlaps(counts) }
    }
  }
}
