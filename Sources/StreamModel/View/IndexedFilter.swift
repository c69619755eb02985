/// Tells from the indexes of logs which posts cannot pass a filter, so that they need not be read.
///
/// It remembers its verdict on each sheet; without that it would only take longer.
package struct IndexedFilter: Sendable {
  private let filter: Filter
  /// Whether posts of a sheet may pass, by the number of their source and of the sheet; nil for a sheet that was not asked about.
  private var sheets: [[Bool?]] = []
  /// Whether a post may pass that states a time after the beginning of this one; see ``Timeline/begun``.
  private var passesLater: (begun: Int64, mayPass: Bool)?

  /// Returns nil where no index tells what the filter asks.
  package init?(_ filter: Filter) {
    guard filter.predicates.contains(where: \.asksIndex) else { return nil }
    self.filter = filter
  }

  /// Whether a post may pass, as far as that is known without reading it.
  package mutating func mayPass(_ id: RecordID, in timeline: Timeline) -> Bool {
    guard let source = timeline.indexedSource(of: id) else { return true }
    guard sheetMayPass(id, of: source) else { return false }
    if let facts = source.indexedFacts(ofNumber: id.number) { return filter.mayPass(facts) }
    guard let time = timeline.rankTime(of: id) else { return true }
    return filter.mayPass(IndexedFacts(times: time...time, counts: nil))
      || mayPassLater(in: timeline)
  }

  private mutating func sheetMayPass(_ id: RecordID, of source: any RecordSource) -> Bool {
    let sheet = IndexedFacts.sheet(ofNumber: id.number)
    while sheets.count <= id.source { sheets.append([]) }
    if sheet < sheets[id.source].count, let known = sheets[id.source][sheet] { return known }
    let mayPass = source.indexedFacts(ofSheet: sheet).map(filter.mayPass) ?? true
    let missing = sheet + 1 - sheets[id.source].count
    if missing > 0 { sheets[id.source] += Array(repeating: nil, count: missing) }
    sheets[id.source][sheet] = mayPass
    return mayPass
  }

  /// A post that stated a time to come has its place by another.
  private mutating func mayPassLater(in timeline: Timeline) -> Bool {
    guard let begun = timeline.begun else { return false }
    if let passesLater, passesLater.begun == begun { return passesLater.mayPass }
    let mayPass = filter.mayPass(IndexedFacts(times: begun...Int64.max, counts: nil))
    passesLater = (begun, mayPass)
    return mayPass
  }
}

extension IndexedFacts {
  func mayPass(_ field: Field.Count, _ test: CountTest) -> Bool {
    guard let counts, let least = counts.least[field], let most = counts.most[field] else {
      return true
    }
    // A post that tells no number passes no test.
    guard most > RecordCounts.unknown else { return false }
    let lower = least <= RecordCounts.unknown + 1 ? Int.min : Int(least)
    return test.mayMatch(lower...(most == .max ? Int.max : Int(most)))
  }
}

extension RecordCounts {
  fileprivate subscript(_ field: Field.Count) -> Int32? {
    switch field {
    case .likes: likes
    case .reshares: reshares
    case .comments: comments
    case .words, .time, .volume: nil
    }
  }
}

extension Filter {
  /// Whether posts of which an index tells `facts` may pass.
  func mayPass(_ facts: IndexedFacts) -> Bool {
    let mayPass = folded { predicate in
      switch predicate {
      case .date(let test): test.mayMatch(facts.times)
      case .count(let field, let test): facts.mayPass(field, test)
      default: true
      }
    } joined: { group, parts in
      switch group {
      case .not: true
      case .all: parts.allSatisfy(\.self)
      case .any: parts.contains(true)
      }
    }
    return mayPass ?? true
  }
}

extension Predicate {
  fileprivate var asksIndex: Bool {
    switch self {
    case .date, .count(.likes, _), .count(.reshares, _), .count(.comments, _): true
    default: false
    }
  }
}
