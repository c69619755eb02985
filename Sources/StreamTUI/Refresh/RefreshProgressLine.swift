import StreamUI

/// The progress of `streamtui refresh --progress`, a line each time that it changes: "@ done all failed
/// new", and at the end "@ next SECONDS", the time until a subscription is due.
enum RefreshProgressLine: Equatable {
  case progress(RefreshProgress)
  /// The seconds until a subscription is due; nil if none ever is.
  case next(Int64?)

  /// Parses a line; returns nil for one that says something else.
  init?(_ line: String) {
    var words = line.split(separator: " ", maxSplits: 5)[...]
    guard words.popFirst() == "@" else { return nil }
    if words.first == "next" {
      self = .next(words.dropFirst().first.flatMap { Int64($0) })
      return
    }
    let numbers = words.compactMap { Int($0) }.filter { $0 >= 0 }
    guard numbers.count == 4 else { return nil }
    self = .progress(
      RefreshProgress(done: numbers[0], all: numbers[1], failed: numbers[2], new: numbers[3])
    )
  }

  /// The line without its end.
  var text: String {
    switch self {
    case .progress(let progress):
      "@ \(progress.done) \(progress.all) \(progress.failed) \(progress.new)"
    case .next(let seconds): "@ next" + (seconds.map { " \($0)" } ?? "")
    }
  }
}
