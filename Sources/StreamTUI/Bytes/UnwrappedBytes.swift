import StreamModel

/// The feed inside whatever its bytes are wrapped in: gzip, another charset, or nothing.
///
/// What it is wrapped in is told by the first bytes, once they are there. Where it is nothing,
/// reads go straight through.
final class UnwrappedBytes: ByteSource {
  /// What was unwrapped so far, such as "gzip", outermost first.
  private(set) var notes: [String] = []
  private let upstream: any ByteSource
  private let limits: FilteredBytes.Limits
  private let room: Spool.Room
  private let log = FaultLog()
  /// The innermost layer that is known of.
  private var current: any ByteSource
  private var isDecided = false
  /// How many bytes of `current` must be there for a look to be worth it.
  private var needed = 1
  private var layers = 0
  private var upstreamFaults = 0
  private var failure: FeedError?

  private static let mostLayers = 4
  /// Bytes that are looked at first: nearly all that is not markup is known by them.
  private static let glance = 4096

  var name: String { upstream.name }
  var count: Int { isDecided ? current.count : 0 }
  var isComplete: Bool { isDecided && current.isComplete }
  /// Those of the source, too, which may come when all that is there was read already.
  var faults: [String] {
    noteFaults()
    return log.sentences
  }
  /// Whether it is known that there is nothing to unwrap.
  var isPlain: Bool { isDecided && current === upstream }

  /// Looks at the bytes that are there.
  ///
  /// - Throws: ``FeedError`` when they cannot be read, or not be converted.
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
    for fault in faults.dropFirst(upstreamFaults) { log.add(fault) }
    upstreamFaults = faults.count
  }

  /// Whether something was found out.
  private func look() throws(FeedError) -> Bool {
    let before = notes.count
    while !isDecided, current.isComplete || current.count >= needed {
      let isComplete = current.isComplete
      let count = current.count
      let size = min(count, WrappingSniffer.reach, max(needed, Self.glance))
      let answer = try withHead(size) { head in
        // Fewer than there should be are all: others may cut a file short.
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
        log.add("charset \"\(label)\" is not known here; read as UTF-8")
        isDecided = true
      }
    }
    return isDecided || notes.count > before
  }

  /// The first `size` bytes of the innermost layer, or fewer where there are no more.
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
      log.add("wrapped more than \(Self.mostLayers) times; the rest is left as it is")
      isDecided = true
      return
    }
    layers += 1
    notes.append(note)
    current = FilteredBytes(current, through: filter, log: log, limits: limits, room: room)
    needed = 1
  }
}
