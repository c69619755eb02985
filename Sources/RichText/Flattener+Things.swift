/// Handles elements without text of their own: line breaks, rules, images and players.
extension Flattener {
  /// The classes of images in place of emoji: of WordPress, of Twemoji and Discourse, of Mastodon.
  private static let emojiClasses: [StaticString] = [
    "wp-smiley", "emoji", "emojione", "custom-emoji",
  ]

  mutating func lineBreak() {
    guard hidden == 0 else { return }
    pendingSpace = false
    beginBlockIfNeeded()
    output.append(0x0A)
  }

  mutating func rule() {
    endBlock(gap: 1)
    let (lead, hang) = context.marks()
    let place = output.text.count
    let space = context.takeSpace()
    output.addBlock(.rule, range: place..<place, lead: lead, hang: hang, space: space)
    context.addSpace(1)
  }

  /// Begins a player, an embedded document or a picture; one without an address takes that of its first source.
  mutating func beginPlayer(_ tag: Tag) {
    guard hidden == 0 else { return }
    let name = String(decoding: tokenizer.name, as: UTF8.self)
    player = (
      tag == .picture ? "image" : name.split(separator: "-").last.map(String.init) ?? name, nil
    )
    let isStated = tokenizer.attribute("src") != nil || tokenizer.attribute("data") != nil
    if tag == .media, let source = imageSource ?? (isStated ? "" : nil) { embed(source) }
  }

  mutating func source() {
    guard hidden == 0, let open = player, open.source == nil, let source = imageSource else {
      return
    }
    // A picture shows its image; a source stands for it only where there is none.
    if open.kind == "image" { player?.source = source } else { embed(source) }
  }

  mutating func endPlayer(_ tag: Tag) {
    if tag == .picture, let source = player?.source {
      let start = write("[image]".utf8)
      addAttachment(source, start..<output.text.count)
    }
    player = nil
  }

  /// Notes a player or an embedded document, which gets a line of its own after the text around it.
  private mutating func embed(_ source: String) {
    guard let kind = player?.kind else { return }
    player = nil
    guard embedded.count < Self.mostEmbedded else { return image(kind) }
    embedded.append((kind, source))
  }

  private mutating func addAttachment(_ source: String, _ range: Range<Int>) {
    guard !source.isEmpty, !stack.contains(where: { $0.tag == .link }) else { return }
    output.addLink(source, .attachment, range)
  }

  /// The address of an image or player: that which a script will load, else its own, else the first of its
  /// sizes; nil for a blank that holds its place.
  private var imageSource: String? {
    let isBlank = { (source: String) in source.prefix(5).lowercased() == "data:" }
    for name in Self.sourceNames {
      if let source = tokenizer.attribute(name), !isBlank(source) { return source }
    }
    for name in ["srcset", "data-srcset", "data-lazy-srcset"] as [StaticString] {
      let words = tokenizer.attribute(name)?.split(whereSeparator: \.isWhitespace)
      // Addresses may hold commas; one at the end is none of them.
      guard var first = words?.first(where: { $0 != "," }).map(String.init) else { continue }
      if first.last == "," { first.removeLast() }
      if !isBlank(first) { return first }
    }
    return nil
  }

  /// The attributes with addresses; those in which scripts for lazy loading look come first.
  private static let sourceNames: [StaticString] = [
    "data-src", "data-lazy-src", "data-original", "data-lazy", "data-orig-src", "src", "data",
  ]

  mutating func writeEmbedded() {
    let waiting = embedded
    embedded.removeAll()
    for (kind, source) in waiting {
      let start = write("[\(kind)]".utf8)
      addAttachment(source, start..<output.text.count)
      endBlock()
    }
  }

  /// Writes "[image: alternative text]"; one that stands for an emoji is the emoji.
  ///
  /// An image with an empty alternative text is decoration and dropped, unless it states the size of a picture: many
  /// editors leave the text empty (WordPress 5 of a weblog, screenshots of 500 pixels). One of a pixel counts readers.
  mutating func image(_ kind: String) {
    guard hidden == 0, !repeatsFormula else { return }
    player?.source = nil
    let alt = tokenizer.attribute("alt")
    let sides = [length("width"), length("height")].compactMap(\.self)
    guard sides.allSatisfy({ $0 > 2 }), alt != "" || sides.contains(where: { $0 >= 100 }) else {
      return
    }
    let stated = alt?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let words = stated.flatMap { $0.isEmpty ? nil : $0 }
    if let words, Self.emojiClasses.contains(where: { tokenizer.attribute("class", has: $0) }) {
      write(words.utf8)
      return
    }
    let start = write((words.map { "[\(kind): \($0)]" } ?? "[\(kind)]").utf8)
    let source = imageSource
    if let source, source != tokenizer.attribute("src") { lazyImageEnd = output.text.count }
    addAttachment(source ?? "", start..<output.text.count)
  }

  /// The number that an attribute for a length begins with; nil without one.
  private func length(_ name: StaticString) -> Int? {
    tokenizer.attribute(name).flatMap { Int($0.prefix(6).prefix { $0.isASCII && $0.isNumber }) }
  }

  /// Writes the state of a box or a radio button.
  mutating func input() {
    switch tokenizer.attribute("type")?.lowercased() {
    case "checkbox": box("☑", "☐", isChecked: tokenizer.attribute("checked") != nil)
    case "radio": box("◉", "○", isChecked: tokenizer.attribute("checked") != nil)
    default: break
    }
  }

  mutating func box(_ on: String, _ off: String, isChecked: Bool) {
    guard hidden == 0 else { return }
    write((isChecked ? on : off).utf8)
    pendingSpace = true
  }

  /// Begins `code` that is a line of a table of code; returns false for any other.
  mutating func beginLineOfCode() -> Bool {
    guard tables.last?.isCodeCell == true, !context.isPreformatted,
      let tag = stack.last?.tag, tag == .tableCell || tag == .tableHeaderCell
    else { return false }
    endBlock()
    if push(.preformatted, .spans([.code])) { context.beginPreformatted() }
    return true
  }
}
