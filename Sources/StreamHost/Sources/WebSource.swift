import Glibc
import StreamModel

package final class WebSource {
  package let source: Subscription.Source
  package private(set) var retrieval: Retrieval
  /// The bytes that are shown: those of the last good copy, or of the document as it arrives.
  package private(set) var bytes: WebBytes
  /// A newer document, which is shown after a reload; nil for none.
  var newer: WebBytes?
  /// A sentence about the part of the address that the user left out; nil for none.
  package let note: String?
  /// The place of the last good copy; nil where there is no cache.
  package let copy: WebCopy?
  /// The copy that ``bytes`` has; nil if they come from the document.
  private(set) var found: WebCopy.Found?
  /// The documents that are shown; others join them, if newer ones take their places by themselves or older posts came.
  package var editions: Editions?
  package var isRefreshed = false
  /// The older posts to which the document leads; nil as long as nothing is known of them.
  package var older: OlderRecord?

  /// Interprets a name that is no file; returns nil for one that is no address either.
  ///
  /// The user has typed the address, so that one of the user's own network is asked without a question.
  ///
  /// - Parameters:
  ///   - mayFetch: whether the network may be used; without it a copy is shown all the same.
  ///   - usesCopy: whether the bytes may be those of the last good copy.
  ///   - cache: the folder of copies.
  ///   - program: curl, or a program in its place.
  /// - Throws: ``FeedError`` with the reason why the address is not fetched.
  init?(
    _ name: String,
    mayFetch: Bool,
    usesCopy: Bool,
    cache: CacheFolder? = CacheFolder(),
    program: String = Curl.program
  ) throws(FeedError) {
    guard let (source, way, note) = try Self.way(to: name) else { return nil }
    self.source = source
    let address = way.request.address.text
    self.note = note
    bytes = WebBytes(name: source.name)
    guard !Environment.isSecure else {
      throw Self.refusal(bytes.name, "secure mode is on (STREAMTUI_SECURE)")
    }
    copy = cache.map { WebCopy(of: address, in: $0) }
    let last = copy?.read()
    found = usesCopy || !mayFetch ? last : nil
    retrieval = way.with(last?.copy)
    if let found {
      bytes.begin(found.path)
      bytes.finish(fault: nil)
    } else if !mayFetch {
      throw Self.refusal(bytes.name, "the network is off, and there is no copy of it")
    } else if !ChildProcess.exists(program) {
      throw .unreadable(name: bytes.name, reason: Curl.isMissing)
    }
  }

  /// Makes a document that came the copy that the next request names.
  func note(_ end: RetrievalEnd) { retrieval = retrieval.with(end.copy) }

  /// Takes in the older posts to which a document in a file leads.
  ///
  /// - Parameter posts: the number of its posts.
  func noteOlder(_ end: RetrievalEnd, _ body: String, posts: Int) {
    let new = OlderRecord(after: end, body, posts: posts)
    older = older?.renewed(by: new, hasGap: false) ?? new
  }

  /// Whether a newer document has joined the first one because the reader asked for it.
  private var hasJoined = false

  /// Whether another document joins those that are shown: what came with older posts, and the earlier texts of posts
  /// that changed, would be gone otherwise.
  package var isJoined: Bool { isRefreshed || hasJoined || (older?.trail.pages ?? 0) > 0 }

  /// Whether a newer document can join the one that is shown: one that is whole, and of a form that is known.
  var mayJoin: Bool { bytes.isComplete && editions?.records.isIndexed == true }

  /// Shows a newer document: its posts come in beside those that are shown.
  ///
  /// - Parameter document: the bytes of the document, unwrapped.
  func join(_ newer: WebBytes, _ document: any ByteSource) {
    guard let editions else { return }
    editions.add(document)
    self.newer = newer
    hasJoined = true
    showNewer()
  }

  /// Makes the newer document, if there is one, the one that is shown.
  package func showNewer() {
    guard let newer else { return }
    bytes = newer
    found = nil
    self.newer = nil
  }

  /// The address under which the copy of a name is kept; nil for a name that is no address.
  static func copyAddress(of name: String) -> String? {
    (try? way(to: name))?.way.request.address.text
  }

  private static func way(
    to name: String
  ) throws(FeedError) -> (source: Subscription.Source, way: Retrieval, note: String?)? {
    switch AddressGuess(name) {
    case .file: return nil
    case .refused(let reason): throw .unreadable(name: name, reason: reason)
    case .account(let account): return Retrieval(account).map { (.account(account), $0, nil) }
    case .web(let verdict, let note):
      if case .refuse(let reason) = verdict {
        throw .unreadable(name: FeedAddress.shown(name), reason: reason)
      }
      return verdict.address.map { (.web($0), Retrieval($0, trusting: $0.server), note) }
    }
  }

  private static func refusal(_ address: String, _ reason: String) -> FeedError {
    .unreadable(name: address, reason: "is an address, which is not fetched: \(reason)")
  }
}

/// The bytes of a document on the web as they arrive in a file.
///
/// It is empty until ``begin(_:)`` names the file; ``look()`` takes in the bytes that were added to it.
package final class WebBytes: ByteSource {
  let name: String
  private(set) var count = 0
  private(set) var isComplete = false
  private(set) var faults: [String] = []
  private var descriptor: Int32 = -1
  private var failure: String?

  package init(name: String) { self.name = name }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Whether no more bytes will come, be it that none came at all.
  var isOver: Bool { isComplete || failure != nil }

  var hasBegun: Bool { descriptor >= 0 }

  /// Opens the file at `path`; the bytes stay when it is removed or renamed.
  package func begin(_ path: String) {
    guard !hasBegun, !isComplete else { return }
    descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY)
    look()
  }

  /// Takes in the bytes that were added; returns whether there are any.
  @discardableResult
  func look() -> Bool {
    var status = stat()
    guard hasBegun, !isComplete, fstat(descriptor, &status) == 0, Int(status.st_size) > count else {
      return false
    }
    count = Int(status.st_size)
    return true
  }

  /// Takes in the last bytes; no more will come.
  ///
  /// - Parameter fault: why the document is not whole; nil if it is.
  package func finish(fault: String?) {
    look()
    if let fault, count == 0 {
      // Not complete: the reader of these bytes asks for more, and gets the error then.
      failure = fault
      return
    }
    isComplete = true
    if let fault { faults.append(fault) }
  }

  /// Whether both have the same bytes, as far as they have arrived.
  func isSame(as other: WebBytes) -> Bool {
    guard count == other.count else { return false }
    let size = 64 << 10
    let buffers = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * size, alignment: 1)
    defer { buffers.deallocate() }
    let own = UnsafeMutableRawBufferPointer(rebasing: buffers[..<size])
    let others = UnsafeMutableRawBufferPointer(rebasing: buffers[size...])
    var offset = 0
    while offset < count {
      guard let got = try? read(at: offset, into: own), got > 0,
        let same = try? other.read(at: offset, into: others), same == got,
        own[..<got].elementsEqual(others[..<got])
      else { return false }
      offset += got
    }
    return true
  }

  func pull() throws(FeedError) -> Bool {
    if let failure { throw .unreadable(name: name, reason: failure) }
    return false
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    if let failure { throw .unreadable(name: name, reason: failure) }
    guard offset < count, !buffer.isEmpty else { return 0 }
    guard let got = OpenFile.read(descriptor, at: offset, before: count, into: buffer) else {
      throw .unreadable(name: name, reason: SystemError.text(errno))
    }
    return got
  }
}
