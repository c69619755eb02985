/// Text, and the blocks that it is in.
extension Flattener {
  mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    guard hidden == 0 else { return }
    var range = range
    if dropsNewline, let first = range.first {
      dropsNewline = false
      if bytes[first] == 0x0A { range = (first + 1)..<range.upperBound }
    }
    if context.isPreformatted, table == nil {
      takePreformatted(bytes, range)
    } else {
      takeFlowing(bytes, range)
    }
  }

  private mutating func takeFlowing(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index].isHTMLSpace {
        if hasText { pendingSpace = true }
        index += 1
        continue
      }
      // Words that single blanks part are written at once.
      let start = index
      while index < range.upperBound {
        if bytes[index].isHTMLSpace {
          guard bytes[index] == 0x20, index + 1 < range.upperBound, !bytes[index + 1].isHTMLSpace
          else { break }
        }
        index += 1
      }
      write(bytes[start..<index])
    }
  }

  private mutating func takePreformatted(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) {
    guard !range.isEmpty else { return }
    beginBlockIfNeeded()
    startElements()
    for index in range {
      guard bytes[index] == 0x09 else {
        output.append(bytes[index])
        continue
      }
      for byte in output.text[min(tabs.offset, output.text.count)...] {
        tabs.column = byte == 0x0A ? 0 : byte & 0xC0 == 0x80 ? tabs.column : tabs.column + 1
      }
      tabs.offset = output.text.count
      output.append(repeatElement(0x20, count: 8 - tabs.column % 8))
    }
  }

  /// The text from `start` on is about to become another: columns are counted from there again.
  mutating func recountTabs(from start: Int) {
    guard tabs.offset > start else { return }
    let counted = output.text[start..<min(tabs.offset, output.text.count)]
    if counted.contains(0x0A) {
      // A line is looked at again once at most: the text behind goes on in a line further down.
      let line = output.text[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      tabs.column = output.text[line..<start].count { $0 & 0xC0 != 0x80 }
    } else {
      tabs.column -= counted.count { $0 & 0xC0 != 0x80 }
    }
    tabs.offset = start
  }

  /// Appends a word with the blank that is due before it; returns where the word begins.
  @discardableResult
  mutating func write(_ word: some Collection<UInt8>) -> Int {
    beginBlockIfNeeded()
    if pendingSpace { output.append(0x20) }
    pendingSpace = false
    startElements()
    let start = output.text.count
    output.append(word)
    return start
  }

  /// The text that follows is the first of every element that has none yet.
  private mutating func startElements() {
    for index in stack.indices.reversed() {
      // Elements below have begun before those above them.
      guard stack[index].start == nil else { break }
      stack[index].start = output.text.count
    }
  }

  /// Whether a blank would stand behind something.
  var hasText: Bool {
    if let table { return output.text.count > table.cellStart && table.isInCell }
    guard let start = output.blockStart, output.text.count > start else { return false }
    return output.text.last != 0x0A
  }

  mutating func beginBlockIfNeeded() {
    if table != nil {
      table?.beginCellIfNeeded(&output, isHeader: false)
      return
    }
    guard output.blockStart == nil else { return }
    let (lead, hang) = context.marks()
    output.beginBlock(context.kind, lead: lead, hang: hang, space: context.takeSpace())
    tabs = (output.text.count, 0)
  }

  /// Ends the lines at hand; the next text begins a block, `gap` empty lines further down.
  mutating func endBlock(gap: Int = 0) {
    if table != nil {
      if hasText { pendingSpace = true }
      return
    }
    pendingSpace = false
    output.endBlock(coveredFrom: coveredStart)
    if !embedded.isEmpty { writeEmbedded() }
    context.addSpace(gap)
    // What began with blanks that are gone now has not begun.
    let end = output.text.count
    for index in stack.indices.reversed() {
      guard let start = stack[index].start else { continue }
      // Elements below have begun before those above them.
      guard start > end else { break }
      stack[index].start = nil
    }
  }

  /// Where the links and code begin that are still open.
  var coveredStart: Int? {
    stack.first { $0.coversText && $0.start != nil }?.start
  }
}
