/// Describes an object beyond its text.
extension ActivityObject {
  /// The properties of an object without text, such as an event, a place or a tombstone.
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

  /// The attachments, the object's own files and its pictures, each address once.
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

  /// Returns the object as a comment on `parent`, or on the post whose id is `root`.
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
      attachments: fields.attachments,
      visibility: fields.visibility
    )
  }
}

extension ActivityObject.Collection {
  /// The accounts in the collection: actors, or the actors of its activities.
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
  /// Appends a property and its value on a line of their own.
  mutating func appendDetail(_ name: String, _ value: String?) {
    guard let value else { return }
    append(markup: "<p>")
    append("\(Self.words(name)): \(value)")
    append(markup: "</p>")
  }

  /// Appends a property and a link to the object that it refers to.
  mutating func appendRelation(_ name: String, _ reference: ActivityObject.Reference) {
    guard let label = reference.label else { return }
    append(markup: "<p>")
    append("\(Self.words(name)): ")
    append(label, link: reference.address)
    append(markup: "</p>")
  }

  /// Returns the name of a property as words: "startTime" becomes "start time".
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
  /// Returns the sum, or the nearest representable number.
  func saturatingAdd(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
