/// The texts that were entered at one kind of prompt, latest first.
struct PromptHistory {
  private static let limit = 100

  /// The way through the texts, with what was typed before it began.
  struct Walk: Equatable {
    private let texts: [String]
    /// The text that is shown; nil for what was typed.
    private var index: Int?
    private var typed = ""

    init(_ texts: [String] = []) {
      self.texts = texts
    }

    /// The next older text; nil where there is none.
    mutating func older(than shown: String) -> String? {
      let next = index.map { $0 + 1 } ?? 0
      guard texts.indices.contains(next) else { return nil }
      if index == nil { typed = shown }
      index = next
      return texts[next]
    }

    /// The next newer text, or what was typed; nil where that is shown.
    mutating func newer() -> String? {
      guard let current = index else { return nil }
      index = current > 0 ? current - 1 : nil
      return index.map { texts[$0] } ?? typed
    }
  }

  private var texts: [String] = []

  /// Remembers `text` as the latest, unless it is empty; an earlier one like it goes.
  mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    texts = Array(([text] + texts.filter { $0 != text }).prefix(Self.limit))
  }

  var walk: Walk { Walk(texts) }

  /// The way through the texts from `text`, which need not be among them; nil adds none.
  func walk(first text: String?) -> Walk {
    var history = self
    history.add(text ?? "")
    return history.walk
  }
}
