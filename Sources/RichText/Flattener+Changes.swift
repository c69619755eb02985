/// Writes signs around text that was added or removed, which a style alone would tell: those of GNU wdiff.
extension Flattener {
  /// Begins an element with styles; flat and rich rows, dumps and the linear viewer sign changes alike.
  mutating func beginSpans(_ tag: Tag, _ kinds: [Span.Kind]) {
    let isRemoval = kinds.contains(.strike)
    let isSigned = stack.contains { open in
      if case .change(let outer, _) = open.effect {
        outer.contains(.strike) == isRemoval
      } else {
        false
      }
    }
    guard isRemoval || tag == .inserted, reader.signsChanges, !isSigned else {
      push(tag, .spans(kinds))
      return
    }
    if push(tag, .change(kinds, mark: output.recorded)) { changes += 1 }
  }

  /// Signs the part of each change that stands in the block that ends.
  mutating func signChanges() {
    for index in stack.indices {
      guard case .change = stack[index].effect else { continue }
      sign(stack[index])
      stack[index].start = nil
    }
  }

  mutating func sign(_ open: Open) {
    guard case .change(let kinds, let mark) = open.effect, let start = open.start,
      let block = output.blockStart, block <= start
    else { return }
    var end = output.text.count
    while end > start, output.text[end - 1].isHTMLSpace { end -= 1 }
    guard end > start else { return }
    let signs = kinds.contains(.strike) ? ("[-", "-]") : ("{+", "+}")
    let bytes = Array(signs.0.utf8) + output.text[start..<end] + signs.1.utf8 + output.text[end...]
    // The signs have two bytes each.
    rewrite(from: start, with: bytes, since: mark) { $0 + ($0 > end ? 4 : 2) }
    for kind in kinds { output.addSpan(kind, start..<(end + 4)) }
  }
}
