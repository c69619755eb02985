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

    /// Whether a value of this rank would win.
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
    fields.body = episode.added(to: body.value ?? .missing)
    fields.author = authors.account ?? head.author
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
}

extension SyndicationRecord {
  /// Whether an address is that of a comment, as WordPress writes it.
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

  /// Returns the date that an element states; notes one that is malformed.
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
    attachments.append(
      Attachment(type: MediaType.kind(of: type), url: url, alt: alt, size: size)
    )
  }

  func address(_ reference: String, _ content: MarkupContent) -> String {
    let base = content.element.scope.base.map { Address.resolve($0, against: head.page) }
    return Address.resolve(reference, against: base ?? head.base ?? document)
  }
}
