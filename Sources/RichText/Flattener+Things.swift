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
    let kind = tag == .picture ? "image" : name.split(separator: "-").last.map(String.init) ?? name
    player = (kind, nil)
    guard tag == .media else { return }
    let isStated = tokenizer.attribute("src") != nil || tokenizer.attribute("data") != nil
    if let source = imageSource ?? (isStated ? "" : nil) { embed(kind, source) }
  }

  mutating func source() {
    guard hidden == 0, let open = player, open.source == nil, let source = imageSource else {
      return
    }
    // A picture shows its image; a source stands for it only where there is none.
    if open.kind == "image" { player?.source = source } else { embed(open.kind, source) }
  }

  mutating func endPlayer(_ tag: Tag) {
    if tag == .picture, let open = player, let source = open.source {
      let start = write("[\(open.kind)]".utf8)
      addAttachment(source, start..<output.text.count)
    }
    player = nil
  }

  /// Notes a player or an embedded document, which gets a line of its own after the text around it.
  private mutating func embed(_ kind: String, _ source: String) {
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
    for name in Self.lazyNames {
      if let source = tokenizer.attribute(name), !source.isEmpty { return source }
    }
    for name in ["src", "data"] as [StaticString] {
      if let source = tokenizer.attribute(name), !Self.isBlank(source) { return source }
    }
    for name in ["srcset", "data-srcset", "data-lazy-srcset"] as [StaticString] {
      // Addresses may hold commas, so only those at the ends of the first are none of it.
      let words = tokenizer.attribute(name)?.split(whereSeparator: \.isWhitespace)
      let first = words?.lazy.map { $0.drop { $0 == "," } }.first { !$0.isEmpty }
      if var first, !Self.isBlank(first) {
        while first.last == "," { first.removeLast() }
        return String(first)
      }
    }
    return nil
  }

  /// Whether an address holds the picture itself, as those do that a script replaces.
  private static func isBlank(_ source: some StringProtocol) -> Bool {
    source.prefix(5).lowercased() == "data:"
  }

  /// The attributes in which scripts for lazy loading look for an address.
  private static let lazyNames: [StaticString] = [
    "data-src", "data-lazy-src", "data-original", "data-lazy", "data-orig-src", "data-echo",
  ]

  /// Writes the embedded elements of the block that has ended, one per line.
  mutating func writeEmbedded() {
    let waiting = embedded
    embedded.removeAll()
    for (kind, source) in waiting {
      let start = write("[\(kind)]".utf8)
      addAttachment(source, start..<output.text.count)
      endBlock()
    }
  }

  /// Writes "[image: alternative text]"; an image with an empty alternative text is decoration and
  /// dropped, and one that stands for an emoji is the emoji.
  mutating func image(_ kind: String) {
    guard hidden == 0, !repeatsFormula else { return }
    player?.source = nil
    let alt = tokenizer.attribute("alt")
    guard alt != "" else { return }
    let words = alt?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let words, Self.emojiClasses.contains(where: { tokenizer.attribute("class", has: $0) }) {
      write(words.utf8)
      return
    }
    let start = write((words.map { "[\(kind): \($0)]" } ?? "[\(kind)]").utf8)
    let source = imageSource
    if let source, source != tokenizer.attribute("src") { lazyImageEnd = output.text.count }
    addAttachment(source ?? "", start..<output.text.count)
  }

  // MARK: Forms and code

  /// Writes the state of a box or a radio button.
  mutating func input() {
    guard hidden == 0 else { return }
    let isChecked = tokenizer.attribute("checked") != nil
    switch tokenizer.attribute("type")?.lowercased() {
    case "checkbox": write((isChecked ? "☑" : "☐").utf8)
    case "radio": write((isChecked ? "◉" : "○").utf8)
    default: return
    }
    pendingSpace = true
  }

  /// Writes the state of a box that a span draws, as Discourse does.
  mutating func checkBox() {
    guard tokenizer.attribute("class", has: "chcklst-box"), hidden == 0 else { return }
    write((tokenizer.attribute("class", has: "checked") ? "☑" : "☐").utf8)
    pendingSpace = true
  }

  /// Whether the span that begins holds the number of a line: of Pygments and Sphinx, Rouge, Chroma.
  var isLineNumber: Bool {
    let names: [StaticString] = ["linenos", "lineno", "ln", "line-number"]
    return names.contains { tokenizer.attribute("class", has: $0) }
  }

  /// Parts a line's number from its code, where only a style sheet does.
  mutating func endLineNumber(_ range: Range<Int>?) {
    guard let range, !range.isEmpty, output.blockStart != nil,
      output.text.last?.isHTMLSpace == false
    else { return }
    output.append(0x20)
  }

  /// Whether `code` begins that is a line of a table of code.
  var isLineOfCode: Bool {
    tables.last?.isCodeCell == true && !context.isPreformatted
      && (stack.last?.tag == .tableCell || stack.last?.tag == .tableHeaderCell)
  }

  mutating func beginLineOfCode() {
    endBlock()
    if push(.preformatted, .spans([.code])) { context.beginPreformatted() }
  }
}
