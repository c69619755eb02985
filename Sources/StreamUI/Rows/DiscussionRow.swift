import Addresses
import CellGrid
import StreamModel

/// Builds the row of a place where the opened post is discussed.
struct DiscussionRow {
  /// How far the place was asked.
  enum State {
    case closed
    case asking
    /// Comments came: how many, how many the site has besides, and when it sent them.
    case open(count: Int, leftOut: Int, time: Timestamp?)
    /// The same, and the place is being asked again.
    case renewing(count: Int, leftOut: Int, time: Timestamp?)
  }

  let place: DiscussionPlace
  /// The number of comments that the feed states; nil if unknown.
  let stated: Int?
  /// Whether it stands for further replies to one comment.
  let isPart: Bool
  let state: State
  let failure: (text: SafeText, time: Timestamp)?

  /// - Parameter key: the key that fetches the comments.
  func row(
    now: Timestamp,
    zone: TimeZoneRules,
    key: String,
    density: Density,
    indent: Int = 0
  ) -> Row {
    var lines = [line(now, zone, key)]
    if let failure {
      let age = RelativeTime.text(failure.time, now: now, zone: zone)
      lines.append(
        MetaLine(
          [
            .init("  ", .text), .init(failure.text, .problem),
            .init(SafeText(sanitizing: " · \(age) · \(key) asks again"), .faint),
          ],
          overflow: .wrap(hang: 2)
        )
      )
    }
    return Row(
      indent: indent,
      bodyIndent: 2,
      before: lines,
      endsWithGap: density != .compact,
      isNotice: true
    )
  }

  private func line(_ now: Timestamp, _ zone: TimeZoneRules, _ key: String) -> MetaLine {
    let (text, note) = words(now, zone, key)
    return MetaLine(
      [
        .init("· ", .commentMark), .init(SafeText(sanitizing: text), .more),
        .init(SafeText(sanitizing: note), .faint),
      ],
      overflow: .wrap(hang: 2)
    )
  }

  private func words(
    _ now: Timestamp,
    _ zone: TimeZoneRules,
    _ key: String
  ) -> (text: String, note: String) {
    let sender = WebAddress(place.request)?.host ?? place.host
    let known = count(stated)
    switch state {
    case .closed:
      let from = sender == place.host || sender == "www.\(place.host)" ? "" : " from \(sender)"
      let verb = stated == 1 ? "fetches it" : "fetches them"
      let note = failure == nil ? " · \(key) \(verb)\(from)" : ""
      return ("\(known ?? "\(nouns.plural)") on \(place.host)", note)
    case .asking: return ("fetching \(known ?? "\(nouns.plural)") from \(sender) …", "")
    case .open(let count, let leftOut, let time):
      let again = failure == nil ? " · \(key) asks again" : ""
      return (came(count, leftOut), age(time, now, zone) + again)
    case .renewing(let count, let leftOut, let time):
      return (came(count, leftOut), "\(age(time, now, zone)) · asking again …")
    }
  }

  private var nouns: (singular: String, plural: String) {
    if isPart { return ("more reply", "more replies") }
    return place.site == .activityStreams ? ("reply", "replies") : ("comment", "comments")
  }

  private func count(_ number: Int?) -> String? {
    PostRow.count(number, nouns.singular, nouns.plural)
  }

  private func came(_ count: Int, _ leftOut: Int) -> String {
    let comments = self.count(count) ?? "no \(nouns.plural)"
    return "\(comments) on \(place.host)" + (leftOut > 0 ? ", \(leftOut.grouped) more there" : "")
  }

  private func age(_ time: Timestamp?, _ now: Timestamp, _ zone: TimeZoneRules) -> String {
    guard let time else { return " · a copy of unknown age" }
    return " · fetched \(RelativeTime.ago(time, now: now, zone: zone))"
  }
}
