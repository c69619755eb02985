extension Findings {
  /// Records the fact about the feed in the value at the position of `decoder`.
  ///
  /// - Parameter offset: The start of the value in the source.
  mutating func take(
    _ fact: FeedFact,
    from decoder: inout RecordDecoder,
    at offset: Int,
    path: String
  ) throws(JSONFault) {
    switch fact {
    case .version:
      let version = try decoder.count()
      if version != 1, decoder.notes.isEmpty {
        report(at: offset, path: path, "unknown version (expected 1)")
      }
    case .title: title = try decoder.filledText() ?? title
    // The number is not shown; a malformed one is a problem.
    case .total: _ = try decoder.count()
    case .icon: facts.icon = try decoder.address() ?? facts.icon
    case .names: title = try decoder.localizedText()?.text ?? title
    case .summary: facts.summary = try decoder.localizedText()?.text ?? facts.summary
    case .homePage, .language, .context, .author, .authors:
      try takeDefault(fact, from: &decoder)
      if !index.entries.isEmpty { facts.revision += 1 }
    }
  }

  /// Records a default value for records that state nothing else.
  private mutating func takeDefault(
    _ fact: FeedFact,
    from decoder: inout RecordDecoder
  ) throws(JSONFault) {
    switch fact {
    // Relative addresses in records refer to it.
    case .homePage: facts.homePage = try decoder.address() ?? facts.homePage
    case .language: facts.language = try decoder.filledText() ?? facts.language
    case .context: facts.language = try decoder.contextLanguage() ?? facts.language
    case .author:
      // The newer list of authors takes precedence in any position.
      let author = try decoder.jsonFeedAuthor()
      if !facts.authorIsListed { facts.author = author ?? facts.author }
    case .authors:
      if let author = Account(together: try decoder.jsonFeedAuthors()) {
        facts.author = author
        facts.authorIsListed = true
      }
    case .version, .title, .names, .summary, .total, .icon: break
    }
  }
}
