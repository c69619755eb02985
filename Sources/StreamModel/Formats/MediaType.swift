/// Maps media types to the values of ``Attachment/type``.
enum MediaType {
  /// Returns "image", "video" or "audio", otherwise the media type itself.
  static func kind(of mediaType: String?) -> String? {
    guard let mediaType else { return nil }
    let top = mediaType.split(separator: "/").first.map { $0.lowercased() } ?? ""
    return ["image", "video", "audio"].contains(top) ? top : mediaType
  }
}
