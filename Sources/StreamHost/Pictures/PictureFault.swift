package import CellGrid

/// Why a picture is not shown.
package enum PictureFault: Error, Equatable {
  /// The reason of the gate, or of the system.
  case refused(String)
  case empty
  /// The file has more bytes than are read.
  case large(bytes: Int, most: Int)
  /// The file does not begin as a picture of a known kind does.
  case otherKind
  /// The same, of the network; with the type that its server states.
  case otherType(String)
  /// A server sends more bytes than are fetched.
  case over(most: Int)
  case changed
  /// The file ends in the middle, after this many bytes.
  case cut(after: Int)
  /// Something else is wrong, at this byte.
  case malformed(String, at: Int)
  case pixels(width: Int, height: Int)
  /// A file of its kind or size needs the decoder, which is not installed.
  case needsDecoder(String, for: String)
  case undecodable(by: String)
  case beyondLimits
  case slow(seconds: Int)
  case strangeOutput(of: String)
  /// The terminal has as many pictures near the viewport as it may.
  case full(most: Int)

  package var text: SafeText { SafeText(sanitizing: "not shown: \(reason)") }

  private var reason: String {
    switch self {
    case .refused(let reason): reason
    case .empty: "the file is empty"
    case .large(let bytes, let most): "\(Self.size(bytes)) (at most \(Self.size(most)))"
    case .otherKind: "no PNG, JPEG, GIF or WebP file"
    case .otherType(let type): "it is \(type), not a picture"
    case .over(let most): "over \(Self.size(most))"
    case .changed: "the file changed while it was read"
    case .cut(let bytes): "cut off after \(Self.size(bytes))"
    case .malformed(let problem, let offset): "malformed at byte \(offset): \(problem)"
    case .pixels(let width, let height): "\(width) x \(height) pixels"
    case .needsDecoder(let decoder, let kind): "\(decoder) is not in PATH, which \(kind) needs"
    case .undecodable(let decoder): "\(decoder) cannot decode it"
    case .beyondLimits: "it takes too much memory or time to decode"
    case .slow(let seconds): "it takes longer than \(seconds) s to decode"
    case .strangeOutput(let decoder): "\(decoder) answered with something else than a picture"
    case .full(let most): "\(most) other pictures are nearer"
    }
  }

  /// A number of bytes in the largest unit of which there is one.
  private static func size(_ bytes: Int) -> String {
    bytes < 1 << 10
      ? "\(bytes) bytes" : bytes < 1 << 20 ? "\(bytes >> 10) KB" : "\(bytes >> 20) MB"
  }
}
