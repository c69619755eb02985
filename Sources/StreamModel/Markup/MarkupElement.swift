/// An element with its content, which may be malformed.
struct MarkupElement {
  let namespace: MarkupNamespace
  let name: String
  let tag: MarkupReader.Tag
  /// The bytes between the tags.
  let content: Range<Int>
  let scope: MarkupScope
  let isUnclosed: Bool
}

extension MarkupReader {
  static let depthLimit = 128

  /// Returns the value of an attribute with its references resolved.
  func value(_ attribute: MarkupAttributes.Attribute) -> String {
    var text = MarkupText(limit: Limits.text)
    text.add(bytes, attribute.value)
    return text.string.trimmed
  }

  /// Returns the value of the attribute `name`, in lower case, with or without a prefix.
  func attribute(_ name: StaticString, of tag: Tag) -> String? {
    for attribute in MarkupAttributes(bytes, in: tag.attributes) {
      let written = bytes[attribute.name]
      if MarkupName.isFolded(written, name) { return value(attribute) }
    }
    return nil
  }

  /// Returns the next element at this level; skips text between elements.
  mutating func nextElement(in scope: MarkupScope) -> MarkupElement? {
    while let event = next() {
      guard case .start(let tag) = event else { continue }
      let inner = scope.inside(tag, of: self)
      let (namespace, name) = inner.resolve(tag.name, of: self)
      let (content, isUnclosed) = tag.isEmpty ? (offset..<offset, false) : skip(tag)
      return MarkupElement(
        namespace: namespace,
        name: name,
        tag: tag,
        content: content,
        scope: inner,
        isUnclosed: isUnclosed
      )
    }
    return nil
  }

  /// Returns the element at the start of the bytes, which extends to their end even if it is
  /// malformed.
  mutating func record(in scope: MarkupScope) -> MarkupElement? {
    guard case .start(let tag) = next() else { return nil }
    let inner = scope.inside(tag, of: self)
    let (namespace, name) = inner.resolve(tag.name, of: self)
    let ending = tag.name.count + 2
    var stop = end
    while stop > offset, bytes[stop - 1] <= 0x20 || bytes[stop - 1] == 0x3E { stop -= 1 }
    let isClosed =
      stop - ending >= offset && bytes[stop - ending] == 0x3C
      && isSame(tag.name, stop - tag.name.count..<stop)
    return MarkupElement(
      namespace: namespace,
      name: name,
      tag: tag,
      content: offset..<max(offset, isClosed ? stop - ending : end),
      scope: inner,
      isUnclosed: !isClosed && !tag.isEmpty
    )
  }

  /// Returns a reader for the content of an element.
  func inside(_ element: MarkupElement) -> MarkupReader {
    MarkupReader(bytes, in: element.content)
  }

  /// Moves to the end tag that belongs to `tag`; an end tag closes elements that are open inside.
  ///
  /// Without one, only the text up to the next tag is inside, and the rest is read again. This
  /// happens once for each name, so the total time is linear.
  private mutating func skip(_ tag: Tag) -> (content: Range<Int>, isUnclosed: Bool) {
    let start = offset
    let key = stableHash(bytes[tag.name])
    guard !isKnownUnclosed(key) else { return leaveUnclosed(from: start) }
    var open = [tag.name]
    var deeper = 0
    while let event = next() {
      switch event {
      case .start(let inner) where !inner.isEmpty:
        if open.count < Self.depthLimit { open.append(inner.name) } else { deeper += 1 }
      case .end(let name, let range):
        if deeper > 0 {
          deeper -= 1
        } else if let match = open.lastIndex(where: { isSame($0, name) }) {
          open.removeSubrange(match...)
          if open.isEmpty { return (start..<range.lowerBound, false) }
        }
      default: break
      }
    }
    noteUnclosed(key)
    return leaveUnclosed(from: start)
  }

  private mutating func leaveUnclosed(from start: Int) -> (content: Range<Int>, isUnclosed: Bool) {
    move(to: start)
    var stop = start
    text: while let event = next() {
      switch event {
      case .text, .cdata: stop = offset
      case .start, .end: break text
      }
    }
    move(to: stop)
    return (start..<stop, true)
  }

  private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    guard one.count == other.count else { return false }
    return zip(bytes[one], bytes[other]).allSatisfy { $0 == $1 }
  }
}
