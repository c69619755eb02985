/// A relative address that may name a file beside the feed that states it.
///
/// It has no scheme and no host, and its path leads up no further than it led down before. Whether
/// there is such a file, and where it really lies, only the file system can tell.
package struct FileReference: Hashable, Sendable {
  package enum Verdict: Equatable, Sendable {
    /// It has a scheme or a host, or no path: ``LinkGate`` judges it.
    case address
    case file(FileReference)
    /// Never a file, for this reason.
    case refuse(because: String)
  }

  /// The longest address that is considered, in bytes: no path of Linux is longer.
  package static let limit = 4096

  /// The path below the folder of the feed, without ".", ".." and empty parts, percent-decoded.
  ///
  /// A slash at its start meant that folder, too, as in the exports of Mastodon.
  package let path: String
  package let written: String

  private static let mediaTypes: Set<String> = [
    "avif", "flac", "gif", "jpeg", "jpg", "m4a", "m4v", "mov", "mp3", "mp4", "ogg", "opus", "png",
    "wav", "webm", "webp",
  ]

  package var isMedia: Bool {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return Self.mediaTypes.contains(path[path.utf8.index(after: dot)...].lowercased())
  }

  package static func judge(_ target: String) -> Verdict {
    let bytes = Array(target.utf8)
    let parts = AddressParts(AddressParts.trimmed(bytes))
    guard parts.scheme == nil, parts.authority == nil, !parts.path.isEmpty else { return .address }
    guard bytes.count <= limit else { return .refuse(because: "longer than \(limit) bytes") }
    guard let path = String(validating: WebAddress.decoded(parts.path), as: UTF8.self),
      !path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return .refuse(because: "not the name of a file") }
    var kept: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      guard part == ".." else {
        kept.append(part)
        continue
      }
      guard kept.popLast() != nil else {
        return .refuse(because: "it leads out of the opened folder")
      }
    }
    guard !kept.isEmpty else { return .refuse(because: "it names a folder, not a file") }
    return .file(FileReference(path: kept.joined(separator: "/"), written: target))
  }
}
