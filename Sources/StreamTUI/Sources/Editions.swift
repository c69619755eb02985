import StreamModel

/// The editions of a source that is read again and again: the records that a timeline shows of it, and
/// the way in for newer bytes.
final class Editions {
  private(set) var records: RenewedSource
  private let first: Feed
  /// Whether others have come after the first.
  private var hasMore = false
  private var notes: [String] = []
  /// Which records of editions that come later are shown.
  var choice: RecordChoice

  init(of first: Feed, _ choice: RecordChoice) {
    self.first = first
    self.choice = choice
    records = RenewedSource(choice.records(of: first))
  }

  /// Adds an edition; the timeline takes it in when it advances.
  func add(_ bytes: any ByteSource) {
    hasMore = true
    records.renew(with: choice.records(of: first.edition(of: bytes)))
  }

  /// Chooses other records: those of the first edition as long as it is the only one, else those of editions that come.
  ///
  /// Posts that the latest edition lacks are known by earlier choices only.
  func choose(_ choice: RecordChoice) {
    self.choice = choice
    guard !hasMore else { return }
    records = RenewedSource(choice.records(of: first))
    for note in notes { records.note(note) }
  }

  /// Adds a sentence to the problems of the source.
  func note(_ sentence: String) {
    notes.append(sentence)
    records.note(sentence)
  }
}
