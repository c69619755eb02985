/// The facts about an episode that podcast feeds state beside its text: its length, its people and its chapters.
///
/// Sources: itunes, podcastindex.org/namespace/1.0, podlove.org/simple-chapters.
struct EpisodeNotes {
  private var duration: PlayingTime?
  private var people = HTMLText()
  private var chapters = HTMLText()

  mutating func takeDuration(_ text: String) { duration = duration ?? PlayingTime(text) }

  mutating func takePerson(_ content: MarkupContent, page: String?) {
    guard let name = content.filledPlain else { return }
    people.append(markup: "<p>")
    people.append("\(content.attribute("role")?.lowercased() ?? "with"): ")
    people.append(name, link: page)
    people.append(markup: "</p>")
  }

  mutating func takeChapters(_ content: MarkupContent) {
    guard chapters.html.isEmpty else { return }
    for chapter in content.children where chapter.element.name == "chapter" {
      guard let title = chapter.attribute("title") else { continue }
      chapters.append(markup: "<li>")
      chapters.append((chapter.attribute("start").map { "\($0) " } ?? ""))
      chapters.append(title, link: chapter.attribute("href"))
      chapters.append(markup: "</li>")
    }
  }

  func added(to body: Body) -> Body {
    var notes = HTMLText()
    if let duration { notes.append(markup: "<p>duration: \(duration.text)</p>") }
    notes.append(markup: people.html)
    if !chapters.html.isEmpty { notes.append(markup: "<p>chapters:</p><ul>\(chapters.html)</ul>") }
    return notes.html.isEmpty ? body : HTMLText.joined(body, notes.body)
  }
}

/// The length of a recording as feeds write it: seconds, hours with colons, or a duration of ISO 8601.
struct PlayingTime {
  private let seconds: Int

  /// Reads "3723", "1:02:03", "62:03" or "PT1H2M3S"; nil for anything else, and for 0.
  init?(_ text: String) {
    let text = text.trimmed
    guard text.utf8.count <= 32 else { return nil }
    let parsed = text.hasPrefix("P") ? Self.iso(text.dropFirst()) : Self.clock(text)
    guard let parsed, parsed > 0 else { return nil }
    seconds = parsed
  }

  var text: String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let start = hours > 0 ? "\(hours):\(padded(minutes, 2))" : "\(minutes)"
    return "\(start):\(padded(seconds % 60, 2))"
  }

  private static func clock(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { return nil }
    return sum(parts.map { (String($0), 60) })
  }

  /// Days, hours, minutes and seconds; months and years have no length.
  private static func iso(_ text: Substring) -> Int? {
    var units: [(String, Int)] = [("0", 24), ("0", 24), ("0", 60), ("0", 60)]
    var number = ""
    var isTime = false
    for sign in text {
      switch sign {
      case "0"..."9", ".": number.append(sign)
      case "T": isTime = true
      default:
        let signs: [Character] = isTime ? ["D", "H", "M", "S"] : ["D"]
        guard let place = signs.firstIndex(of: sign) else { return nil }
        units[place].0 = number
        number = ""
      }
    }
    return number.isEmpty ? sum(units) : nil
  }

  /// Adds up numbers, each of which is worth `size` of the one after it.
  private static func sum(_ parts: [(text: String, size: Int)]) -> Int? {
    var total = 0
    for part in parts {
      // Fractions of a second are dropped.
      let whole = part.text.prefix { $0 != "." }
      guard let number = Int(whole), (0...1_000_000_000).contains(number) else { return nil }
      total = min(total, 1_000_000_000) * part.size + number
    }
    return total
  }
}
