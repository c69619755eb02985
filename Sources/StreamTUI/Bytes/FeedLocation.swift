/// Where a feed was found, which decides whether files beside it can be opened.
enum FeedLocation: Equatable {
  /// In the opened folder `root`; `folder` is its own folder there, empty for the root itself.
  case folder(root: String, folder: String)
  /// Inside an archive of this name, which is not unpacked.
  case archive(name: String)
  /// A file or pipe that was opened for itself.
  case alone
}
