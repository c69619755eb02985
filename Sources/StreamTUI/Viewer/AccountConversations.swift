import CellGrid
import StreamHost
import StreamModel
import StreamUI

/// Fetches the conversations of posts that came through an account, and the names of those who did something with them, from
/// the account's server: each in another process, which alone knows the login.
final class AccountConversations {
  private struct Fetch {
    let place: DiscussionPlace
    var child: Children.Token?
    var timer: EventLoop.Token?
    /// The first answer, of a server that is still fetching replies from others.
    var first: Discussion?
  }

  /// The bytes of an answer, and the longest time in seconds to wait for what the server will know later.
  private static let (outputLimit, longestWait) = (16 << 20, 15)

  private let children: Children
  private let options: [String]
  private let onAnswer: (Int, DiscussionPlace, DiscussionAnswer) -> [LoopEvent]
  private var fetches: [Int: Fetch] = [:]

  /// - Parameters:
  ///   - options: the options of `streamtui refresh` that name the configuration.
  ///   - onAnswer: receives an answer of a place, for the request of a token.
  init(
    with children: Children,
    options: [String],
    onAnswer: @escaping (Int, DiscussionPlace, DiscussionAnswer) -> [LoopEvent]
  ) {
    self.children = children
    self.options = options
    self.onAnswer = onAnswer
  }

  func fetch(_ token: Int, _ place: DiscussionPlace) {
    guard fetches[token] == nil else { return }
    fetches[token] = Fetch(place: place)
    ask(token)
  }

  func stop(_ token: Int) {
    guard let fetch = fetches.removeValue(forKey: token) else { return }
    children.loop.remove(fetch.timer)
    if let child = fetch.child { children.release(child) }
  }

  func cancel() { fetches.keys.forEach(stop) }

  private func ask(_ token: Int) {
    guard let place = fetches[token]?.place, let account = place.account,
      let path = place.request.ranges(of: "/api/v1/statuses/").last.map({
        place.request[$0.lowerBound...]
      })
    else { return }
    let request = ChildRequest(
      arguments: ["/proc/self/exe", "refresh", "--answer", String(path)] + options
        + ["--", ServedFeed.word(for: account)],
      streams: .pipes(input: nil, limit: Self.outputLimit)
    )
    fetches[token]?.child = children.start(request) { [weak self] in self?.take($0, token) ?? [] }
    guard fetches[token]?.child == nil else { return }
    children.loop.post(end(token, .failure("No process could be started.")))
  }

  private func take(_ outcome: ChildOutcome, _ token: Int) -> [LoopEvent] {
    guard let fetch = fetches[token] else { return [] }
    let bytes = outcome.output.bytes
    guard outcome.end == .exited(0), !outcome.output.isCut,
      let line = bytes.firstIndex(of: 0x0A),
      let discussion = DiscussionCopies.discussion(
        in: Array(bytes[(line + 1)...]),
        from: fetch.place
      )
    else {
      if let first = fetch.first { return end(token, .discussion(first)) }
      return end(token, .failure(SafeText(sanitizing: LiveOlderPosts.reason(in: outcome))))
    }
    let again = Int(String(decoding: bytes[..<line], as: UTF8.self)) ?? 0
    guard again > 0, fetch.first == nil else { return end(token, .discussion(discussion)) }
    fetches[token]?.first = discussion
    fetches[token]?.child = nil
    let pause = min(again, Self.longestWait) * 1_000
    fetches[token]?.timer = children.loop.schedule(afterMilliseconds: pause) { [weak self] in
      self?.ask(token)
      return []
    }
    return onAnswer(token, fetch.place, .copy(discussion, of: children.loop.time.wall))
  }

  private func end(_ token: Int, _ answer: DiscussionAnswer) -> [LoopEvent] {
    guard let place = fetches.removeValue(forKey: token)?.place else { return [] }
    return onAnswer(token, place, answer)
  }
}
