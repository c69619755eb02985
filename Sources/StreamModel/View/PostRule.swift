package import Configuration

package struct PostRule: Equatable, Sendable {
  package enum Action: String, CaseIterable, Sendable {
    case hide, read
  }

  package let name: String
  package let line: String
  package let place: ConfigPlace
  package let condition: Filter
  package let actions: Set<Action>
  /// The name of the role in whose style author and title are drawn; nil for their own.
  package let colour: String?
  /// The tag that the posts have besides their own, without "#"; nil for none.
  package let tag: String?
  /// The day on which it ends, in UTC; nil for none.
  package let until: CalendarDate?

  /// The facts about posts that a rule may look at: no flags, because a post would go while it is read.
  package static let known: FilterNeeds = [.post, .clock, .feed, .feedTags]

  package init(
    name: String,
    line: String,
    at place: ConfigPlace,
    _ condition: Filter,
    _ actions: Set<Action>,
    colour: String? = nil,
    tag: String? = nil,
    until: CalendarDate? = nil
  ) {
    self.name = name
    self.line = line
    self.place = place
    self.condition = condition
    self.actions = actions
    self.colour = colour
    self.tag = tag
    self.until = until
  }

  /// Returns the condition of a rule's filter.
  ///
  /// - Throws: ``ViewError`` at column 1 if the view has none, or asks for what a rule cannot say.
  package static func condition(of view: View) throws(ViewError) -> Filter {
    guard view.order == nil, view.limit == nil else {
      throw ViewError(at: 1, "sort: and limit: have no meaning in a rule")
    }
    guard let condition = view.condition else {
      throw ViewError(at: 1, "the filter passes all posts", expected: "a term")
    }
    if condition.asksFlags {
      throw ViewError(
        at: 1,
        "a rule cannot ask for is:read, is:unread or is:kept: a post would go while it is read"
      )
    }
    if let missing = condition.unmet(by: known) { throw ViewError(at: 1, missing) }
    return condition
  }

  /// Its effects, in the words of the configuration: "hide", "colour title".
  package var effects: [String] {
    Action.allCases.filter(actions.contains).map(\.rawValue)
      + [colour.map { "colour \($0)" }, tag.map { "tag \($0)" }].compactMap(\.self)
  }

  /// Whether a text can be a tag: letters, digits and "_", at most 40 of them.
  package static func isTag(_ text: String) -> Bool {
    !text.isEmpty && text.count <= 40
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  package func isInForce(at now: Timestamp) -> Bool {
    until.map { now.secondsSinceEpoch < $0.start } ?? true
  }

  /// Reads the day on which a rule ends, such as "2027-01-01"; nil for anything else.
  package static func day(_ text: String) -> CalendarDate? {
    // A month or a year alone would leave open on which day it ends.
    text.utf8.count == 10 ? CalendarDate(text) : nil
  }
}
