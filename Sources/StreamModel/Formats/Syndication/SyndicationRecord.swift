import Addresses

/// Decodes one `item` or `entry`: RSS in all versions, Atom, CDF, and the modules that feeds use.
///
/// When a record states something twice, the better element wins: whole content before summaries,
/// and the vocabulary's own elements before those of modules.
struct SyndicationRecord {
  /// A value with the rank of the element that stated it; a lower rank wins.
  struct Ranked<Value> {
    private(set) var value: Value?
    private var rank = Int.max

    mutating func offer(_ offered: Value?, rank: Int) {
      guard let offered, rank < self.rank else { return }
      value = offered
      self.rank = rank
    }
  }

  private let head: SyndicationHead
  /// The address from which the feed was fetched.
  private let document: String?
  var title = Ranked<Body>()
  var body = Ranked<Body>()
  private var bodyBase: String?
  private var bodyLanguage: String?
  var author = Ranked<Account>()
  /// The authors that the record itself names, in order.
  var authors: [Account] = []
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
  /// The vocabulary that named each file first.
  private var attachedBy: [String: MarkupNamespace] = [:]
  private(set) var notes: [RecordDecoder.Note] = []
  /// The note on the body that won, if it was cut.
  private var bodyNote: RecordDecoder.Note?
  private var tagsLeftOut = 0
  private var attachmentsLeftOut = 0
  private var notesLeftOut = 0
  /// The names of elements already reported as unclosed, so that each is reported once.
  private var unclosed: Set<String> = []

  private init(head: SyndicationHead, document: String?) {
    self.head = head
    self.document = document
  }

  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>,
    head: SyndicationHead,
    document: String? = nil
  ) -> (fields: Post, notes: [RecordDecoder.Note]) {
    var record = SyndicationRecord(head: head, document: document)
    var outer = MarkupReader(bytes, in: 0..<bytes.count)
    guard let element = outer.record(in: head.scope) else { return (Post.draft, []) }
    record.read(element, outer)
    return (record.fields(element), record.notes)
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

  private mutating func note(
    _ element: MarkupElement,
    _ reader: MarkupReader,
    _ message: String
  ) {
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
    fields.body = body.value ?? .missing
    fields.author = Account(together: authors) ?? author.value ?? head.author
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
    fields.inReplyTo = inReplyTo
    fields.tags = tags
    fields.attachments = attachments
    fields.baseURL = base(element, link: fields.url)
    return fields
  }
}

extension SyndicationRecord {
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
    let offered = content.construct(typing)
    guard offered != .missing else { return }
    let known = body.value
    body.offer(offered, rank: rank)
    guard body.value != known else { return }
    bodyNote = cutNote(content, limit: Limits.body)
    bodyBase = content.element.scope.base
    bodyLanguage = content.element.scope.language
  }

  mutating func offer(date content: MarkupContent, _ reader: MarkupReader, rank: Int) {
    published.offer(Timestamp(feedDate: content.plain) ?? noDate(content, reader), rank: rank)
  }

  /// Notes that a date is malformed.
  mutating func noDate(_ content: MarkupContent, _ reader: MarkupReader) -> Timestamp? {
    if let text = content.filledPlain {
      note(content.element, reader, "is no date: \(text.prefix(40)) (expected RFC 822 or RFC 3339)")
    }
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
    _ url: String,
    _ alt: String?,
    size: PixelSize? = nil,
    by namespace: MarkupNamespace
  ) {
    guard attachments.count < Limits.entries else {
      attachmentsLeftOut += 1
      return
    }
    // A file named by both an enclosure and a module is one file.
    let known = attachedBy[url]
    guard known == nil || known == namespace else { return }
    attachedBy[url] = namespace
    attachments.append(
      Attachment(type: MediaType.kind(of: type), url: url, alt: alt, size: size)
    )
  }

  func address(_ reference: String, _ content: MarkupContent) -> String {
    let base = content.element.scope.base.map { Address.resolve($0, against: head.page) }
    return Address.resolve(reference, against: base ?? head.base ?? document)
  }
}

/// The facts that an XML feed states about itself outside its records.
struct SyndicationHead {
  /// The context of every record.
  private(set) var scope = MarkupScope()
  private(set) var title = Body.missing
  /// The page that the feed belongs to.
  private(set) var link: String?
  /// The address of the feed itself.
  private var own: String?
  /// The author of records that name none (RFC 4287, section 4.2.1).
  private(set) var author: Account?

  /// The bytes around the records that are read at most.
  static let limit = 1 << 20
  /// The depth of the elements with facts: the root, a channel, a fact.
  private static let depth = 3

  /// Adds the facts in `bytes`, which precede or follow the records.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var reader = MarkupReader(bytes, in: 0..<bytes.count)
    var depth = 0
    while depth < Self.depth, let event = reader.next() {
      guard case .start(let tag) = event else { continue }
      let inner = scope.inside(tag, of: reader)
      let (namespace, name) = inner.resolve(tag.name, of: reader)
      if name == "rss" || name == "rdf" || name == "feed" || name == "channel" {
        if tag.isEmpty { continue }
        depth += 1
        scope = inner
        scope.setStandard(name == "feed" ? .atom : nil)
        if let base = reader.attribute("base", of: tag) { scope.base = base }
      } else {
        reader.move(to: tag.range.lowerBound)
        guard let element = reader.nextElement(in: scope) else { return }
        take(element, namespace, name, MarkupContent(element, reader))
      }
    }
  }

  /// The base of addresses in a record.
  var base: String? { scope.base.map { Address.resolve($0, against: page) } ?? page }

  /// The page of the feed, else the address under which it says that it is found.
  var page: String? { link ?? own }

  /// The title as text, without tags.
  var plainTitle: String? {
    switch title {
    case .missing: nil
    case .text(let text): text
    case .html(let html): MarkupText.words(of: html)
    }
  }

  private mutating func take(
    _ element: MarkupElement,
    _ namespace: MarkupNamespace,
    _ name: String,
    _ content: MarkupContent
  ) {
    switch (namespace, name) {
    case (.rss, "title"), (.atom, "title"):
      if title == .missing { title = content.construct(namespace == .atom ? .stated : .guessed) }
    case (.rss, "link"), (.atom, "link"):
      let href = content.attribute("href") ?? content.plain
      guard !href.isEmpty else { return }
      let address = Address.resolve(href, against: element.scope.base)
      switch content.attribute("rel") ?? "alternate" {
      case "alternate": link = link ?? address
      case "self": own = own ?? address
      default: break
      }
    case (.rss, "language"), (.dublinCore, "language"):
      if scope.language == nil { scope.language = content.filledPlain }
    case (.atom, "author"):
      if author == nil { author = content.person }
    default: break
    }
  }
}
