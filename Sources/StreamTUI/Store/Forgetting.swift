import CellGrid
import StreamModel
import StreamUI

/// Removes what is saved of a source, or of all: rows of the store, saved places and their drafts.
struct Forgetting {
  /// The outcome in words.
  struct Report: Equatable {
    /// The sentence on the things that were removed; nil where nothing was.
    var line: String?
    /// The sentence on the things that could not be removed; nil where all were.
    var failure: String?

    /// Whether nothing was known of the source.
    var isEmpty: Bool { line == nil && failure == nil }
  }

  let state: SavedState

  /// The rows of a source in words.
  private static let contents = "read marks, kept posts and links"

  /// Forgets the source that a word of the user means.
  func forget(_ word: String) -> Report {
    for family in SourceFamily.candidates(for: word) {
      let report = forget(family)
      if !report.isEmpty { return report }
    }
    return Report()
  }

  /// Forgets a source with all feeds in it.
  func forget(_ family: SourceFamily) -> Report {
    guard let sources = state.store.sources(in: family) else { return refusal }
    let outcome = sources.isEmpty ? .done : state.store.forget(sources)
    guard outcome != .failed else { return refusal }
    let places = removal { $0.forget(family) }
    let posts = removedPosts { (files) throws(StateFault) in
      guard let source = family.subscribed else { return 0 }
      return try files.remove(source) ? 1 : 0
    }
    let rows =
      (sources.isEmpty ? [] : [Self.contents]) + ((posts ?? 0) > 0 ? ["fetched posts"] : [])
    return Self.report(family.title, rows, places, outcome, arePostsGone: posts != nil)
  }

  /// Forgets all sources.
  func forgetAll() -> Report {
    guard let count = state.store.history(limit: .max)?.count else { return refusal }
    let outcome = state.store.forgetAll()
    guard outcome != .failed else { return refusal }
    let places = removal { $0.forgetAll() }
    let posts = removedPosts { (files) throws(StateFault) in try files.removeAll() }
    let sources = count == 1 ? "1 source" : "\(count.grouped) sources"
    let logs =
      switch posts ?? 0 {
      case 0: [String]()
      case 1: ["the fetched posts of 1 subscription"]
      case let count: ["the fetched posts of \(count.grouped) subscriptions"]
      }
    let rows = ["\(sources) with \(Self.contents)"] + logs
    return Self.report("everything", rows, places, outcome, arePostsGone: posts != nil)
  }

  /// Removes files from all folders of places.
  private func removal(_ remove: (PlaceFolder) -> PlaceFolder.Removal) -> PlaceFolder.Removal {
    var sum = PlaceFolder.Removal()
    for kind in PlaceFolder.Kind.allCases {
      guard let folder = PlaceFolder(kind, in: state.folder) else { continue }
      let removal = remove(folder)
      sum.count += removal.count
      sum.isClean = sum.isClean && removal.isClean
    }
    return sum
  }

  /// Removes files of subscriptions; returns the number of logs, nil if some could not be removed.
  private func removedPosts(_ remove: (FeedFiles) throws(StateFault) -> Int) -> Int? {
    try? remove(FeedFiles(folder: state.folder))
  }

  private static func report(
    _ name: String,
    _ rows: [String],
    _ places: PlaceFolder.Removal,
    _ outcome: StateEraser.Outcome,
    arePostsGone: Bool
  ) -> Report {
    let count = places.count == 1 ? "1 saved place" : "\(places.count.grouped) saved places"
    let parts = rows + (places.count == 0 ? [] : [count])
    var report = Report()
    if !parts.isEmpty { report.line = "Forgotten: \(name) (\(parts.joined(separator: ", ")))" }
    if case .remains(let files) = outcome {
      let names = files.joined(separator: ", ")
      report.failure = "Its bytes may remain in \(names). Run streamtui forget all to remove them."
    } else if !places.isClean {
      report.failure = "Some saved places could not be removed"
    } else if !arePostsGone {
      report.failure = "Some fetched posts could not be removed"
    }
    return report
  }

  private var refusal: Report {
    let reason = StateRefusal("the saved state cannot be written now", state.store).text
    return Report(line: nil, failure: "Not forgotten: \(reason)")
  }
}
