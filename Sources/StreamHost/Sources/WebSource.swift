import StreamModel

/// The document of an address, read once for a command.
package final class WebSource {
  package let source: Subscription.Source
  package let retrieval: Retrieval
  /// The bytes of the last good copy, or of the document once it is there.
  package let bytes: ArrivingBytes
  /// A sentence about the part of the address that the user left out; nil for none.
  package let note: String?
  /// The place of the last good copy; nil where there is no cache.
  package let copy: WebCopy?
  /// The posts that a viewer has stored of it; nil where there is no cache.
  private let log: WebCopy?

  /// - Parameters:
  ///   - mayFetch: whether the network may be used; without it the last good copy is read.
  ///   - cache: the folder of copies; nil where none is kept.
  /// - Throws: ``FeedError`` with the reason why the address is not fetched.
  init(_ named: NamedAddress, mayFetch: Bool, cache: CacheFolder?) throws(FeedError) {
    source = named.source
    note = named.note
    bytes = ArrivingBytes(name: named.source.name)
    copy = cache.map { WebCopy(of: named.retrieval.request.address.text, in: $0) }
    log = cache.map { WebCopy(of: named.source.text, in: $0, .logs) }
    retrieval = named.retrieval.with(copy?.read()?.copy)
    let stored = mayFetch ? nil : stored
    try named.check(mayFetch: mayFetch, isStored: stored != nil)
    guard let stored else { return }
    bytes.begin(stored)
    bytes.finish(fault: nil)
  }

  /// The file that was fetched last: the last good copy, or the posts that a viewer has stored; nil for neither.
  package var stored: String? {
    let found = [copy, log].compactMap { $0?.read() }.filter { $0.byteCount > 0 }
    return found.max { ($0.time?.secondsSinceEpoch ?? 0) < ($1.time?.secondsSinceEpoch ?? 0) }?.path
  }
}
