extension RecordDecoder {
  mutating func activityLinks() throws(JSONError) -> [ActivityObject.Link] {
    try activityMedia(nil).compactMap { media in
      media.url.map { .init(href: $0, mediaType: media.mediaType, isPlain: media.isPlain) }
    }
  }

  mutating func readTags(of object: inout ActivityObject, _ language: String?) throws(JSONError) {
    for tag in try activityMedia(language) {
      let name = tag.name ?? ""
      switch tag.type {
      case _ where tag.isPlain: object.tags += [tag.url].compactMap(\.self)
      // FEP-e232: a link to another object; one that says so quotes it.
      case "Link" where tag.isObjectLink:
        if let url = tag.url, tag.isQuote || name.hasPrefix("RE:") {
          object.quotes.append(.address(url))
        }
      case "Mention", "Person", "person":
        let handle = tag.name.map { self.handle($0) }
        object.mentions.append(Mention(handle: handle, url: tag.url))
      case "Emoji": object.customEmoji.append(name.trimming(":"))
      case "Hashtag", "hashtag": object.tags.append(String(name.trimmingPrefix("#")))
      case nil where name.hasPrefix("@"):
        object.mentions.append(Mention(handle: name, url: tag.url))
      default: if !name.isEmpty { object.tags.append(String(name.trimmingPrefix("#"))) }
      }
    }
  }

  mutating func readAttachments(
    of object: inout ActivityObject,
    _ language: String?
  ) throws(JSONError) {
    for media in try activityMedia(language) {
      if media.type == "PropertyValue", let value = media.value {
        object.properties.append((media.name ?? "", value))
      } else {
        object.attachments.append(media.attachment)
      }
    }
  }

  mutating func activityImages(_ language: String?) throws(JSONError) -> [Attachment] {
    try activityMedia(language).map { media in
      Attachment(type: "image", url: media.url, alt: media.alt, size: media.size)
    }
  }

  private struct Media {
    /// Whether it is an address without an object.
    var isPlain = false
    var type: String?
    var id: String?
    var url: String?
    /// The address of the file in version 1, where `url` is that of a page.
    var file: String?
    var mediaType: String?
    var isSensitive = false
    var isQuote = false
    var name: String?
    var summary: String?
    var content: String?
    var value: String?
    var width: Int?
    var height: Int?
    var linked: PixelSize?

    var size: PixelSize? { PixelSize(width: width, height: height) ?? linked }
    var alt: String? { name ?? summary ?? content }

    var isObjectLink: Bool {
      isQuote
        || mediaType.map { $0.contains("activitystreams") || $0.contains("activity+json") } ?? false
    }

    var attachment: Attachment {
      // The media type of a document determines its kind.
      let part = mediaType?.split(separator: "/").first.map(String.init)
      let isTold = ["image", "video", "audio"].contains(part ?? "")
      let kind = type == "Document" || type == nil ? (isTold ? part : type) : type
      return Attachment(
        type: kind?.lowercased(),
        url: url ?? id,
        alt: alt,
        size: size,
        isSensitive: isSensitive
      )
    }
  }

  /// Decodes addresses, and objects that have one.
  private mutating func activityMedia(_ language: String?) throws(JSONError) -> [Media] {
    var list: [Media] = []
    try each { decoder, kind throws(JSONError) in
      switch kind {
      case .string: list.append(Media(isPlain: true, url: try decoder.filledText()))
      case .object: list.append(try decoder.activityMediaObject(language))
      default: break
      }
    }
    return list
  }

  private mutating func activityMediaObject(_ language: String?) throws(JSONError) -> Media {
    try json.open()
    var media = Media()
    var href: String?
    while let key = try json.nextKey() {
      switch ActivityVocabulary.localName(of: json.decode(key, limit: 128).string) {
      // The names of version 1 appear beside those of version 2.
      case "type", "@type", "objectType":
        let type = try firstText()
        media.type = type.map(ActivityVocabulary.localName)
      case "id", "@id": media.id = try address()
      case "href": href = try address()
      case "image", "stream":
        let link = try fileLink()
        media.file = media.file ?? link?.url
        media.linked = media.linked ?? link?.size
      case "url":
        // Some servers write the links of a file here: their media type applies to the file.
        let link = try fileLink()
        media.url = link?.url
        media.mediaType = media.mediaType ?? link?.mediaType
        media.linked = link?.size ?? media.linked
      case "width": media.width = try countIfAny()
      case "height": media.height = try countIfAny()
      case "mediaType", "mimeType": media.mediaType = try firstText() ?? media.mediaType
      case "sensitive": media.isSensitive = try isTrueIfAny()
      case "rel":
        try each { decoder, _ throws(JSONError) in
          let relation = try decoder.textIfAny()
          media.isQuote = media.isQuote || relation?.hasSuffix("quote") == true
        }
      case "name", "nameMap", "displayName":
        media.name = try localizedText(preferring: language)?.text
      case "summary", "summaryMap": media.summary = try localizedText(preferring: language)?.text
      case "content", "contentMap": media.content = try localizedText(preferring: language)?.text
      case "value": media.value = try firstText()
      default: break
      }
    }
    media.url = media.url ?? href ?? media.file
    return media
  }

  private struct FileLink {
    let url: String
    var mediaType: String?
    var size: PixelSize?
  }

  private mutating func fileLink() throws(JSONError) -> FileLink? {
    var found: FileLink?
    try each { decoder, kind throws(JSONError) in
      switch kind {
      case .string:
        let text = try decoder.filledText()
        found = found ?? text.map { FileLink(url: $0) }
      case .object:
        try decoder.json.open()
        var href: String?
        var mediaType: String?
        var width: Int?
        var height: Int?
        while let key = try decoder.json.nextKey() {
          switch key {
          case "href", "url": href = try decoder.textIfAny()
          case "mediaType": mediaType = try decoder.textIfAny()
          case "width": width = try decoder.countIfAny()
          case "height": height = try decoder.countIfAny()
          default: break
          }
        }
        let size = PixelSize(width: width, height: height)
        found = found ?? href.map { FileLink(url: $0, mediaType: mediaType, size: size) }
      default: break
      }
    }
    return found
  }

  private mutating func firstText() throws(JSONError) -> String? {
    var found: String?
    try each { decoder, kind throws(JSONError) in
      let text = try decoder.textIfAny()
      found = found ?? text
    }
    return found
  }
}

extension String {
  fileprivate func trimming(_ sign: Character) -> String {
    var part = self[...]
    while part.first == sign { part.removeFirst() }
    while part.last == sign { part.removeLast() }
    return String(part)
  }
}
