import StreamModel
import Testing

@testable import StreamUI

/// A run of the reader without a screen: lines in, a transcript out.
struct LinearStage {
  let timeline: Timeline
  private(set) var reader: LinearReader
  /// The actions outside, in order.
  private(set) var effects: [Effect] = []

  init(_ timeline: Timeline, _ change: (inout LinearOptions) -> Void = { _ in }) {
    self.timeline = timeline
    var options = LinearOptions()
    options.columns = 60
    change(&options)
    reader = LinearReader(timeline, options: options, now: Stage.wall)
  }

  /// Reads a feed of native posts; each is the inside of an object.
  init(
    posts: [String],
    order: Timeline.Order = .document,
    _ change: (inout LinearOptions) -> Void = { _ in }
  ) {
    let text = posts.map { "{\($0)}" }.joined(separator: ",")
    let bytes = Array("{\"version\":1,\"posts\":[\(text)]}".utf8)
    let feed = Feed(source: MemoryBytes(name: "feed.json", bytes: bytes))
    self.init(Timeline(sources: [feed], order: order), change)
  }

  /// Works until there is nothing to do, or nothing can be done without new bytes.
  mutating func settle() throws -> String {
    var text = ""
    while reader.isBusy, !reader.isStalled {
      guard let reply = try reader.work() else { continue }
      text += reply.text
      if let effect = reply.effect { effects.append(effect) }
    }
    return text
  }

  mutating func noteBytes() { reader.noteBytes() }

  /// Stops the work of the reader.
  mutating func cancel() -> String { reader.cancel().text }

  /// Answers one line, without working.
  mutating func take(_ line: String) -> String { reader.take(line).text }

  mutating func answer(_ line: String) throws -> String {
    let reply = reader.take(line)
    if let effect = reply.effect { effects.append(effect) }
    return reply.text + (try settle())
  }

  /// The beginning and the answers to `lines`, each after the prompt with the line.
  mutating func transcript(_ lines: [String]) throws -> String {
    var text = try settle()
    for line in lines {
      text += reader.prompt + line + "\n"
      text += try answer(line)
    }
    return text
  }
}
