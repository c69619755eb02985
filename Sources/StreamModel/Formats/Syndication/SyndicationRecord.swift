import Addresses
import RichText

/// Decodes one `item` or `entry`: RSS in all versions, Atom, CDF, and the modules that feeds use.
///
/// When a record states something twice, the better element wins: whole content before summaries,
/// and the vocabulary's own elements before those of modules.
struct SyndicationRecord {
  /// A value with the rank of the element that stated it; a lower rank wins.
  struct Ranked<Value> {
    private(set) var value: Value?
    private var rank = Int.max

    func accepts(rank: Int) -> Bool { rank < self.rank }

    mutating func offer(_ offered: Value?, rank: Int) {
      guard let offered, rank < self.rank else { return }
      value = offered
      self.rank = rank
    }
  }

  private let head: SyndicationHead
  private let document: String?
  var title = Ranked<Body>()
  var body = Ranked<Body>()
  private var bodyBase: String?
  private var bodyLanguage: String?
  var authors = Bylines()
  var episode = EpisodeNotes()
  var link = Ranked<String>()
  var id = Ranked<String>()
  var published = Ranked<Timestamp>()
  var updated = Ranked<Timestamp>()
  var comments = Ranked<Int>()
  var commentsAddress = Ranked<String>()
  var commentsFeed: String?
  var likes: Int?
  var language: String?
  var inReplyTo: String?
  private var tags: [String] = []
  private var attachments: [Attachment] = []
  private var attachedBy: [String: MarkupNamespace] = [:]
  private(set) var notes: [RecordDecoder.Note] = []
  private var bodyNote: RecordDecoder.Note?
  private var tagsLeftOut = 0
  private var attachmentsLeftOut = 0
  private var notesLeftOut = 0
  /// The names of elements already reported as unclosed, so that each is reported once.
  private var unclosed: Set<String> = []

  static func read(
    _ bytes: Bytes,
    head: SyndicationHead,
    document: String? = nil
  ) -> (fields: Post, notes: [RecordDecoder.Note]) {
    var record = SyndicationRecord(head: head, document: document)
    var outer = MarkupReader(bytes, in: 0..<bytes.count)
    guard let element = outer.record(in: head.scope) else { return (Post.draft, []) }
    if element.name == "deleted-entry" { return (deleted(MarkupContent(element, outer)), []) }
    record.read(element, outer)
    return (record.fields(element), record.notes)
  }

  /// Returns an entry that was taken away (RFC 6721): its id and the time.
  private static func deleted(_ content: MarkupContent) -> Post {
    var post = Post.draft
    post.statedID = content.attribute("ref")
    post.state = .deleted
    post.edited = content.attribute("when").flatMap { Timestamp(feedDate: $0) }
    return post
  }

  private mutating func read(_ element: MarkupElement, _ reader: MarkupReader) {
    readAttributes(MarkupContent(element, reader))
    var inside = reader.inside(element)
    while let child = inside.nextElement(in: element.scope) {
      if child.isUnclosed, unclosed.insert(child.name).inserted {
        note(child, inside, "not closed (expected an end tag)")
      }
      take(MarkupContent(child, inside), inside)
    }
    if let bodyNote { add(bodyNote) }
    addLeftOut(tagsLeftOut, "tags")
    addLeftOut(attachmentsLeftOut, "attachments")
    guard notesLeftOut > 0 else { return }
    let message = "\(notesLeftOut) further problems of this record not listed"
    notes.append(RecordDecoder.Note(offset: 0, path: "", message: message))
  }

  private mutating func addLeftOut(_ count: Int, _ what: String) {
    guard count > 0 else { return }
    let message = "\(count) \(what) left out (expected at most \(Limits.entries))"
    add(RecordDecoder.Note(offset: 0, path: "", message: message))
  }

  private mutating func add(_ note: RecordDecoder.Note) {
    if notes.count < Limits.problemsPerRecord { notes.append(note) } else { notesLeftOut += 1 }
  }

  private func cutNote(_ content: MarkupContent, limit: Int) -> RecordDecoder.Note? {
    guard content.isCut(limit: limit) else { return nil }
    return RecordDecoder.Note(
      offset: content.element.tag.range.lowerBound,
      path: "/\(content.tagName)",
      message: "text cut (expected at most \(limit) bytes)"
    )
  }

  private mutating func note(_ element: MarkupElement, _ reader: MarkupReader, _ message: String) {
    let name = String(decoding: reader.bytes[element.tag.name], as: UTF8.self)
    add(
      RecordDecoder.Note(
        offset: element.tag.range.lowerBound,
        path: "/\(name)",
        message: "<\(name)> \(message)"
      )
    )
  }

  private func fields(_ element: MarkupElement) -> Post {
    var fields = Post.draft
    fields.statedID = id.value
    fields.title = title.value ?? .missing
    fields.body = episode.added(to: body.value ?? .missing)
    fields.author = authors.account ?? head.facts.author
    // A feed that only states changes thereby also states when an entry was published.
    fields.published = published.value ?? updated.value
    fields.edited = published.value == nil ? nil : updated.value
    if fields.edited == fields.published { fields.edited = nil }
    fields.url = link.value ?? id.value.flatMap { Address.isWeb($0) ? $0 : nil }
    fields.language = language ?? bodyLanguage ?? element.scope.language
    fields.commentsCount = comments.value
    fields.commentsAddress = commentsAddress.value
    fields.commentsFeed = commentsFeed
    fields.likesCount = likes
    fields.inReplyTo = inReplyTo ?? (isComment(fields.url) ? answered(by: fields.body) : nil)
    fields.tags = tags
    fields.attachments = attachments
    fields.baseURL = base(element, link: fields.url)
    return fields
  }

  private func isComment(_ url: String?) -> Bool {
    guard let url, let sign = url.utf8.lastIndex(of: 0x23) else { return false }
    return url[sign...].hasPrefix("#comment-")
  }

  /// The comment that a comment of WordPress answers, where nothing but its words say so: it begins with
  /// "In reply to NAME." in the language of the site, and NAME leads to the other comment (`get_comment_text`).
  private func answered(by body: Body) -> String? {
    guard case .html(let html) = body else { return nil }
    let start = RichTextReader(reading: .rich, maxLinks: 1, enoughTextBytes: Self.mostLeadBytes)
      .read(html: html)
    guard let link = start.links.first, link.range.lowerBound <= Self.mostLeadBytes else {
      return nil
    }
    let fragment = link.target.drop { $0 != "#" }.dropFirst()
    guard fragment.hasPrefix("comment-"), UInt(fragment.dropFirst(8)) != nil else { return nil }
    return link.target
  }

  /// The most bytes of text before the name, in any language.
  private static let mostLeadBytes = 60

  /// The base of addresses in the body: xml:base, else the link of the record, else the feed's page.
  private func base(_ element: MarkupElement, link: String?) -> String? {
    if let stated = bodyBase ?? element.scope.base {
      return Address.resolve(stated, against: head.page ?? link)
    }
    return link.flatMap { Address.isWeb($0) ? $0 : nil } ?? head.page ?? document
  }

  mutating func construct(_ content: MarkupContent, _ typing: MarkupContent.Typing) -> Body? {
    let body = content.construct(typing, limit: Limits.text)
    guard body != .missing else { return nil }
    if let note = cutNote(content, limit: Limits.text) { add(note) }
    return body
  }

  mutating func offer(_ content: MarkupContent, _ typing: MarkupContent.Typing, rank: Int) {
    guard body.accepts(rank: rank) else { return }
    let offered = content.construct(typing)
    guard offered != .missing else { return }
    body.offer(offered, rank: rank)
    bodyNote = cutNote(content, limit: Limits.body)
    bodyBase = content.element.scope.base
    bodyLanguage = content.element.scope.language
  }

  mutating func offer(date content: MarkupContent, _ reader: MarkupReader, rank: Int) {
    published.offer(self.date(content, reader), rank: rank)
  }

  mutating func date(_ content: MarkupContent, _ reader: MarkupReader) -> Timestamp? {
    guard let text = content.filledPlain else { return nil }
    if let date = Timestamp(feedDate: text) { return date.isUnset ? nil : date }
    note(content.element, reader, "is no date: \(text.prefix(40)) (expected RFC 822 or RFC 3339)")
    return nil
  }

  mutating func addTag(_ tag: String) {
    guard !tag.isEmpty else { return }
    guard tags.count < Limits.entries else {
      tagsLeftOut += 1
      return
    }
    if !tags.contains(tag) { tags.append(tag) }
  }

  mutating func attach(
    _ type: String?,
    _ url: String?,
    _ alt: String?,
    size: PixelSize? = nil,
    by namespace: MarkupNamespace
  ) {
    guard attachments.count < Limits.entries else {
      attachmentsLeftOut += 1
      return
    }
    if let url {
      // A file named by both an enclosure and a module is one file.
      let known = attachedBy[url]
      guard known == nil || known == namespace else { return }
      attachedBy[url] = namespace
    }
    attachments.append(Attachment(type: MediaType.kind(of: type), url: url, alt: alt, size: size))
  }

  func address(_ reference: String, _ content: MarkupContent) -> String {
    let base = content.element.scope.base.map { Address.resolve($0, against: head.page) }
    return Address.resolve(reference, against: base ?? head.base ?? document)
  }
}

/// Maps elements to fields: RSS and Atom themselves, and the modules that feeds use with them.
extension SyndicationRecord {
  /// Decodes attributes: RSS 1.0 identifies a record by one, and CDF states nearly everything in them.
  mutating func readAttributes(_ content: MarkupContent) {
    id.offer(content.attribute("rdf:about"), rank: 3)
    if let href = content.attribute("href") { link.offer(address(href, content), rank: 4) }
    if let time = content.attribute("lastmod") { updated.offer(Timestamp(feedDate: time), rank: 4) }
  }

  mutating func take(_ content: MarkupContent, _ reader: MarkupReader) {
    switch content.element.namespace {
    case .rss, .atom: takeOwn(content, reader)
    case .content: if content.element.name == "encoded" { offer(content, .html, rank: 0) }
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
    let namespace = content.element.namespace
    let isAtom = namespace == .atom
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
    case "updated", "modified", "lastmod": updated.offer(date(content, reader), rank: 0)
    case "content":
      if let source = content.attribute("src") {
        attach(content.attribute("type"), address(source, content), nil, by: namespace)
      } else if let type = content.attribute("type"), MediaType.isMedia(type) {
        // The file itself, which no address leads to; the words of a drawing describe it.
        let words = type.hasSuffix("+xml") ? MarkupText.words(of: content.plain) : ""
        attach(type, nil, words.isEmpty ? nil : words, by: namespace)
      } else {
        offer(content, content.attribute("type") == nil && !isAtom ? .html : .stated, rank: 1)
      }
    case "body", "fullitem", "div": offer(content, .html, rank: 2)
    case "description", "abstract": offer(content, typing, rank: 4)
    case "summary", "tagline": offer(content, typing, rank: isAtom ? 4 : 5)
    case "category":
      let tag = content.attribute("label") ?? content.attribute("term") ?? content.filledPlain
      if let tag { addTag(tag) }
    case "enclosure":
      guard let source = content.attribute("url") else { break }
      attach(content.attribute("type"), address(source, content), nil, by: namespace)
    case "language": language = language ?? content.filledPlain
    case "source":
      // The source feed names the author if the entry does not.
      for child in content.children where child.element.name == "author" {
        authors.add(child.person, rank: 6)
      }
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
    let isPage = type.map { $0.hasPrefix("text/html") } ?? true
    switch (content.attribute("rel") ?? "alternate").lowercased() {
    case "alternate":
      // RSS states a link as text; Atom may state one link per media type.
      link.offer(target, rank: content.attribute("href") == nil ? 0 : isPage ? 1 : 2)
    case "enclosure":
      attach(type, target, content.attribute("title"), by: content.element.namespace)
    case "replies", "comments":
      let count = content.attribute("thr:count") ?? content.attribute("count")
      comments.offer(count.flatMap { Int($0) }, rank: 2)
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
    let alt = content.attribute("title") ?? (words.isEmpty ? nil : words)
    attach(isFile ? type : word, target, alt, by: content.element.namespace)
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
    case "keywords": for tag in content.plain.split(separator: ",") { addTag(String(tag).trimmed) }
    case "credit": authors.add(content.person, rank: 4)
    case "community":
      for child in content.children where child.element.name == "statistics" {
        likes = likes ?? child.attribute("favorites").flatMap { Int($0) }
      }
    default: break
    }
  }
}

/// The people whom a record names as its authors, by the rank of the elements that name them.
///
/// The best rank with a name wins, and all of its people are named one after the other. A mail address is no name: it
/// counts only where no element has one, or as one of several authors.
struct Bylines {
  private var people: [(rank: Int, account: Account)] = []

  mutating func add(_ account: Account?, rank: Int) {
    guard let account, people.count < Limits.entries else { return }
    people.append((rank, account))
  }

  var account: Account? {
    let named = people.filter { !$0.account.isMailAddress }
    guard let best = (named.isEmpty ? people : named).map(\.rank).min() else { return nil }
    var names: Set<String> = []
    let chosen = people.filter { $0.rank == best }.map(\.account)
    let inOrder = chosen.filter { !$0.isMailAddress } + chosen.filter(\.isMailAddress)
    return Account(together: inOrder.filter { names.insert($0.name ?? $0.url ?? "").inserted })
  }
}

extension Account {
  fileprivate var isMailAddress: Bool {
    guard let name, handle == nil, url == nil, let at = name.utf8.firstIndex(of: 0x40) else {
      return false
    }
    return at != name.startIndex && !name.contains(" ") && name[at...].contains(".")
  }
}
