import StreamModel

/// Properties of the one-line form of a view for any text.
enum ViewProperties {
  private static let post: Post = {
    var post = Post(id: Post.ID("1"), isStated: true)
    post.author = Account(name: "Olga", handle: "@olga@a.example")
    post.published = Timestamp(secondsSinceEpoch: 1_770_000_000)
    post.body = .html("<p>Water &amp; <a href=\"/b\">levels</a> #lakes</p>")
    post.likesCount = 3
    post.tags = ["lakes"]
    return post
  }()

  static func check(_ input: FuzzInput) {
    let view: View
    do {
      view = try View(input.text)
    } catch {
      let columns = 1...input.text.unicodeScalars.count + 1
      expect(columns.contains(error.column), "an error outside: \(error)")
      return
    }
    let line = view.description
    guard let again = try? View(line) else {
      // Quotation marks and full names can make a view longer.
      expect(line.utf8.count > View.longest, "not read back: \(line)")
      return
    }
    expect(again == view, "another view is read back: \(line)")
    expect(!line.contains("\n"), "more than one line: \(line)")
    guard let filter = view.filter else { return }
    let facts = FilterFacts(flags: .kept, now: Timestamp(secondsSinceEpoch: 1_780_000_000))
    let passes = filter.matches(post, facts)
    expect(filter.negated.matches(post, facts) != passes, "passes and passes not: \(line)")
    checkLiterals(of: filter, facts, line)
  }

  // MARK: Words in records

  /// Records with words in several spellings.
  private static let records = [
    #"{"id":"1","title":"K\u00e9lvin","author":{"name":"Olga \u00d8rsted"},"body_html":"<p>Wa<b>ter</b> &uuml;ber &#97;b</p>"}"#,
    #"{"id":"2","body_html":"<p>stra&szlig;e, lake<br>level #lakes</p>","content_warning":"ice & fire","tags":["z\u00fcrich"]}"#,
  ]

  private static let posts: [Post] = {
    let text = records.joined(separator: "\n") + "\n"
    let feed = Feed(source: MemoryBytes(name: "feed", bytes: Array(text.utf8)))
    while let progress = try? feed.advance(bytes: 1 << 20), progress == .more {}
    return (0..<feed.recordCount).compactMap { row in
      if case .post(let post) = feed.inspect(at: row) { post } else { nil }
    }
  }()

  private static func checkLiterals(of filter: Filter, _ facts: FilterFacts, _ line: String) {
    expect(posts.count == records.count, "the records cannot be read")
    let literals = RequiredLiterals(filter, besides: [])
    for (record, post) in zip(records, posts) where filter.matches(post, facts) {
      let mayMatch = Array(record.utf8).withUnsafeBufferPointer {
        literals.mayMatch(record: $0, escapes: true)
      }
      expect(mayMatch, "leaves out \(record): \(line)")
    }
  }
}
