package import CellGrid
import StreamModel

package struct RefreshProgress: Equatable, Sendable {
  package private(set) var done: Int
  package let all: Int
  package private(set) var failed: Int
  package private(set) var new: Int
  package private(set) var edited: Int
  package private(set) var discussed: Int

  package init(
    done: Int,
    all: Int,
    failed: Int = 0,
    new: Int = 0,
    edited: Int = 0,
    discussed: Int = 0
  ) {
    self.done = done
    self.all = all
    self.failed = failed
    self.new = new
    self.edited = edited
    self.discussed = discussed
  }

  /// Counts one more of them, with the numbers of its posts.
  package mutating func add(new: Int, edited: Int, discussed: Int, hasFailed: Bool = false) {
    done += 1
    failed += hasFailed ? 1 : 0
    self.new += new
    self.edited += edited
    self.discussed += discussed
  }

  /// The progress in words, the longest form first: "refreshing 12 of 200 · 1 failed · 8 new".
  var forms: [String] {
    let count = "\(done.grouped) of \(all.grouped)"
    let facts =
      (failed > 0 ? " · \(failed.grouped) failed" : "") + (new > 0 ? " · \(new.grouped) new" : "")
    let short = (failed > 0 || new > 0) ? [count + facts] : []
    return ["refreshing \(count)\(facts)"] + short + ["refreshing \(count)", count]
  }

  /// The outcome in words, with the keys that lead on from a page: "2 new posts (U lists them) · 1 of 6 failed".
  func summary(on page: any PageContent) -> String {
    var facts: [String] = []
    if new > 0 {
      let way = page.traits.contains(.news) ? " ({new-rows} lists \(new == 1 ? "it" : "them"))" : ""
      facts.append((new == 1 ? "1 new post" : "\(new.grouped) new posts") + way)
    }
    if let posts = PostRow.count(edited, "post", "posts") {
      let words = edited == 1 ? "it" : "them"
      facts.append("\(posts) edited (the filter is:changed lists \(words) among all posts)")
    }
    if let posts = PostRow.count(discussed, "post", "posts") {
      facts.append("\(posts) with new comments")
    }
    // Of a feed that failed nothing is known.
    if facts.isEmpty, failed == 0 || failed < all { facts = ["Nothing new"] }
    // The list of subscriptions itself shows where they are.
    let way = page.keyPage == .feeds ? "" : " ({feeds} lists why)"
    if failed > 0 { facts.append("\(failed.grouped) of \(all.grouped) failed\(way)") }
    return facts.joined(separator: " · ")
  }
}

package enum ReloadEnd: Equatable, Sendable {
  case shown
  case failed(SafeText)
  /// New posts are on their way and come in by themselves, or when the reader reloads again; the sentence says which.
  case waits(SafeText)
}
