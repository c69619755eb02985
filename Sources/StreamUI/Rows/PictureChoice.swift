/// The choice of the pictures that stand in posts.
package enum PictureChoice: String, Sendable {
  case off
  /// Files beside a feed, in a folder or archive that the reader has opened.
  case local
  /// The same, and those of the network that the reader allows, post by post or host by host.
  case ask
  /// The same, and all of the network.
  case on

  /// Listed here because deriving them from `allCases` searches all conformances at every start.
  package static var names: [String] { ["off", "local", "ask", "on"] }

  /// Whether pictures of the network have lines.
  package var isOfNetwork: Bool { self == .ask || self == .on }
}
