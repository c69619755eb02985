import Glibc
import StreamModel
import StreamUI

/// Buffers standard output and adds the brackets of a JSON array.
struct DumpOutput {
  private(set) var isWritable = true
  private let format: DumpRunner.Format
  /// Columns of the text format.
  private let width: Int
  private var dump = PostDump(now: SystemTime().wall)
  private var buffer = ""
  private var isFirst = true

  init(format: DumpRunner.Format, width: Int) {
    self.format = format
    self.width = width
    if format == .json { buffer = "[" }
  }

  /// Adds a post that stands at `place`, "FILE:LINE:COLUMN".
  mutating func add(_ post: Post, at place: String, _ replies: DumpedReplies?, _ flags: PostFlags?)
  {
    switch format {
    case .ndjson:
      let json = dump.json(post, source: place, replies: replies, flags: flags)
      buffer += String(decoding: json, as: UTF8.self) + "\n"
    case .json:
      let json = dump.json(post, source: place, replies: replies, flags: flags)
      buffer += (isFirst ? "\n" : ",\n") + String(decoding: json, as: UTF8.self)
    case .text: buffer += dump.text(.post(post), columns: width, replies: replies)
    case .links: buffer += dump.links(post)
    }
    isFirst = false
    if buffer.utf8.count > 1 << 16 { flush() }
  }

  /// Adds a record that is malformed; only the text format shows it in place.
  mutating func add(_ problem: FeedProblem) {
    if format == .text { buffer += dump.text(.problem(problem), columns: width) }
  }

  /// Writes the rest; returns false if any output failed.
  mutating func finish() -> Bool {
    if format == .json { buffer += isFirst ? "]\n" : "\n]\n" }
    flush()
    return isWritable
  }

  private mutating func flush() {
    if !Diagnostics.write(buffer, to: STDOUT_FILENO) { isWritable = false }
    buffer.removeAll(keepingCapacity: true)
  }
}
