import Addresses

/// Maps elements to fields: RSS and Atom themselves, and the modules that feeds use with them.
extension SyndicationRecord {
  /// Decodes attributes: RSS 1.0 identifies a record by one, and CDF states nearly everything in
  /// them.
  mutating func readAttributes(_ content: MarkupContent) {
    id.offer(content.attribute("rdf:about"), rank: 3)
    if let href = content.attribute("href") { link.offer(address(href, content), rank: 4) }
    if let time = content.attribute("lastmod") { updated.offer(Timestamp(feedDate: time), rank: 4) }
  }

  mutating func take(_ content: MarkupContent, _ reader: MarkupReader) {
    switch content.element.namespace {
    case .rss, .atom: takeOwn(content, reader)
    case .content:
      if content.element.name == "encoded" { offer(content, .html, rank: 0) }
    case .dublinCore: takeDublinCore(content, reader)
    case .media: takeMedia(content, depth: 0)
    case .itunes: takeITunes(content)
    case .podcast: takePodcast(content)
    case .chapters: if content.element.name == "chapters" { episode.takeChapters(content) }
    case .slash:
      if content.element.name == "comments" { comments.offer(Int(content.plain), rank: 0) }
    case .threading: takeThreading(content)
    case .xhtml:
      if content.element.name == "body" || content.element.name == "div" {
        offer(content, .html, rank: 1)
      }
    case .wellFormedWeb:
      guard content.element.name == "commentrss", let text = content.filledPlain else { break }
      takeCommentsFeed(address(text, content))
    case .rdf, .xml, .other: break
    }
  }

  private mutating func takeOwn(_ content: MarkupContent, _ reader: MarkupReader) {
    let isAtom = content.element.namespace == .atom
    let typing: MarkupContent.Typing = isAtom ? .stated : .html
    switch content.element.name {
    case "title": title.offer(construct(content, isAtom ? .stated : .guessed), rank: 0)
    case "link": takeLink(content)
    case "guid", "id": takeID(content)
    case "author": authors.add(content.person, rank: 0)
    case "contributor": authors.add(content.person, rank: 5)
    case "pubdate", "published": offer(date: content, reader, rank: 0)
    case "issued": offer(date: content, reader, rank: 1)
    case "created", "date": offer(date: content, reader, rank: 3)
    case "updated", "modified", "lastmod":
      updated.offer(date(content, reader), rank: 0)
    case "content":
      if let source = content.attribute("src") {
        attach(
          content.attribute("type"),
          address(source, content),
          nil,
          by: content.element.namespace
        )
      } else if let type = content.attribute("type"), MediaType.isMedia(type) {
        // The file itself, which no address leads to; the words of a drawing describe it.
        let words = type.hasSuffix("+xml") ? MarkupText.words(of: content.plain) : ""
        attach(type, nil, words.isEmpty ? nil : words, by: content.element.namespace)
      } else {
        offer(content, content.attribute("type") == nil && !isAtom ? .html : .stated, rank: 1)
      }
    case "body", "fullitem", "div": offer(content, .html, rank: 2)
    case "description", "abstract": offer(content, typing, rank: 4)
    case "summary", "tagline": offer(content, typing, rank: isAtom ? 4 : 5)
    case "category": takeCategory(content)
    case "enclosure":
      guard let source = content.attribute("url") else { break }
      attach(
        content.attribute("type"),
        address(source, content),
        nil,
        by: content.element.namespace
      )
    case "language": language = language ?? content.filledPlain
    case "source": takeSource(content)
    case "comments": takeComments(content)
    default: break
    }
  }

  /// Decodes the page with the comments, or their number, which some feeds state in the same element.
  private mutating func takeComments(_ content: MarkupContent) {
    guard !content.element.isUnclosed, let text = content.filledPlain else { return }
    if let count = Int(text) { return comments.offer(count, rank: 3) }
    let target = address(text, content)
    if Address.isWeb(target) { commentsAddress.offer(target, rank: 0) }
  }

  private mutating func takeCommentsFeed(_ target: String) {
    if Address.isWeb(target) { commentsFeed = commentsFeed ?? target }
  }

  private mutating func takeLink(_ content: MarkupContent) {
    guard !content.element.isUnclosed || content.attribute("href") != nil,
      let reference = content.attribute("href") ?? content.filledPlain
    else { return }
    let target = address(reference, content)
    let type = content.attribute("type")
    switch (content.attribute("rel") ?? "alternate").lowercased() {
    case "alternate":
      // RSS states a link as text; Atom may state one link per media type.
      let isPage = type.map { $0.hasPrefix("text/html") } ?? true
      link.offer(target, rank: content.attribute("href") == nil ? 0 : isPage ? 1 : 2)
    case "enclosure":
      attach(type, target, content.attribute("title"), by: content.element.namespace)
    case "replies", "comments":
      comments.offer(
        (content.attribute("thr:count") ?? content.attribute("count")).flatMap { Int($0) },
        rank: 2
      )
      let isPage = type.map { $0.hasPrefix("text/html") } ?? true
      if isPage, Address.isWeb(target) { commentsAddress.offer(target, rank: 1) }
      if !isPage, type?.contains("xml") == true { takeCommentsFeed(target) }
    case "in-reply-to": inReplyTo = inReplyTo ?? target
    case let relation: takeLink(content, target, relation: relation, type)
    }
  }

  /// Takes a link of any other relation as a file beside the text, unless it is one of programs alone.
  private mutating func takeLink(
    _ content: MarkupContent,
    _ target: String,
    relation: String,
    _ type: String?
  ) {
    let isCatalog = relation.hasPrefix("http://opds-spec.org/")
    guard isCatalog || Self.readRelations.contains(relation) else { return }
    // The last part of "http://opds-spec.org/acquisition/buy".
    let word = relation.split(separator: "/").last.map(String.init) ?? relation
    guard word != "thumbnail" else { return }
    let price = content.children.first { $0.element.name == "price" }.map { price in
      [price.filledPlain, price.attribute("currencycode")].compactMap(\.self).joined(separator: " ")
    }
    let isFile = type.map { !$0.contains("atom+xml") && !$0.hasPrefix("text/html") } ?? false
    let words = [isFile && word != "acquisition" && word != "image" ? word : nil, price]
      .compactMap(\.self).joined(separator: ", ")
    attach(
      isFile ? type : word,
      target,
      content.attribute("title") ?? (words.isEmpty ? nil : words),
      by: content.element.namespace
    )
  }

  private static let readRelations: Set<String> = [
    "related", "via", "payment", "license", "subsection", "preview", "describedby", "cite-as",
  ]

  private mutating func takeID(_ content: MarkupContent) {
    // A truncated id could be the id of another record.
    guard !content.element.isUnclosed, let text = content.filledPlain else { return }
    id.offer(text, rank: 0)
    guard content.element.name == "guid",
      content.attribute("ispermalink")?.lowercased() != "false"
    else { return }
    if Address.isWeb(text) { link.offer(text, rank: 5) }
  }

  private mutating func takeCategory(_ content: MarkupContent) {
    let tag = content.attribute("label") ?? content.attribute("term") ?? content.filledPlain
    if let tag { addTag(tag) }
  }

  /// Decodes the source feed of an entry, which names the author if the entry does not.
  private mutating func takeSource(_ content: MarkupContent) {
    for child in content.children where child.element.name == "author" {
      authors.add(child.person, rank: 6)
    }
  }

  private mutating func takeDublinCore(_ content: MarkupContent, _ reader: MarkupReader) {
    switch content.element.name {
    case "creator", "author": authors.add(content.person, rank: 1)
    case "contributor": authors.add(content.person, rank: 5)
    case "date", "issued": offer(date: content, reader, rank: 2)
    case "created": offer(date: content, reader, rank: 3)
    case "modified", "valid": updated.offer(Timestamp(feedDate: content.plain), rank: 2)
    case "title": title.offer(construct(content, .guessed), rank: 2)
    case "description", "abstract": offer(content, .html, rank: 6)
    case "subject": if let tag = content.filledPlain { addTag(tag) }
    case "language": language = language ?? content.filledPlain
    case "identifier": id.offer(content.filledPlain, rank: 4)
    default: break
    }
  }

  private mutating func takeITunes(_ content: MarkupContent) {
    switch content.element.name {
    case "author": authors.add(content.person, rank: 3)
    case "title": title.offer(construct(content, .guessed), rank: 3)
    case "duration": episode.takeDuration(content.plain)
    case "summary", "description": offer(content, .html, rank: 7)
    case "subtitle": offer(content, .html, rank: 9)
    default: break
    }
  }

  private mutating func takePodcast(_ content: MarkupContent) {
    let by = content.element.namespace
    let source = content.attribute("url").map { address($0, content) }
    switch content.element.name {
    case "person":
      episode.takePerson(content, page: content.attribute("href").map { address($0, content) })
    case "transcript", "chapters":
      guard let source else { break }
      let words = [content.attribute("language"), content.attribute("type")].compactMap(\.self)
      attach(content.element.name, source, words.joined(separator: ", "), by: by)
    case "alternateenclosure":
      for child in content.children where child.element.name == "source" {
        guard let uri = child.attribute("uri") else { continue }
        let title = content.attribute("title") ?? content.attribute("type")
        attach(content.attribute("type"), address(uri, content), title, by: by)
      }
    case "socialinteract":
      if let uri = content.attribute("uri"), Address.isWeb(uri) {
        commentsAddress.offer(uri, rank: 2)
      }
    default: break
    }
  }

  private mutating func takeThreading(_ content: MarkupContent) {
    switch content.element.name {
    case "in-reply-to":
      inReplyTo = content.attribute("ref") ?? content.attribute("href") ?? inReplyTo
    case "total": comments.offer(Int(content.plain), rank: 1)
    default: break
    }
  }

  /// Decodes Media RSS: groups contain contents, and contents contain their descriptions.
  private mutating func takeMedia(_ content: MarkupContent, depth: Int) {
    switch content.element.name {
    case "group" where depth == 0:
      for child in content.children where child.element.namespace == .media {
        takeMedia(child, depth: 1)
      }
    case "content":
      let children = content.children.filter { $0.element.namespace == .media }
      let alt = ["description", "title"].lazy.compactMap { name in
        children.first { $0.element.name == name }?.filledPlain
      }.first
      let type = content.attribute("medium") ?? content.attribute("type")
      if let source = content.attribute("url") {
        let size = PixelSize(
          width: content.attribute("width").flatMap { Int($0) },
          height: content.attribute("height").flatMap { Int($0) }
        )
        attach(type, address(source, content), alt, size: size, by: .media)
      }
    case "title": title.offer(construct(content, .guessed), rank: 4)
    // Media RSS: plain unless it states "html".
    case "description": offer(content, .stated, rank: 8)
    case "keywords":
      for tag in content.plain.split(separator: ",") { addTag(String(tag).trimmed) }
    case "credit": authors.add(content.person, rank: 4)
    case "community":
      for child in content.children where child.element.name == "statistics" {
        likes = likes ?? child.attribute("favorites").flatMap { Int($0) }
      }
    default: break
    }
  }
}
