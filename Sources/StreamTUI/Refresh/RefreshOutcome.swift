import CellGrid
import StreamModel
import StreamSources
import StreamUI

/// The end of a subscription's refresh.
struct RefreshOutcome: Equatable {
  let subscription: Subscription
  /// The name that the user gave, else the feed's title, else the address.
  let name: String
  /// The number of posts that were not there before.
  let new: Int
  /// The number of posts whose text has changed.
  let edited: Int
  /// The posts that the feed lists now.
  let listed: Set<PostIdentity>
  /// The feeds that a page offers, if the answer was one.
  let offers: [FeedLink]
  /// Whether the document came whole, but is no feed.
  let isNoFeed: Bool
  /// Why it failed, in a sentence; nil for a success.
  let failure: String?
  /// The address that the feed has just moved to for good; nil for none.
  let moved: FeedAddress?
}

extension RefreshOutcome {
  /// The outcome of a subscription that is not fetched now, because its server asked for a pause.
  static func pause(
    of subscription: Subscription,
    _ record: FetchRecord,
    now: Timestamp
  ) -> RefreshOutcome {
    let end = Schedule.pauseEnd(record.history, now: now)?.rfc3339 ?? "a later time"
    return RefreshOutcome(
      subscription: subscription,
      name: subscription.name ?? record.title ?? subscription.source.shown,
      new: 0,
      edited: 0,
      listed: [],
      offers: [],
      isNoFeed: false,
      failure: "Its server asked for a pause until \(end)",
      moved: nil
    )
  }
}

/// The new posts of a refresh, told by a program of the user's.
struct RefreshNotice {
  /// The most feeds that are named.
  private static let mostNames = 3

  private var posts = 0
  private var names: [String] = []

  /// Takes in the end of a subscription.
  mutating func take(_ outcome: RefreshOutcome) {
    guard outcome.new > 0 else { return }
    posts += outcome.new
    names.append(SafeText(sanitizing: outcome.name).string)
  }

  /// The sentence: "12 new posts in Lake Levels, Ferry Timetables"; nil if there are none.
  ///
  /// It begins with a number, so no program takes it for an option.
  var sentence: String? {
    guard posts > 0 else { return nil }
    let named = names.sorted().prefix(Self.mostNames).joined(separator: ", ")
    let rest = names.count - Self.mostNames
    let more = rest > 0 ? " and \(rest) more" : ""
    return "\(posts) new \(posts == 1 ? "post" : "posts") in \(named)\(more)"
  }

  /// Starts `command` with the sentence as its last argument, if there are new posts.
  ///
  /// - Returns: a line about a program that could not be started; nil if nothing failed.
  func send(by command: [String]) -> String? {
    guard let program = command.first, let sentence else { return nil }
    guard ChildProcess.start(command + [sentence], .detached) == nil else { return nil }
    return "streamtui: \(program) was not found; change notify-command in the configuration"
  }
}
