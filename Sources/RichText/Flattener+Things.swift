/// Handles elements without text of their own: line breaks, rules, images and players.
extension Flattener {
  /// The classes of images in place of emoji: of WordPress, of Twemoji and Discourse, of Mastodon.
  private static let emojiClasses: [StaticString] = [
    "wp-smiley", "emoji", "emojione", "custom-emoji",
  ]

  mutating func lineBreak() {
    guard hidden == 0 else { return }
    guard table == nil else {
      if hasText { pendingSpace = true }
      return
    }
    pendingSpace = false
    beginBlockIfNeeded()
    output.append(0x0A)
  }

  mutating func rule() {
    endBlock(gap: 1)
    guard table == nil else { return }
    let (lead, hang) = context.marks()
    let place = output.text.count
    let space = context.takeSpace()
    output.addBlock(.rule, range: place..<place, lead: lead, hang: hang, space: space)
    context.addSpace(1)
  }

  /// Notes a player or an embedded document, which gets a line of its own after the text around it.
  mutating func media() {
    guard let source = tokenizer.attribute("src") ?? tokenizer.attribute("data"), hidden == 0 else {
      return
    }
    let kind = String(decoding: tokenizer.name, as: UTF8.self)
    guard table == nil, embedded.count < Self.mostEmbedded else { return image(kind) }
    embedded.append((kind, source))
  }

  /// Writes the embedded elements of the block that has ended, one per line.
  mutating func writeEmbedded() {
    let waiting = embedded
    embedded.removeAll()
    for (kind, source) in waiting {
      let start = write("[\(kind)]".utf8)
      if !source.isEmpty, !stack.contains(where: { $0.tag == .link }) {
        output.addLink(source, .attachment, start..<output.text.count)
      }
      endBlock()
    }
  }

  /// Writes "[image: alternative text]"; an image with an empty alternative text is decoration and
  /// dropped, and one that stands for an emoji is the emoji.
  mutating func image(_ kind: String) {
    guard hidden == 0 else { return }
    let alt = tokenizer.attribute("alt")
    guard alt != "" else { return }
    let words = alt?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if let words, Self.emojiClasses.contains(where: { tokenizer.attribute("class", has: $0) }) {
      write(words.utf8)
      return
    }
    let start = write((words.map { "[\(kind): \($0)]" } ?? "[\(kind)]").utf8)
    let source = tokenizer.attribute("src") ?? tokenizer.attribute("data") ?? ""
    guard !source.isEmpty, !stack.contains(where: { $0.tag == .link }) else { return }
    output.addLink(source, .attachment, start..<output.text.count)
  }
}
