import StreamModel

/// The bytes of a feed without their wrapping: gzip, another charset, or none.
///
/// The first bytes identify the wrapping once they are available. If there is none, reads go
/// straight to the source.
final class UnwrappedBytes: ByteSource {
  /// The layers unwrapped so far, such as "gzip", outermost first.
  private(set) var notes: [String] = []
  private let upstream: any ByteSource
  private let limits: FilteredBytes.Limits
  private let room: Spool.Room
  private let log = FaultLog()
  /// The innermost layer known so far.
  private var current: any ByteSource
  private var isDecided = false
  /// The number of bytes of `current` that must be available before the next check.
  private var needed = 1
  private var layers = 0
  private var upstreamFaults = 0
  private var failure: FeedError?

  private static let mostLayers = 4
  /// The bytes that are checked first; nearly everything but markup is identified by them.
  private static let glance = 4096

  var name: String { upstream.name }
  var count: Int { isDecided ? current.count : 0 }
  var isComplete: Bool { isDecided && current.isComplete }
  /// The faults of all layers, including those the source reports after all its bytes were read.
  var faults: [String] {
    noteFaults()
    return log.sentences
  }
  /// The reason why bytes are missing at the end, as far as it is known; nil if none are.
  var cut: String? {
    noteFaults()
    return log.cut
  }
  /// Whether it is certain that there is nothing to unwrap.
  var isPlain: Bool { isDecided && current === upstream }

  /// Checks the bytes that are available.
  ///
  /// - Throws: ``FeedError`` if they cannot be read or converted.
  init(
    _ upstream: any ByteSource,
    limits: FilteredBytes.Limits = FilteredBytes.Limits(),
    room: Spool.Room = Spool.Room()
  ) throws(FeedError) {
    self.upstream = upstream
    self.limits = limits
    self.room = room
    current = upstream
    _ = try look()
  }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    isDecided ? try current.read(at: offset, into: buffer) : 0
  }

  func pull() throws(FeedError) -> Bool {
    if let failure { throw failure }
    do throws(FeedError) {
      let isDone = try current.pull()
      if isDecided { return isDone }
      return try look() || isDone
    } catch {
      failure = error
      throw error
    }
  }

  private func noteFaults() {
    let faults = upstream.faults
    for fault in faults.dropFirst(upstreamFaults) { log.add(.cut(fault)) }
    upstreamFaults = faults.count
  }

  /// Checks for another layer; returns whether it found something out.
  private func look() throws(FeedError) -> Bool {
    let before = notes.count
    while !isDecided, current.isComplete || current.count >= needed {
      let isComplete = current.isComplete
      let count = current.count
      let size = min(count, WrappingSniffer.reach, max(needed, Self.glance))
      let answer = try withHead(size) { head in
        // Fewer bytes than announced are all there are: another process may have truncated the
        // file.
        let isWhole = isComplete && (count == head.count || head.count < size)
        return WrappingSniffer(bytes: head, isWhole: isWhole).answer()
      }
      switch answer {
      case .unknown(let needed): self.needed = needed
      case .nothing(let note):
        if let note { notes.append(note) }
        isDecided = true
      case .gzip: unwrap(.gunzip(Gunzip()), note: "gzip")
      case .text(let charset, let note):
        guard let transcoder = Transcoder(charset) else { throw inconvertible(charset.name) }
        unwrap(.transcode(transcoder), note: note)
        isDecided = true
      case .unknownCharset(let label, let isReadable):
        guard isReadable else { throw inconvertible(label) }
        log.add(.blemish("charset \"\(label)\" is not known here; read as UTF-8"))
        isDecided = true
      }
    }
    return isDecided || notes.count > before
  }

  /// Calls `body` with the first `size` bytes of the innermost layer, or fewer if there are no
  /// more.
  private func withHead<T>(
    _ size: Int,
    _ body: (UnsafeBufferPointer<UInt8>) -> T
  ) throws(FeedError) -> T {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, size), alignment: 1)
    defer { buffer.deallocate() }
    var filled = 0
    while filled < size {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<size])
      let got = try current.read(at: filled, into: rest)
      guard got > 0 else { break }
      filled += got
    }
    return body(UnsafeRawBufferPointer(rebasing: buffer[..<filled]).bindMemory(to: UInt8.self))
  }

  private func inconvertible(_ charset: String) -> FeedError {
    .unreadable(name: name, reason: "charset \"\(charset)\" cannot be converted here")
  }

  private func unwrap(_ filter: ByteFilter, note: String) {
    guard layers < Self.mostLayers else {
      log.add(.blemish("wrapped more than \(Self.mostLayers) times; the rest is left as it is"))
      isDecided = true
      return
    }
    layers += 1
    notes.append(note)
    current = FilteredBytes(current, through: filter, log: log, limits: limits, room: room)
    needed = 1
  }
}
