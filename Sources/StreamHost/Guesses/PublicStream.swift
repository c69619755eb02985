import StreamModel

/// A stream that servers of the fediverse and Bluesky show without an account: the page that people know it by, and the
/// requests that lead to its posts as data.
package struct PublicStream: Equatable, Sendable {
  /// The page of the stream, in a form that is the same for all names of it.
  package let page: FeedAddress
  /// The name that people give it: "#lakes@social.example".
  package let name: String
  private let line: PublicStreamLine
  private let values: [String: String]

  /// The stream whose page has this address; nil for other addresses.
  package init?(of address: FeedAddress) {
    guard let parsed = PublicPage(address) else { return nil }
    for line in PublicStreamTable.lines {
      guard let values = parsed.values(of: line) else { continue }
      self.init(line, values, page: address)
      return
    }
    return nil
  }

  /// The posts of a person with an account on the server at `origin`, which may have another name than the account.
  init?(_ account: AccountName, at origin: FeedAddress) {
    guard let page = origin.judge("/@\(account.user)").address else { return nil }
    self.init(of: page)
  }

  private init(_ line: PublicStreamLine, _ values: [String: String], page: FeedAddress) {
    self.line = line
    self.values = values
    // Only where the site is known can one page have several addresses.
    let own = line.host.map {
      "https://\($0)/" + line.path.map { Self.filled($0, values) }.joined(separator: "/")
    }
    self.page = own.flatMap { FeedAddress.judge($0).address } ?? page
    name = Self.filled(line.name, values.mapValues(PublicPage.decoded)).replacing(
      "@did:",
      with: "did:"
    )
  }

  /// Whether the posts are asked for as data before the page is: those of a person are asked for when all else failed.
  var comesBeforeItsPage: Bool { line.order == .first }

  /// Whether only this site has such addresses: others only look alike.
  var isCertain: Bool { line.host != nil }

  var way: Way { Way(stream: self, values: values) }

  /// Says why a server does not show the stream; nil for answers that say nothing about it.
  func refusal(_ status: Int, by host: String) -> CurlOutcome? {
    switch status {
    case 401, 403, 422:
      let rest = line.feed.map { " \(Self.filled($0, values))" } ?? ""
      return CurlOutcome(.user, "\(host) shows \(name) to its members only (\(status)).\(rest)")
    case 400 where isCertain, 404 where isCertain:
      return CurlOutcome(.user, "Bluesky knows no \(name) (\(status)). Check the name.")
    default: return nil
    }
  }

  /// The account that a server found, as posts name it; nil for other answers.
  static func account(in answer: [UInt8]) -> Account? {
    guard let strings = JSONStrings.read(answer) else { return nil }
    let text = { (key: String) in strings.first { $0.path == [key] && !$0.text.isEmpty }?.text }
    guard let user = text("username"), let url = text("url") else { return nil }
    let host = FeedAddress.judge(url).address?.host
    return Account(
      name: text("display_name") ?? user,
      handle: host.map { "@\(user)@\($0)" },
      url: url
    )
  }

  fileprivate static func filled(_ text: String, _ values: [String: String]) -> String {
    values.reduce(text) { $0.replacing("{\($1.key)}", with: $1.value) }
  }

  struct Way: Equatable, Sendable {
    let stream: PublicStream
    private var values: [String: String]
    private var number = 0

    fileprivate init(stream: PublicStream, values: [String: String]) {
      self.stream = stream
      self.values = values
      passKnown()
    }

    private var step: PublicStreamLine.Step? {
      stream.line.steps.indices.contains(number) ? stream.line.steps[number] : nil
    }

    /// The address to ask now; nil where it would be too long.
    var request: FeedAddress? {
      step.flatMap { FeedAddress.judge(PublicStream.filled($0.request, values)).address }
    }

    /// Whether the answer to ``request`` has the posts.
    var endsHere: Bool { step?.key == nil }

    /// The way from here, after an answer that came from `address`; nil if the answer does not lead on.
    func after(_ answer: [UInt8], from address: FeedAddress) -> Way? {
      guard let key = step?.key, let strings = JSONStrings.read(answer),
        let value = strings.first(where: { $0.path == [key] })?.text, Self.isPlain(value)
      else { return nil }
      var way = self
      way.values[key] = value
      // A server that has another name for its people is asked by that from here on.
      if !stream.isCertain { way.values["origin"] = address.origin }
      way.number += 1
      way.passKnown()
      return way
    }

    /// Passes requests whose answers are known: a name may be a DID already.
    private mutating func passKnown() {
      while let key = step?.key, values[key] != nil { number += 1 }
    }

    /// Whether a value of an answer can stand in an address and leads nowhere else there.
    private static func isPlain(_ value: String) -> Bool {
      (1...200).contains(value.utf8.count) && value.contains { $0 != "." }
        && value.utf8.allSatisfy { PublicPage.isWord($0) || ".:".utf8.contains($0) }
    }
  }
}
