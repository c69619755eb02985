import StreamModel

/// How far back the pages of older posts of a feed were read, and where they go on.
///
/// A circle of pages is found by Brent's algorithm: one page is remembered, and later ones are compared with it. It is
/// replaced after 1, 2, 4, … further pages, so a circle of any length is noticed after at most three times its pages.
package struct OlderTrail: Equatable, Sendable {
  package enum Place: Equatable, Sendable {
    /// The next page is on the host of the last one.
    ///
    /// - isGuess: whether the address is made by rule and stated nowhere, so that a server without such a page has no
    ///   older posts.
    case page(FeedAddress, isGuess: Bool)
    /// The next page is on another host, which is asked only after the user agrees.
    case elsewhere(FeedAddress)
    /// The last page names an address that is never fetched: of another kind, or of a machine in the user's own network.
    case refused(String)
    /// The last page leads to no other.
    case first
    case circle
  }

  package private(set) var place: Place
  package private(set) var pages: Int
  /// The page that later ones are compared with, as a hash of its address.
  private var mark: UInt64
  /// The pages that were read since that one.
  private var steps: Int
  /// The pages after which another one is remembered.
  private var power: Int

  package init(from document: FeedAddress, to next: Place) {
    place = .first
    pages = 0
    mark = stableHash(of: document.text)
    steps = 0
    power = 1
    place = place(next, after: document)
  }

  package mutating func take(_ address: FeedAddress, leadingTo next: Place) {
    pages = pages == .max ? .max : pages + 1
    steps += 1
    if steps >= power {
      mark = stableHash(of: address.text)
      steps = 0
      power = min(power, 1 << 30) * 2
    }
    place = place(next, after: address)
  }

  package var isOver: Bool { place == .first || place == .circle }

  /// Takes the address of the next page for good although it is on another host: the user has agreed.
  package mutating func agree() {
    if case .elsewhere(let address) = place { place = .page(address, isGuess: false) }
  }

  package mutating func end() { place = .first }

  /// Notes that the last page was the one before it under another address.
  package mutating func turnBack() { place = .circle }

  /// Returns the place to which a document leads; a circle if that is a page which was read.
  private func place(_ next: Place, after document: FeedAddress) -> Place {
    switch next {
    case .page(let address, _), .elsewhere(let address):
      address == document || stableHash(of: address.text) == mark ? .circle : next
    case .refused, .first, .circle: next
    }
  }
}

extension OlderTrail {
  /// The trail on one line: the pages, the page that later ones are compared with, and the place.
  package var line: String {
    let place: [String] =
      switch place {
      case .page(let address, false): ["page", address.text]
      case .page(let address, true): ["guess", address.text]
      case .elsewhere(let address): ["elsewhere", address.text]
      case .refused(let text): ["refused", text]
      case .first: ["first"]
      case .circle: ["circle"]
      }
    let numbers = ["\(pages)", hexDigits(mark), "\(steps)", "\(power)"]
    return (numbers + place).joined(separator: " ")
  }

  package init?(line: String) {
    let words = line.split(separator: " ", maxSplits: 5).map { String($0) }
    guard words.count >= 5, let pages = Int(words[0]), let mark = UInt64(words[1], radix: 16),
      let steps = Int(words[2]), let power = Int(words[3]),
      pages >= 0, (0...(1 << 31)).contains(steps), (1...(1 << 31)).contains(power)
    else { return nil }
    let rest = words.count > 5 ? words[5] : nil
    let address = rest.flatMap { FeedAddress.judge($0).address }
    switch (words[4], address) {
    case ("page", let address?): place = .page(address, isGuess: false)
    case ("guess", let address?): place = .page(address, isGuess: true)
    case ("elsewhere", let address?): place = .elsewhere(address)
    case ("refused", _): place = .refused(rest ?? "")
    case ("first", _): place = .first
    case ("circle", _): place = .circle
    default: return nil
    }
    self.pages = pages
    self.mark = mark
    self.steps = steps
    self.power = power
  }

  /// Whether a page that the program has guessed is not there: the last one was that of the first posts.
  package func endsGuess(with end: RetrievalEnd) -> Bool {
    guard case .page(_, isGuess: true) = place, end.result.exit == 0,
      let status = end.result.head?.status
    else { return false }
    return status == 404 || status == 410
  }
}
