/// Reads formulas, which pages write in several notations at once: one of them is shown.
extension Flattener {
  /// Whether the element that begins draws the formula that has just ended once more, as KaTeX, MathJax and
  /// MediaWiki write it.
  var repeatsFormula: Bool {
    formulaEnd == output.text.count
      && (tokenizer.attribute("aria-hidden") == "true"
        || tokenizer.attribute("class", has: "katex-html"))
  }

  /// Begins a formula of MathML; a text in place of it is TeX in most.
  mutating func beginFormula() {
    if hidden == 0, let text = tokenizer.attribute("alttext"), !text.isEmpty {
      write(text.utf8)
      formulaEnd = output.text.count
      beginHidden(.formula)
    } else {
      push(.formula, .formula(mark: output.recorded))
    }
  }

  /// Begins the formula in another notation: TeX replaces what was read of it, others are not shown.
  mutating func beginAnnotation() {
    guard hidden == 0, tokenizer.attribute("encoding")?.lowercased().hasSuffix("tex") == true,
      let place = stack.lastIndex(where: { $0.tag == .formula }),
      case .formula(let mark) = stack[place].effect
    else { return beginHidden(.annotation) }
    if let start = stack[place].start {
      guard let block = output.blockStart, block <= start else {
        return beginHidden(.annotation)
      }
      rewrite(from: start, with: [], since: mark) { _ in start }
      pendingSpace = false
    }
    push(.annotation, .annotation)
  }

  /// Hides the rest of the formula whose TeX has been read.
  mutating func finishAnnotation() {
    guard let place = stack.lastIndex(where: { $0.tag == .formula }),
      case .formula = stack[place].effect
    else { return }
    stack[place].effect = .hidden
    hidden += 1
    formulaEnd = output.text.count
  }
}
