/// The facts about an episode that podcast feeds state beside its text: its length, its people and its chapters.
///
/// Sources: itunes, podcastindex.org/namespace/1.0, podlove.org/simple-chapters.
struct EpisodeNotes {
  private var duration: PlayingTime?
  private var people = HTMLText()
  private var chapters = HTMLText()

  mutating func takeDuration(_ text: String) { duration = duration ?? PlayingTime(text) }

  /// Takes a person with the role, such as "guest", and the page.
  mutating func takePerson(_ content: MarkupContent, page: String?) {
    guard let name = content.filledPlain else { return }
    people.append(markup: "<p>")
    people.append("\(content.attribute("role")?.lowercased() ?? "with"): ")
    people.append(name, link: page)
    people.append(markup: "</p>")
  }

  /// Takes the first list of chapters with the times at which they begin.
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

  /// Returns a text with the facts below it.
  func added(to body: Body) -> Body {
    var notes = HTMLText()
    if let duration { notes.append(markup: "<p>duration: \(duration.text)</p>") }
    notes.append(markup: people.html)
    if !chapters.html.isEmpty { notes.append(markup: "<p>chapters:</p><ul>\(chapters.html)</ul>") }
    guard !notes.html.isEmpty else { return body }
    var text = HTMLText()
    text.append(body)
    text.append(markup: notes.html)
    return text.body
  }
}
