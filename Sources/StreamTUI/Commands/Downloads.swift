import Glibc
import StreamHost
import StreamModel

/// Fetches documents for a command without a screen, and waits for all of them.
enum Downloads {
  /// Opens a source as one feed; waits for an address but not for a pipe.
  ///
  /// - Throws: ``FeedError`` with the operating system's message.
  static func open(_ name: String) throws(FeedError) -> OpenedSource {
    let source = try SourceOpener.open(name, mayFetch: true)
    wait(for: [source.web].compactMap(\.self))
    return source
  }

  /// Fills the bytes of `sources`; those that fail say so when they are read.
  ///
  /// A signal that ends the program ends the transfers, too.
  static func wait(for sources: [WebSource]) {
    let sources = sources.filter { !$0.bytes.isComplete }
    guard !sources.isEmpty else { return }
    for note in sources.compactMap(\.note) { Diagnostics.print("streamtui: \(note)") }
    guard let command = CommandLoop() else {
      for source in sources { source.bytes.finish(fault: SystemError.text(errno)) }
      return
    }
    do throws(StateRefusal) {
      var isOver = false
      let run = try Fetcher(with: command.children).begin(sources.map(\.retrieval)) {
        take($1, $2, of: sources[$0])
        return []
      } onOver: {
        isOver = true
        return [.bytesArrived]
      }
      // Nothing but the end of the program, or of the transfers, ends a wait.
      command.wait { isOver }
      run.cancel()
    } catch {
      for source in sources { source.bytes.finish(fault: error.text) }
    }
    command.end()
  }

  private static func take(_ end: RetrievalEnd, _ body: String, of source: WebSource) {
    let now = SystemTime().wall
    let bytes = source.bytes
    switch end.content {
    case .document:
      bytes.begin(body)
      bytes.finish(fault: nil)
      // A copy that exists is better than a document that is no feed, or ends in the middle.
      if let document = try? OpenedSource(unwrapping: bytes), DocumentCheck(document).isGood {
        source.copy?.keep(body, end, at: now)
      }
      if let moved = end.moved {
        Diagnostics.print("\(bytes.name): has moved for good to \(moved.shown)")
      }
    case .offers: bytes.finish(fault: end.outcome.sentence)
    case .part:
      // Where nothing can be read in it, the reason why it is a part is the one to tell.
      if BodyStart.isReadable(body) { bytes.begin(body) }
      bytes.finish(fault: end.outcome.sentence)
    case .unchanged:
      source.copy?.confirm(end, at: now)
      takeCopy(of: source, insteadOf: end.outcome.sentence)
    case .nothing:
      if source.stored != nil {
        Diagnostics.print("\(bytes.name): \(end.outcome.sentence) The last copy is read instead.")
      }
      takeCopy(of: source, insteadOf: end.outcome.sentence)
    }
  }

  /// Fills the bytes of a source with the last good copy.
  ///
  /// - Parameter fault: the reason why there is no document, for a source without a copy.
  private static func takeCopy(of source: WebSource, insteadOf fault: String) {
    guard let stored = source.stored else { return source.bytes.finish(fault: fault) }
    source.bytes.begin(stored)
    source.bytes.finish(fault: nil)
  }
}
