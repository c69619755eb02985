package import StreamModel

/// The editions of a source that is read again and again: the records that a timeline shows of it, and
/// the way in for newer bytes.
package final class Editions {
  package private(set) var records: RenewedSource
  private let first: Feed
  private var hasMore = false
  private var notes: [String] = []
  package var choice: RecordChoice

  package init(of first: Feed, _ choice: RecordChoice) {
    self.first = first
    self.choice = choice
    records = RenewedSource(choice.records(of: first))
  }

  /// Adds an edition; the timeline takes it in when it advances.
  package func add(_ bytes: any ByteSource) {
    hasMore = true
    records.renew(with: choice.records(of: first.edition(of: bytes)))
  }

  /// Adds posts that are older than all that are shown, below the last of them.
  package func add(older posts: [Post]) {
    hasMore = true
    // The last post that is shown comes first: new ones of an edition come in after one that is known.
    let lines = ([lastPost].compactMap(\.self) + posts).flatMap { NativeRecord($0).bytes + [0x0A] }
    let bytes = MemoryBytes(name: first.name, bytes: lines)
    records.extend(with: choice.records(of: Feed(source: bytes, hint: .ndjson, title: first.title)))
  }

  private var lastPost: Post? {
    for position in (0..<records.recordCount).reversed() {
      if let number = records.number(at: position),
        case .post(let post) = records.record(number: number)
      {
        return post
      }
    }
    return nil
  }

  /// Chooses other records: those of the first edition as long as it is the only one, else those of editions that come.
  ///
  /// Posts that the latest edition lacks are known by earlier choices only.
  package func choose(_ choice: RecordChoice) {
    self.choice = choice
    guard !hasMore else { return }
    records = RenewedSource(choice.records(of: first))
    for note in notes { records.note(note) }
  }

  /// Adds a sentence to the problems of the source.
  package func note(_ sentence: String) {
    notes.append(sentence)
    records.note(sentence)
  }
}
