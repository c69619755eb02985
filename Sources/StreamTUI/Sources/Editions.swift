import StreamModel

/// The editions of a source that is read again and again: the records that a timeline shows of it, and
/// the way in for newer bytes.
final class Editions {
  let records: RenewedSource
  private let first: Feed
  private let isPublicOnly: Bool

  /// - Parameter isPublicOnly: whether to leave out posts that state that they are not public.
  init(of first: Feed, isPublicOnly: Bool) {
    self.first = first
    self.isPublicOnly = isPublicOnly
    records = RenewedSource(Self.records(of: first, isPublicOnly))
  }

  /// Adds an edition; the timeline takes it in when it advances.
  func add(_ bytes: any ByteSource) {
    records.renew(with: Self.records(of: first.edition(of: bytes), isPublicOnly))
  }

  /// Adds a sentence to the problems of the source.
  func note(_ sentence: String) { records.note(sentence) }

  private static func records(of feed: Feed, _ isPublicOnly: Bool) -> any RecordSource {
    isPublicOnly ? PublicRecords(feed) : feed
  }
}
