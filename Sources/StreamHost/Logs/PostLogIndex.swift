import Glibc
package import StreamModel

/// The posts in the bytes of a post log, found in one pass over its lines.
package struct PostLogIndex {
  package struct Entry {
    package let identity: PostIdentity
    /// The hash of the post's contents after its last update.
    var text: UInt64
    let line: Range<Int>
    /// The place of its id in the bytes, as JSON writes it, without quotes.
    let id: Range<Int>
    /// The places of the lines that update it, in their order.
    var updates: [Range<Int>] = []
  }

  package private(set) var entries: [Entry] = []
  /// The whole lines of the log, without any after the last line feed.
  private(set) var end = 0
  private(set) var identities = IdentityIndex()

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { log in
      guard let base = log.baseAddress else { return }
      while end < log.count, let feed = memchr(base + end, 0x0A, log.count - end) {
        let next = base.distance(to: UnsafeRawPointer(feed)) + 1
        add(UnsafeRawBufferPointer(start: base + end, count: next - 1 - end), at: end)
        end = next
      }
    }
  }

  /// Returns the times that put the posts in their places, and those that they state, as far as the lines have them.
  func ranks(in log: [UInt8]) -> [(time: Timestamp, stated: Timestamp)] {
    entries.compactMap { PostLogLine.rank(in: log, at: $0.line) }
  }

  mutating func setText(_ text: UInt64, of entry: Int) {
    guard entries.indices.contains(entry) else { return }
    entries[entry].text = text
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    guard let line = PostLogLine(bytes) else { return }
    let range = start..<start + bytes.count + 1
    if let known = identities.number(ofID: line.identity.id) {
      entries[known].text = line.text
      entries[known].updates.append(range)
      return
    }
    // An update of a post that is not there cannot be shown.
    guard line.kind == .post else { return }
    let id = start + line.id.lowerBound..<start + line.id.upperBound
    identities.add(line.identity, as: entries.count)
    entries.append(Entry(identity: line.identity, text: line.text, line: range, id: id))
  }
}
