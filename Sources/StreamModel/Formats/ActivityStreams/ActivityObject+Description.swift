/// What an object says beside its text.
extension ActivityObject {
  /// The properties that make up a thing without a text: an event, a place, a tombstone.
  var description: Body {
    var text = HTMLText()
    if types.contains("Tombstone") {
      text.append(markup: "<p>")
      text.append("Deleted" + (formerType.map { ": \($0)" } ?? ""))
      text.append(markup: "</p>")
    }
    if !types.contains("Question") {
      text.appendDetail("startTime", startTime?.rfc3339)
      text.appendDetail("endTime", endTime?.rfc3339)
    }
    for detail in details { text.appendDetail(detail.name, detail.value) }
    for relation in relations { text.appendRelation(relation.name, relation.reference) }
    if !isActivity {
      for object in objects { text.appendRelation("object", object) }
    }
    for property in properties {
      text.append(markup: "<p>")
      text.append(property.name + ": ")
      text.append(markup: property.value + "</p>")
    }
    return text.body
  }

  /// What is attached, the files that it is itself, and its pictures; no address twice.
  var files: [Attachment] {
    var files = attachments
    if let type, ["Audio", "Document", "Image", "Video"].contains(type) {
      files += links.filter { !$0.isPage }.map { link in
        Attachment(type: type.lowercased(), url: link.href, alt: link.mediaType)
      }
    }
    var known = Set(files.compactMap(\.url))
    for image in images {
      if let url = image.url, known.insert(url).inserted { files.append(image) }
    }
    return files
  }

  /// The answer that it is to `parent`, or to the post whose id is `root`.
  func comment(parent: Post.ID?, root: String?) -> Comment {
    let fields = objectFields
    let stated = inReplyTo == root ? nil : inReplyTo.map { Post.ID($0) }
    var text = HTMLText()
    if case .text(let title) = fields.title {
      text.append(markup: "<p>")
      text.append(title)
      text.append(markup: "</p>")
    }
    text.append(fields.body)
    return Comment(
      id: Post.ID(id ?? hexDigits(hash)),
      parent: parent ?? stated,
      author: fields.author,
      published: fields.published,
      body: fields.title == .missing ? fields.body : text.body,
      url: fields.url,
      likesCount: fields.likesCount,
      likes: fields.likes,
      attachments: fields.attachments
    )
  }
}

extension ActivityObject.Collection {
  /// Who is in it: actors, or those who did what is in it.
  var accounts: [Account] {
    items.prefix(Limits.likes).map { item in
      switch item {
      case .address(let address): Account(name: nil, handle: nil, url: address)
      case .object(let object): object.actors.first ?? object.account
      }
    }
  }
}

extension HTMLText {
  /// A property and its value on a line of their own.
  mutating func appendDetail(_ name: String, _ value: String?) {
    guard let value else { return }
    append(markup: "<p>")
    append("\(Self.words(name)): \(value)")
    append(markup: "</p>")
  }

  /// A property and what it refers to.
  mutating func appendRelation(_ name: String, _ reference: ActivityObject.Reference) {
    guard let label = reference.label else { return }
    append(markup: "<p>")
    append("\(Self.words(name)): ")
    append(label, link: reference.address)
    append(markup: "</p>")
  }

  /// The name of a property as words: "startTime" is "start time".
  private static func words(_ name: String) -> String {
    var words = ""
    for letter in name {
      if letter.isUppercase { words += " " }
      words += letter.lowercased()
    }
    return words
  }
}

extension Int {
  /// The sum, or the nearest number that there is.
  func saturatingAdd(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
