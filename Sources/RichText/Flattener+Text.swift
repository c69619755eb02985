extension Flattener {
  mutating func take(_ bytes: Bytes, _ range: Range<Int>) {
    guard hidden == 0 else { return }
    var range = range
    if dropsNewline, let first = range.first {
      dropsNewline = false
      if bytes[first] == 0x0A { range = (first + 1)..<range.upperBound }
    }
    if context.isPreformatted { takePreformatted(bytes, range) } else { takeFlowing(bytes, range) }
  }

  private mutating func takeFlowing(_ bytes: Bytes, _ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index].isHTMLSpace {
        if hasText { pendingSpace = true }
        index += 1
        continue
      }
      // Write a run of words separated by single blanks at once.
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

  private mutating func takePreformatted(_ bytes: Bytes, _ range: Range<Int>) {
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

  /// Recounts the columns from `start` on, because the text after it is about to be replaced.
  mutating func recountTabs(from start: Int) {
    guard tabs.offset > start else { return }
    let counted = output.text[start..<min(tabs.offset, output.text.count)]
    if counted.contains(0x0A) {
      // Each line is recounted at most once: later text belongs to a line further down.
      let line = output.text[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      tabs.column = output.text[line..<start].count { $0 & 0xC0 != 0x80 }
    } else {
      tabs.column -= counted.count { $0 & 0xC0 != 0x80 }
    }
    tabs.offset = start
  }

  /// Appends a word, preceded by the pending blank if there is one, and returns the word's start.
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

  /// Replaces the text from `start` on and moves what refers to it.
  ///
  /// - Parameter move: Maps old offsets, from `start` on, to new ones.
  mutating func rewrite(
    from start: Int,
    with bytes: [UInt8],
    since mark: TextOutput.Mark,
    move: (Int) -> Int
  ) {
    recountTabs(from: start)
    output.replaceTail(from: start, with: bytes, since: mark, move: move)
    for index in stack.indices.reversed() {
      // Outer elements have begun before the elements inside them.
      guard let begun = stack[index].start else { continue }
      guard begun > start else { break }
      stack[index].start = move(begun)
    }
  }

  /// Makes this position the start of every open element that has no text yet.
  private mutating func startElements() {
    for index in stack.indices.reversed() {
      // Outer elements have begun before the elements inside them.
      guard stack[index].start == nil else { break }
      stack[index].start = output.text.count
    }
  }

  var hasText: Bool {
    guard let start = output.blockStart, output.text.count > start else { return false }
    return output.text.last != 0x0A
  }

  mutating func beginBlockIfNeeded() {
    guard output.blockStart == nil else { return }
    let (lead, hang) = context.marks()
    output.beginBlock(context.kind, lead: lead, hang: hang, space: context.takeSpace())
    tabs = (output.text.count, 0)
  }

  /// Ends the current lines; the next text begins a block, `gap` empty lines further down.
  mutating func endBlock(gap: Int = 0) {
    pendingSpace = false
    if changes > 0 { signChanges() }
    output.endBlock(coveredFrom: coveredStart)
    if !embedded.isEmpty { writeEmbedded() }
    context.addSpace(gap)
    // An element that began with blanks that have been trimmed has no text yet.
    let end = output.text.count
    for index in stack.indices.reversed() {
      guard let start = stack[index].start else { continue }
      // Outer elements have begun before the elements inside them.
      guard start > end else { break }
      stack[index].start = nil
    }
  }

  /// The start of the outermost open link or code; nil if none is open.
  var coveredStart: Int? { stack.first { $0.coversText && $0.start != nil }?.start }
}
