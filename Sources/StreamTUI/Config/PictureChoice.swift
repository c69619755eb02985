/// The choice of the pictures that stand in posts.
enum PictureChoice: String {
  case off
  /// Files beside a feed, in a folder or archive that the reader has opened.
  case local

  /// Listed here because deriving them from `allCases` searches all conformances at every start.
  static var names: [String] { ["off", "local"] }
}
