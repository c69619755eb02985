import Addresses

/// Records that are markup: elements of an XML feed, and whole pages.
extension Feed {
  /// Whether records are markup.
  var isMarkup: Bool {
    switch format?.layout {
    case .markup, .page: true
    case .document, .list, .values, .lines, nil: false
    }
  }

  /// The fields of a record of an XML feed or a page; nil where the feed is neither.
  func readMarkup(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (fields: PostFields, notes: [RecordDecoder.Note])? {
    switch format?.layout {
    case .markup:
      SyndicationRecord.read(
        bytes,
        head: findings.head,
        document: Address.isWeb(name) ? name : nil
      )
    case .page:
      format?.vocabulary == .opml ? SubscriptionList.read(bytes) : WebPage.read(bytes)
    case .document, .list, .values, .lines, nil: nil
    }
  }

  /// The row of a record that was read.
  func markupRecord(
    _ read: (fields: PostFields, notes: [RecordDecoder.Note]),
    _ index: Int,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Record {
    let entry = findings.index.entries[index]
    let prefix = path(ofRow: index)
    let problems = read.notes.map { note in
      problem(at: entry.start + note.offset, path: prefix + note.path, note.message)
    }
    return .post(read.fields.post(id: markupID(read.fields, bytes), problems: problems))
  }

  /// The stated id, else the address, else a hash of the record.
  private func markupID(_ fields: PostFields, _ bytes: UnsafeBufferPointer<UInt8>) -> Post.ID {
    Post.ID(fields.id ?? fields.url ?? hexDigits(stableHash(bytes)))
  }
}
