/// Translates style attributes to the spans that a terminal can show.
enum InlineStyle {
  /// Returns the spans for declarations such as `font-weight: bold`; ignores others.
  static func spans(_ style: String?) -> [Span.Kind] {
    guard let style, !style.isEmpty else { return [] }
    var kinds: [Span.Kind] = []
    for declaration in style.lowercased().split(separator: ";").prefix(32) {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let words = parts[1].split(whereSeparator: \.isWhitespace)
      let name = parts[0].split(whereSeparator: \.isWhitespace).first ?? ""
      guard let kind = kind(name, words), !kinds.contains(kind) else { continue }
      kinds.append(kind)
    }
    return kinds
  }

  private static func kind(_ name: Substring, _ words: [Substring]) -> Span.Kind? {
    switch name {
    case "background", "background-color":
      let clear: Set<Substring> = ["none", "transparent", "inherit", "initial", "unset"]
      return words.isEmpty || words.contains(where: clear.contains) ? nil : .mark
    case "font-weight":
      let isHeavy = words.contains { $0 == "bold" || $0 == "bolder" || (Int($0) ?? 0) >= 600 }
      return isHeavy ? .bold : nil
    case "font-style": return words.contains("italic") || words.contains("oblique") ? .italic : nil
    case "text-decoration", "text-decoration-line":
      if words.contains("underline") { return .underline }
      return words.contains("line-through") ? .strike : nil
    default: return nil
    }
  }
}
