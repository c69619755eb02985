/// Media types in the words of ``Attachment/type``.
enum MediaType {
  /// "image", "video" or "audio", else the media type itself.
  static func kind(of mediaType: String?) -> String? {
    guard let mediaType else { return nil }
    let top = mediaType.split(separator: "/").first.map { $0.lowercased() } ?? ""
    return ["image", "video", "audio"].contains(top) ? top : mediaType
  }
}
