/// An element with all that is in it, found without regard to what is broken inside.
struct MarkupElement {
  let namespace: MarkupNamespace
  /// In lower case.
  let name: String
  let tag: MarkupReader.Tag
  /// Between the tags.
  let content: Range<Int>
  /// What holds inside.
  let scope: MarkupScope
  /// Whether its end tag is missing.
  let isUnclosed: Bool
}

extension MarkupReader {
  /// How deep elements may nest; what is deeper is read as if it stood at this depth.
  static let depthLimit = 128

  /// The value of an attribute with its references resolved.
  func value(_ attribute: MarkupAttributes.Attribute) -> String {
    var text = MarkupText(limit: Limits.text)
    text.add(bytes, attribute.value)
    return text.string.trimmed
  }

  /// The value of the attribute `name`, which is in lower case and may stand behind a prefix.
  func attribute(_ name: StaticString, of tag: Tag) -> String? {
    for attribute in MarkupAttributes(bytes, in: tag.attributes) {
      let written = bytes[attribute.name]
      if MarkupName.isFolded(written, name) { return value(attribute) }
    }
    return nil
  }

  /// The next element at this level; text between elements is passed over.
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

  /// The element that the bytes begin with, which ends with them whatever is broken inside.
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

  /// A reader of what is inside an element.
  func inside(_ element: MarkupElement) -> MarkupReader {
    MarkupReader(bytes, in: element.content)
  }

  /// Moves behind the end tag that belongs to `tag`; an end tag closes what is open inside it.
  ///
  /// Without one only the text up to the next tag is inside, and what follows is looked at again:
  /// for each name once, so that the whole stays linear.
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
    if start < end, bytes[start] != 0x3C { _ = next() }
    return (start..<offset, true)
  }

  private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    guard one.count == other.count else { return false }
    return zip(bytes[one], bytes[other]).allSatisfy { $0 == $1 }
  }
}
