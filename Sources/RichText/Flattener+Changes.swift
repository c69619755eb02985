/// Writes signs around text that was added or removed, which a style alone would tell.
extension Flattener {
  /// A change of the text; flat and rich rows, dumps and the linear viewer have the same signs (GNU wdiff's).
  struct Change {
    let opening: String
    let closing: String
    let kinds: [Span.Kind]

    init(isAddition: Bool, _ kinds: [Span.Kind]) {
      (opening, closing) = isAddition ? ("{+", "+}") : ("[-", "-]")
      self.kinds = kinds
    }
  }

  mutating func beginChange(_ tag: Tag, _ kinds: [Span.Kind]) {
    let change = Change(isAddition: !kinds.contains(.strike), kinds)
    let isInside = stack.contains { open in
      if case .change(let outer, _) = open.effect { outer.opening == change.opening } else { false }
    }
    guard reader.signsChanges, !isInside else {
      push(tag, .spans(kinds))
      return
    }
    if push(tag, .change(change, mark: output.recorded)) { changes += 1 }
  }

  mutating func finishChange(_ change: Change, since mark: TextOutput.Mark, from start: Int?) {
    changes -= 1
    if let start { sign(change, since: mark, from: start) }
  }

  /// Signs the part of each change that stands in the block that ends.
  mutating func signChanges() {
    for index in stack.indices {
      guard case .change(let change, let mark) = stack[index].effect,
        let start = stack[index].start
      else { continue }
      sign(change, since: mark, from: start)
      stack[index].start = nil
    }
  }

  private mutating func sign(_ change: Change, since mark: TextOutput.Mark, from start: Int) {
    guard let block = output.blockStart, block <= start else { return }
    var end = output.text.count
    while end > start, output.text[end - 1].isHTMLSpace { end -= 1 }
    guard end > start else { return }
    let (opening, closing) = (Array(change.opening.utf8), Array(change.closing.utf8))
    let bytes = opening + output.text[start..<end] + closing + output.text[end...]
    rewrite(from: start, with: bytes, since: mark) { offset in
      offset + opening.count + (offset > end ? closing.count : 0)
    }
    for kind in change.kinds {
      output.addSpan(kind, start..<(end + opening.count + closing.count))
    }
  }
}
