#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Converts byte offsets to lines and columns, counting from the nearest offset counted before.
final class PlaceFinder {
  private struct Mark {
    let offset: Int
    let line: Int
    let lineStart: Int
  }

  private static let stride = 256 << 10
  private let window: ByteWindow
  private var isStarted = false
  /// One mark per stride in ascending order, without gaps from the start.
  private var marks: [Mark]
  private var cursor: Mark

  init(_ source: any ByteSource) {
    window = ByteWindow(source, capacity: 64 << 10)
    cursor = Mark(offset: 0, line: 1, lineStart: 0)
    marks = [cursor]
  }

  /// Returns the line and the column in bytes, both from 1.
  func place(of offset: Int) -> (line: Int, column: Int) {
    if !isStarted { start() }
    var mark = start(for: offset)
    while mark.offset < offset {
      let next = min(offset, (marks.last?.offset ?? 0) + Self.stride)
      let target = next > mark.offset ? next : offset
      guard let bytes = try? window.slice(at: mark.offset, length: target - mark.offset),
        !bytes.isEmpty
      else { break }
      mark = count(bytes, from: mark)
      if let last = marks.last, mark.offset - last.offset >= Self.stride { marks.append(mark) }
    }
    cursor = mark
    return (mark.line, max(1, offset - mark.lineStart + 1))
  }

  /// Starts at the first byte, so that its columns count from after a byte order mark.
  private func start() {
    isStarted = true
    guard let bytes = try? window.slice(at: 0, length: 3) else { return }
    cursor = Mark(offset: 0, line: 1, lineStart: Sniffer.origin(bytes))
    marks = [cursor]
  }

  private func start(for offset: Int) -> Mark {
    let mark = marks[max(0, marks.partitioningIndex { $0.offset > offset } - 1)]
    return cursor.offset <= offset && cursor.offset > mark.offset ? cursor : mark
  }

  private func count(_ bytes: UnsafeBufferPointer<UInt8>, from mark: Mark) -> Mark {
    guard let base = bytes.baseAddress else { return mark }
    var line = mark.line
    var lineStart = mark.lineStart
    var at = 0
    while at < bytes.count, let found = memchr(base + at, 0x0A, bytes.count - at) {
      at = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base + 1
      line += 1
      lineStart = mark.offset + at
    }
    return Mark(offset: mark.offset + bytes.count, line: line, lineStart: lineStart)
  }
}
