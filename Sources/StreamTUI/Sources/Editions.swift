import StreamModel

/// The editions of a source that is read again and again: the records that a timeline shows of it, and
/// the way in for newer bytes.
final class Editions {
  let records: RenewedSource
  private let first: Feed
  /// Which records of editions that come later are shown.
  var choice: RecordChoice

  init(of first: Feed, _ choice: RecordChoice) {
    self.first = first
    self.choice = choice
    records = RenewedSource(choice.records(of: first))
  }

  /// Adds an edition; the timeline takes it in when it advances.
  func add(_ bytes: any ByteSource) {
    records.renew(with: choice.records(of: first.edition(of: bytes)))
  }

  /// Adds a sentence to the problems of the source.
  func note(_ sentence: String) { records.note(sentence) }
}
