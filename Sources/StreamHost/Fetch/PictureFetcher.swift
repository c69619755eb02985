package import Addresses
import StreamModel

/// Fetches pictures of the network, one at a time, and keeps copies of them for later.
package final class PictureFetcher {
  private struct Failure {
    let fault: PictureFault
    let retry: Timestamp
    let count: Int
  }

  /// The seconds for which a copy is shown without asking its server: pictures hardly ever change.
  private static let fresh: Int64 = 86_400
  /// The seconds until a picture that failed for a while may be asked for again, and another one.
  private static let pause: Int64 = 60
  private static let longPause: Int64 = 3_600
  /// The most failures that are remembered.
  private static let most = 4_096

  private let fetcher: Fetcher
  private let isSecure: Bool
  private let copies: CacheFolder?
  /// Told when the picture that was pending has come, or will not: reading it tells which.
  package var onEnd: () -> Void = {}
  private var run: TransferRun?
  private var last: (address: String, bytes: [UInt8], type: String?)?
  private var failures: [String: Failure] = [:]
  /// The addresses whose servers have called the copy good in this run, or did not answer.
  private var settled: Set<String> = []

  /// - Parameter isSecure: whether nothing is fetched, nor read from copies.
  package init(_ fetcher: Fetcher, isSecure: Bool) {
    self.fetcher = fetcher
    self.isSecure = isSecure
    copies = fetcher.keepsCopies ? fetcher.cache : nil
  }

  /// Returns the bytes of a picture; nil while they are fetched.
  ///
  /// - Throws: If they cannot be, or are no picture.
  package func file(of target: LinkTarget) throws(PictureFault) -> PictureFile? {
    guard !isSecure else { throw .refused("secure mode is on (STREAMTUI_SECURE)") }
    let name = target.text
    if let last, last.address == name { return try PictureFile(last.bytes, type: last.type) }
    let found = copy(of: name)?.read()
    if let found, isGood(found, of: name), let bytes = Self.bytes(of: found.path) {
      return try PictureFile(bytes)
    }
    if let failure = failures[name], failure.retry > now { throw failure.fault }
    try begin(target, found?.copy)
    return nil
  }

  /// The state of a picture, which is another one once it may be asked for again.
  package func stamp(of target: LinkTarget) -> PictureFile.Stamp {
    let failure = failures[target.text]
    let isOver = failure.map { $0.retry <= now } ?? true
    return PictureFile.Stamp(values: [(failure?.count ?? 0) - (isOver ? 0 : 1)])
  }

  /// The bytes of a picture that has come, to be saved; nil if it has not, or has gone.
  package func bytes(of target: LinkTarget) -> [UInt8]? {
    if let last, last.address == target.text { return last.bytes }
    return copy(of: target.text)?.read().flatMap { Self.bytes(of: $0.path) }
  }

  /// Ends the transfer that goes on; nobody hears of its end.
  package func cancel() {
    run?.cancel()
    run = nil
  }

  // MARK: Transfers

  private func begin(_ target: LinkTarget, _ copy: Retrieval.Copy?) throws(PictureFault) {
    cancel()
    guard fetcher.mayFetch else { throw .refused("the \(Fetcher.offReason)") }
    // Hosts of the own network, and doubtful ones, have no lines; this is the last look.
    guard case .fetch(let address) = FeedAddress.judge(target.text) else {
      throw .refused("\(target.host) is asked only after a question")
    }
    do throws(StateRefusal) {
      run = try fetcher.begin([Retrieval(address, for: .picture, copy: copy)]) {
        [weak self] _, end, body in
        self?.take(end, body, of: target.text)
        return []
      } onOver: { [weak self] in
        self?.run = nil
        self?.onEnd()
        return []
      }
    } catch {
      throw .refused(Self.brief(error.text))
    }
  }

  private func take(_ end: RetrievalEnd, _ body: String, of name: String) {
    let copy = copy(of: name)
    switch end.content {
    case .document:
      guard let bytes = Self.bytes(of: body) else {
        return fail(name, .over(most: most), until: now.advanced(by: Self.pause))
      }
      last = (name, bytes, end.result.head?.contentType?.type)
      failures[name] = nil
      guard let copies, PictureFile.isPicture(bytes) else { return }
      copy?.keep(body, end, at: now)
      settled.insert(name)
      WebCopies(cache: copies, kind: .pictures).sweep(at: now)
    case .unchanged:
      copy?.confirm(end, at: now)
      settled.insert(name)
    case .offers, .part, .nothing:
      let fault = fault(of: end, body)
      // A copy that exists is better than none.
      if copy?.read() != nil { settled.insert(name) }
      let pause = end.outcome.course == .later ? Self.pause : Self.longPause
      fail(name, fault, until: end.pause ?? now.advanced(by: pause))
    }
  }

  private func fail(_ name: String, _ fault: PictureFault, until retry: Timestamp) {
    if failures.count >= Self.most { failures = [:] }
    let count = failures[name]?.count ?? 0
    failures[name] = Failure(fault: fault, retry: retry, count: count + 1)
  }

  /// The reason why a transfer has brought no picture.
  private func fault(of end: RetrievalEnd, _ body: String) -> PictureFault {
    // curl stops at the limit, as it does on a full disk.
    let exit = end.result.exit
    return exit == 63 || exit == 23 && isFull(body)
      ? .over(most: most) : .refused(Self.brief(end.outcome.sentence))
  }

  /// The first sentence without its end: a line has no room for what the reader may do.
  private static func brief(_ sentence: String) -> String {
    let end = sentence.firstRange(of: ". ")?.lowerBound ?? sentence.endIndex
    let whole = sentence[..<end]
    return String(whole.hasSuffix(".") ? whole.dropLast() : whole)
  }

  // MARK: Copies

  private let most = PictureFile.mostFetchedBytes

  private func copy(of name: String) -> WebCopy? {
    copies.map { WebCopy(of: name, in: $0, .pictures) }
  }

  /// Whether a copy is shown without asking its server.
  private func isGood(_ copy: WebCopy.Found, of name: String) -> Bool {
    guard fetcher.mayFetch, !settled.contains(name) else { return true }
    guard let time = copy.time else { return false }
    return (0..<Self.fresh).contains(now.secondsSinceEpoch - time.secondsSinceEpoch)
  }

  private func isFull(_ body: String) -> Bool { FileStart.read(body, limit: most).count >= most }

  /// The bytes of a file; nil if there are more than may be.
  private static func bytes(of path: String) -> [UInt8]? {
    let bytes = FileStart.read(path, limit: PictureFile.mostFetchedBytes + 1)
    return bytes.count > PictureFile.mostFetchedBytes ? nil : bytes
  }

  private var now: Timestamp { fetcher.now }
}
