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

  private let program: ThisProgram
  private let onAnswer: (Int, DiscussionPlace, DiscussionAnswer) -> [LoopEvent]
  private var fetches: [Int: Fetch] = [:]

  /// - Parameter onAnswer: receives an answer of a place, for the request of a token.
  init(
    by program: ThisProgram,
    onAnswer: @escaping (Int, DiscussionPlace, DiscussionAnswer) -> [LoopEvent]
  ) {
    self.program = program
    self.onAnswer = onAnswer
  }

  func fetch(_ token: Int, _ place: DiscussionPlace) {
    guard fetches[token] == nil else { return }
    fetches[token] = Fetch(place: place)
    ask(token)
  }

  func stop(_ token: Int) {
    guard let fetch = fetches.removeValue(forKey: token) else { return }
    program.loop.remove(fetch.timer)
    program.children.release(fetch.child)
  }

  func cancel() { fetches.keys.forEach(stop) }

  private func ask(_ token: Int) {
    guard let place = fetches[token]?.place, let account = place.account,
      let path = place.request.ranges(of: "/api/v1/statuses/").last.map({
        place.request[$0.lowerBound...]
      })
    else { return }
    fetches[token]?.child = program.start(
      ["refresh", "--answer", String(path)],
      of: [ServedFeed.word(for: account)],
      .pipes(input: nil, limit: Self.outputLimit)
    ) { [weak self] in
      self?.take($0, token) ?? []
    }
    guard fetches[token]?.child == nil else { return }
    program.loop.post(end(token, .failure("No process could be started.")))
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
    fetches[token]?.timer = program.loop.schedule(afterMilliseconds: pause) { [weak self] in
      self?.ask(token)
      return []
    }
    return onAnswer(token, fetch.place, .copy(discussion, of: program.loop.time.wall))
  }

  private func end(_ token: Int, _ answer: DiscussionAnswer) -> [LoopEvent] {
    guard let place = fetches.removeValue(forKey: token)?.place else { return [] }
    return onAnswer(token, place, answer)
  }
}
