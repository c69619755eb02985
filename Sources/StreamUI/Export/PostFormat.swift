/// The formats in which a post is saved, by the ending of the file's name.
package enum PostFormat: String, CaseIterable, Sendable {
  case text = "txt"
  case markdown = "md"
  case html
  case json

  /// The format of a file; nil if the ending of its name says none.
  init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }
}
