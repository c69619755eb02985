import Glibc
import StreamModel
import StreamUI

/// Documents that arrived for a viewer and are looked at in slices, so that no key waits for one.
final class DocumentChecks {
  /// Receives the check of a document, and the path of its file, which is removed afterwards unless it was
  /// moved.
  typealias Owner = (DocumentCheck, _ path: String) -> [TerminalEvent]

  private struct Waiting {
    let path: String
    var check: DocumentCheck
    let owner: Owner
  }

  private let loop: EventLoop
  private var waiting: [Waiting] = []
  private var timer: EventLoop.Token?

  init(on loop: EventLoop) {
    self.loop = loop
  }

  deinit { cancel() }

  /// Whether no document waits.
  var isEmpty: Bool { waiting.isEmpty }

  /// Begins to look at a document.
  ///
  /// - Parameters:
  ///   - body: the file as curl has written it; it is moved aside.
  ///   - bytes: its bytes.
  /// - Returns: The reason why it cannot be read; nil if it is looked at.
  func add(_ body: String, _ bytes: WebBytes, owner: @escaping Owner) -> String? {
    do throws(FeedError) {
      let check = DocumentCheck(try OpenedSource(unwrapping: bytes))
      // The transfer removes the file that it has written.
      let path = body + ".check"
      rename(body, path)
      waiting.append(Waiting(path: path, check: check, owner: owner))
      if waiting.count == 1 { look() }
      return nil
    } catch {
      return DocumentCheck.reason(error)
    }
  }

  /// Drops all documents.
  func cancel() {
    loop.remove(timer)
    for document in waiting { unlink(document.path) }
    waiting = []
  }

  private func look() {
    timer = loop.schedule(afterMilliseconds: 0) { [weak self] in self?.advance() ?? [] }
  }

  private func advance() -> [TerminalEvent] {
    guard var first = waiting.first else { return [] }
    first.check.advance()
    waiting[0] = first
    guard first.check.isDone else {
      look()
      return []
    }
    waiting.removeFirst()
    if !waiting.isEmpty { look() }
    defer { unlink(first.path) }
    return first.owner(first.check, first.path)
  }
}
