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
  }
}
