/// A host whose addresses open without a question, because the reader has let one open, or whose pictures come.
package struct TrustedHost: Equatable, Sendable {
  /// The host as the gate compares it; with an ending that no host has where it is about its pictures.
  package let name: String
  package let time: Timestamp

  package init(name: String, time: Timestamp) {
    self.name = name
    self.time = time
  }

  /// Makes an entry for the pictures of a host.
  package init(picturesOf host: String, time: Timestamp) {
    self.init(name: host + Self.pictures, time: time)
  }

  private static let pictures = " (pictures)"

  /// Returns the host whose pictures an entry of a name is about; nil for its addresses.
  package static func pictureHost(_ name: String) -> String? {
    name.hasSuffix(pictures) ? String(name.dropLast(pictures.count)) : nil
  }
}
