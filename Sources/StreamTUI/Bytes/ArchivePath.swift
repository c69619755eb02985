/// The safe name of a file inside an archive: relative, with "/", without "..".
struct ArchivePath {
  let text: String

  init(_ bytes: some Sequence<UInt8>) {
    let raw = String(decoding: Array(bytes), as: UTF8.self)
    let parts = raw.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." && $0 != ".." }
    let clean = parts.map { part in
      String(
        String.UnicodeScalarView(part.unicodeScalars.filter { $0.value >= 0x20 && $0 != "\u{7F}" })
      )
    }
    text = clean.joined(separator: "/")
  }

  /// The last part of the path.
  var name: Substring { text.split(separator: "/").last ?? "" }

  /// Whether the file is hidden or was added to the archive by the macOS Finder.
  var isHidden: Bool {
    text.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
  }

  /// Whether the name is that of a feed, compressed or not.
  var looksLikeFeed: Bool {
    guard !isHidden else { return false }
    var name = name.lowercased()
    if name.hasSuffix(".gz") { name.removeLast(3) }
    return Self.endings.contains { name.hasSuffix($0) }
  }

  private static let endings = [
    ".json", ".ndjson", ".jsonl", ".xml", ".rss", ".atom", ".rdf", ".html", ".htm", ".opml",
  ]
}
