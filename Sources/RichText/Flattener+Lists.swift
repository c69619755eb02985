extension Flattener {
  mutating func beginList(_ tag: Tag) {
    endBlock(gap: context.isInList ? 0 : 1)
    let style = tokenizer.attribute("type")
    let isReversed = tokenizer.attribute("reversed") != nil
    let start = tokenizer.number("start")
    guard push(tag, .none) else { return }
    if tag == .orderedList {
      context.beginOrderedList(start: start ?? 1, style: style, isReversed: isReversed)
    } else {
      context.beginUnorderedList()
    }
  }

  mutating func closeItem() {
    guard let item = stack.lastIndex(where: { $0.tag == .listItem }) else { return }
    let list = stack.lastIndex { $0.tag == .orderedList || $0.tag == .unorderedList } ?? -1
    if item > list { close(.listItem) }
  }

  /// Replaces the text from `start` on with its raised or lowered form, or marks it as such.
  mutating func makeSmall(from start: Int, raised: Bool, _ mark: TextOutput.Mark) {
    let limit = 256
    let end = output.text.count
    // Text of an earlier block stays: its ranges are final.
    guard end > start, let textStart = output.blockStart, textStart <= start else { return }
    let tail = Array(output.text[start..<end])
    let forms = end - start <= limit ? Self.smallForms(of: tail, raised: raised) : nil
    let offsets: [Int]
    let bytes: [UInt8]
    if let forms {
      (bytes, offsets) = forms
    } else {
      let sign = raised ? UInt8(ascii: "^") : UInt8(ascii: "_")
      let isSingle = String(decoding: tail, as: UTF8.self).count == 1
      let before = isSingle ? [sign] : [sign, UInt8(ascii: "(")]
      bytes = before + tail + (isSingle ? [] : [UInt8(ascii: ")")])
      offsets = (0...tail.count).map { $0 + before.count }
    }
    let move = { (offset: Int) -> Int in
      let place = offset - start
      if place == 0 { return start }
      return offsets.indices.contains(place) ? start + offsets[place] : start + bytes.count
    }
    rewrite(from: start, with: bytes, since: mark, move: move)
  }

  /// Returns the forms and, for each byte of `tail` and its end, the new offset; nil if a scalar has no form.
  private static func smallForms(
    of tail: [UInt8],
    raised: Bool
  ) -> (bytes: [UInt8], offsets: [Int])? {
    var bytes: [UInt8] = []
    var offsets: [Int] = []
    for scalar in String(decoding: tail, as: UTF8.self).unicodeScalars {
      guard let form = SmallForms.form(of: scalar, raised: raised) else { return nil }
      let length = UTF8.width(scalar)
      offsets += Array(repeating: bytes.count, count: length)
      bytes += Array(String(Character(form)).utf8)
    }
    offsets.append(bytes.count)
    return offsets.count == tail.count + 1 ? (bytes, offsets) : nil
  }
}

/// The superscript and subscript forms of Unicode.
///
/// They come from the blocks "Superscripts and Subscripts", "Phonetic Extensions", "Spacing
/// Modifier Letters" and "Latin-1 Supplement".
enum SmallForms {
  /// Returns the raised or lowered form of `scalar`; nil if Unicode has none.
  ///
  /// Blanks stay as they are.
  static func form(of scalar: Unicode.Scalar, raised: Bool) -> Unicode.Scalar? {
    if scalar == " " || scalar == "\u{A0}" { return scalar }
    let (plain, small) = raised ? superscripts : subscripts
    var forms = small.unicodeScalars.makeIterator()
    for candidate in plain.unicodeScalars {
      let form = forms.next()
      if candidate == scalar { return form }
    }
    return nil
  }

  private static let superscripts = (
    "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθιφχ",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᶥᵠᵡ"
  )

  private static let subscripts = (
    "0123456789+-−=()aehijklmnoprstuvxβγρφχ",
    "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ"
  )
}
