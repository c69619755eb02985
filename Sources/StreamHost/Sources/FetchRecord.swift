import StreamModel

/// The state of a subscription's requests, as the file beside its log holds it: a line a fact.
///
/// Lines that cannot be read are left out: the worst that a damaged file causes is one request that was not needed.
package struct FetchRecord: Equatable {
  static let limit = 64 << 10
  private static let refusal = "refused:"
  private static let mostRefused = 100
  private static let version = "streamtui-fetch 1"
  /// The longest text of a line in bytes.
  private static let lineLimit = 4_096

  /// The address that was asked; nil for a file.
  package var address: FeedAddress?
  /// The validators of the copy in the log, which hold for ``validatedAddress`` only.
  var validators = Validators.none
  var validatedAddress: FeedAddress?
  /// The bytes of the log with the posts of that copy; nil where it is not known.
  package var logSize: Int?
  package var history = FetchHistory()
  package var title: String?
  /// The sentence of the last failure; nil after a success.
  package var failure: String?
  /// Which marks of the reader wait for the server of an account: "34 marks wait for FreshRSS".
  package var waiting: String?
  /// The server's name of the post at which the reader stopped in another program, and the offer to go there.
  var elsewhere: String?
  package var offer: String?
  /// The deeds for which the server of an account on the fediverse has no call.
  var lacks: Set<PostDeed> = []
  /// Why the server of an account refuses single feeds, by their addresses.
  var refused: [String: String] = [:]
  /// The address that the feed moved to for good; nil if it did not move.
  var moved: FeedAddress?
  /// The older posts of the feed; nil before its document was fetched by a version that looks for them.
  package var older: OlderRecord?

  package init() {}

  /// Why nothing comes from a feed of an account.
  package func trouble(of source: Subscription.Source) -> String? {
    guard case .served(let feed) = source else { return trouble }
    return trouble ?? refused[feed.address]
  }

  /// Why nothing comes, with what waits for that.
  package var trouble: String? {
    guard let failure, let waiting else { return failure }
    return "\(failure)\(failure.hasSuffix(".") ? "" : ".") \(waiting)."
  }

  /// Reads the text of a file; nil if it is of no version that this program knows.
  init?(_ bytes: [UInt8]) {
    let lines = bytes.split(separator: 0x0A)
    guard lines.first?.elementsEqual(Self.version.utf8) ?? false else { return nil }
    var values: [Substring: String] = [:]
    for line in lines.dropFirst() {
      guard let space = line.firstIndex(of: 0x20) else { continue }
      let key = String(decoding: line[..<space], as: UTF8.self)
      values[key[...]] = String(decoding: line[(space + 1)...], as: UTF8.self)
    }
    let address = { (key: Substring) in values[key].flatMap { FeedAddress.judge($0).address } }
    let time = { (key: Substring) in values[key].flatMap { Timestamp(rfc3339: $0) } }
    self.address = address("address")
    validators = Validators(etag: values["etag"], modified: values["modified"])
    validatedAddress =
      values["validated"] == values["address"] ? self.address : address("validated")
    history = FetchHistory(
      lastTry: time("tried"),
      lastSuccess: time("succeeded"),
      failures: values["failures"].flatMap { Int($0) } ?? 0,
      course: values["course"].flatMap { CurlOutcome.Course(rawValue: $0) } ?? .done,
      maxAge: values["max-age"].flatMap { Int64($0) },
      notBefore: time("not-before")
    )
    logSize = values["log"].flatMap { Int($0) }
    title = values["title"]
    failure = values["failure"]
    waiting = values["waiting"]
    (elsewhere, offer) = (values["elsewhere"], values["offer"])
    lacks = Set(
      (values["lacks"] ?? "").split(separator: " ").compactMap { PostDeed(rawValue: "\($0)") }
    )
    for (key, value) in values where key.hasPrefix(Self.refusal) {
      refused[String(key.dropFirst(Self.refusal.count))] = value
    }
    moved = address("moved")
    older = OlderRecord(values)
  }

  var bytes: [UInt8] {
    var lines = [Self.version]
    let add = { (key: String, value: String?) in
      guard let value = value.flatMap(Self.line) else { return }
      lines.append("\(key) \(value)")
    }
    add("address", address?.text)
    add("etag", validators.etag)
    add("modified", validators.modified)
    add("validated", validatedAddress?.text)
    add("log", logSize.map { String($0) })
    add("tried", history.lastTry?.rfc3339)
    add("succeeded", history.lastSuccess?.rfc3339)
    add("failures", history.failures == 0 ? nil : String(history.failures))
    add("course", history.course.rawValue)
    add("max-age", history.maxAge.map { String($0) })
    add("not-before", history.notBefore?.rfc3339)
    add("title", title)
    add("failure", failure)
    add("waiting", waiting)
    add("elsewhere", elsewhere)
    add("offer", offer)
    add("lacks", lacks.isEmpty ? nil : lacks.map(\.rawValue).sorted().joined(separator: " "))
    for (feed, reason) in refused.sorted(by: { $0.key < $1.key }).prefix(Self.mostRefused) {
      add(Self.refusal + feed, reason)
    }
    add("moved", moved?.text)
    for line in older?.lines ?? [] { add(line.key, line.value) }
    return Array((lines + [""]).joined(separator: "\n").utf8)
  }

  /// Returns the text on one line, cut to its limit; nil if nothing is left.
  private static func line(_ text: String) -> String? {
    var kept = ""
    for scalar in text.unicodeScalars {
      guard kept.utf8.count < lineLimit else { break }
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      kept.unicodeScalars.append(isControl ? " " : scalar)
    }
    return kept.isEmpty ? nil : kept
  }
}
