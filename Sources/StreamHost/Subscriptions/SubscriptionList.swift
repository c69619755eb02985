package struct SubscriptionList: Equatable, Sendable {
  /// A subscription that the user must confirm.
  package struct Doubt: Equatable, Sendable {
    package let index: Int
    /// The reason, such as a host inside the user's own network.
    package let reason: String
    package let place: ListPlace
  }

  /// A line of newsboat for a feed that a program makes.
  package struct Program: Equatable, Sendable {
    /// The line without its end.
    package let line: [UInt8]
    package let place: ListPlace
  }

  package struct Query: Equatable, Sendable {
    package let name: String
    package let filter: String
    package let place: ListPlace
  }

  package fileprivate(set) var subscriptions: [Subscription] = []
  /// The subscriptions whose addresses must be confirmed before they are fetched.
  package fileprivate(set) var doubts: [Doubt] = []
  /// The subscriptions that the program of the list does not show by themselves.
  package fileprivate(set) var hidden: [Int] = []
  package fileprivate(set) var queries: [Query] = []
  package fileprivate(set) var programs: [Program] = []
  /// The number of entries that named a source again and were merged with it.
  package fileprivate(set) var duplicates = 0
  /// The problems in the order of the list, at most ``problemLimit``.
  package fileprivate(set) var problems: [ListProblem] = []
  package fileprivate(set) var problemCount = 0
  /// Whether the list ends in the middle, so that it may lack subscriptions.
  package fileprivate(set) var isCut = false

  package static let problemLimit = 1_000
  package static let limit = 10_000
}

struct SubscriptionCollector {
  /// The list without its query feeds, whose filters depend on all tags.
  private var found = SubscriptionList()
  private var indices: [Subscription.Source: Int] = [:]
  private var queries: [(address: String, query: SubscriptionList.Query)] = []
  /// The names of the views that query feeds became.
  private var viewNames: Set<String> = []

  var list: SubscriptionList {
    var list = found
    let tags = Set(list.subscriptions.flatMap(\.tags))
    list.queries = queries.map { address, query in
      let filter = try? QueryFeed(address, tags: tags)?.filter
      return .init(name: query.name, filter: filter ?? query.filter, place: query.place)
    }
    return list
  }

  var isFull: Bool { found.subscriptions.count >= SubscriptionList.limit }

  /// Adds a subscription, or merges it with the same source; returns whether it was new.
  ///
  /// - Parameters:
  ///   - doubt: the reason why the user must confirm it.
  ///   - isHidden: whether the program of the list does not show it by itself.
  ///   - place: the place of the entry.
  mutating func add(
    _ subscription: Subscription,
    doubt: String?,
    isHidden: Bool = false,
    at place: ListPlace
  ) -> Bool {
    if let index = indices[subscription.source] {
      found.subscriptions[index] = found.subscriptions[index].merged(with: subscription)
      found.duplicates += 1
      return false
    }
    let index = found.subscriptions.count
    indices[subscription.source] = index
    if let doubt {
      found.doubts.append(SubscriptionList.Doubt(index: index, reason: doubt, place: place))
    }
    if isHidden { found.hidden.append(index) }
    found.subscriptions.append(subscription)
    return true
  }

  mutating func add(query address: String, at place: ListPlace) throws(QueryFeed.Failure) -> Bool {
    guard let query = try QueryFeed(address) else { return false }
    let name = query.name(besides: &viewNames)
    queries.append((address, .init(name: name, filter: query.filter, place: place)))
    return true
  }

  /// Adds a line of newsboat for a feed that a program makes, whatever stands on it; returns whether it is one.
  mutating func add(program line: ArraySlice<UInt8>, at place: ListPlace) -> Bool {
    let address = line.first == UInt8(ascii: "\"") ? line.dropFirst() : line
    guard address.starts(with: "exec:".utf8) || address.starts(with: "filter:".utf8) else {
      return false
    }
    let blanks = line.reversed().prefix { $0 <= 0x20 }
    let whole = Array(line.dropLast(blanks.count))
    found.programs.append(SubscriptionList.Program(line: whole, place: place))
    return true
  }

  mutating func reportCut(at place: ListPlace) {
    found.isCut = true
    report("the list ends in the middle (expected </opml>)", at: place)
  }

  /// Puts a problem of the whole list before all others.
  mutating func report(first message: String) {
    found.problemCount += 1
    found.problems.insert(ListProblem(at: ListPlace(line: 1, column: 1), message), at: 0)
    if found.problems.count > SubscriptionList.problemLimit { found.problems.removeLast() }
  }

  mutating func report(_ message: String, at place: ListPlace) {
    found.problemCount += 1
    guard found.problems.count < SubscriptionList.problemLimit else { return }
    found.problems.append(ListProblem(at: place, message))
  }
}

/// An entry of a list of subscriptions that was left out, or a part of one.
package struct ListProblem: Equatable, Sendable {
  package let place: ListPlace
  /// The message for the user: the wrong text, the reason, the remedy.
  ///
  /// It quotes text of the list, so it is text from outside.
  package let message: String

  package init(at place: ListPlace, _ message: String) {
    self.place = place
    self.message = message
  }

  package var text: String { "\(place.line):\(place.column): \(message)" }

  /// Returns text of a list for a message: at most 60 characters, in quotes.
  static func quoted(_ text: String) -> String {
    let shown = text.prefix(60)
    return "\"\(shown)\(shown.endIndex < text.endIndex ? "…" : "")\""
  }
}

package struct ListPlace: Hashable, Comparable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The column in scalars, from 1.
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Makes the position of an offset in a text in UTF-8.
  package init(of offset: Int, in text: [UInt8]) {
    var finder = ListPlaceFinder(text)
    self = finder.place(of: offset)
  }

  package static func < (first: ListPlace, second: ListPlace) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}

/// Finds the positions of offsets that never decrease, in one pass over the text.
struct ListPlaceFinder {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var column = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the position of `target`; of the last one if `target` is before it.
  mutating func place(of target: Int) -> ListPlace {
    while offset < target, offset < bytes.count {
      if bytes[offset] == 0x0A {
        line += 1
        column = 1
      } else if bytes[offset] & 0xC0 != 0x80 {
        // Continuation bytes belong to the scalar before them.
        column += 1
      }
      offset += 1
    }
    return ListPlace(line: line, column: column)
  }
}
