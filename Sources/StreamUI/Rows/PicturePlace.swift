package import Addresses
import CellGrid
import StreamModel

package enum PicturePlace: Hashable, Sendable {
  case file(FileReference)
  /// An address of the network that the gate lets through without a question.
  case web(LinkTarget)

  /// The place of an attachment that may be a picture that can be drawn; nil for others, which would leave their lines blank.
  init?(of file: Attachment, _ permission: PicturePermission, decodes: Bool) {
    guard let address = file.url, file.type == "image" || file.type == nil else { return nil }
    switch FileReference.judge(address) {
    case .file(let reference):
      guard permission.opensFiles, file.type == "image",
        Kind(ofPath: reference.path).isDrawn(decodes: decodes)
      else { return nil }
      self = .file(reference)
    case .address:
      guard permission.choice.isOfNetwork else { return nil }
      let kind = Kind(ofPath: Self.path(of: address))
      // The addresses of many servers have no ending: their feeds say what they are.
      let isStated = kind == .untold && file.type == "image" && decodes
      guard isStated || kind.isDrawn(decodes: decodes),
        case .open(let target) = LinkGate.judge(address, label: ""), target.scheme != "mailto"
      else { return nil }
      self = .web(target)
    case .refuse: return nil
    }
  }

  /// Whether a file is a picture that can be drawn where something decodes it, as far as its name tells.
  package static func isPicture(_ file: FileReference) -> Bool {
    Kind(ofPath: file.path).isDrawn(decodes: true)
  }

  package var written: String {
    switch self {
    case .file(let reference): reference.written
    case .web(let target): target.written
    }
  }

  var name: String {
    switch self {
    case .file(let reference): reference.path
    case .web(let target): target.text
    }
  }

  /// The name that a copy gets unless the reader types another one.
  var fileName: String {
    let path =
      switch self {
      case .file(let reference): reference.path
      case .web(let target): Self.path(of: target.text)
      }
    let name = path.split(separator: "/").last ?? ""
    guard case .web = self else { return name.isEmpty ? "picture" : String(name) }
    let plain = name.drop { $0 == "." || $0 == "-" || $0 == "~" }.filter {
      $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0))
    }
    return plain.isEmpty ? "picture" : String(plain.prefix(100))
  }

  /// The path of an address, without its host and what follows it.
  private static func path(of address: String) -> String {
    let whole = address.prefix { $0 != "?" && $0 != "#" }
    guard let start = whole.firstRange(of: "://")?.upperBound,
      let slash = whole[start...].firstIndex(of: "/")
    else { return "" }
    return String(whole[slash...])
  }

  /// The kind of a file, as far as the ending of its name tells.
  private enum Kind {
    case png, decoded, other, untold

    init(ofPath path: String) {
      let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
      guard let dot = name.lastIndex(of: ".") else {
        self = .untold
        return
      }
      switch name[name.index(after: dot)...].lowercased() {
      case "png": self = .png
      case "gif", "jpeg", "jpg", "webp": self = .decoded
      case "avif", "bmp", "heic", "heif", "htm", "html", "ico", "jxl", "mp3", "mp4", "mov", "ogg",
        "pdf", "svg", "svgz", "tif", "tiff", "webm", "zip":
        self = .other
      default: self = .untold
      }
    }

    func isDrawn(decodes: Bool) -> Bool { self == .png || self == .decoded && decodes }
  }
}

package struct PicturePermission: Equatable, Sendable {
  /// The pictures of the network that the reader has let come, in ``PictureChoice/ask``.
  package struct Allowed: Equatable, Sendable {
    /// The hosts whose pictures always come.
    package internal(set) var hosts: Set<String> = []
    /// Addresses of posts for which the reader has pressed the key, in this run.
    private(set) var addresses: Set<String> = []

    /// The most addresses that are remembered.
    private static let most = 10_000

    mutating func add(_ targets: [LinkTarget]) {
      if addresses.count + targets.count > Self.most { addresses = [] }
      addresses.formUnion(targets.map(\.text))
    }
  }

  private(set) var choice = PictureChoice.local
  private(set) var opensFiles = true
  private(set) var allowed = Allowed()
  private(set) var key = ""

  func asks(for place: PicturePlace) -> Bool {
    guard case .web(let target) = place, choice == .ask else { return false }
    return !allowed.hosts.contains(target.host) && !allowed.addresses.contains(target.text)
  }

  func question(about place: PicturePlace) -> SafeText? {
    guard asks(for: place), case .web(let target) = place else { return nil }
    return SafeText(sanitizing: "picture of \(target.host): \(key) shows it")
  }
}

package enum PictureChoice: String, Sendable {
  case off
  /// Files beside a feed, in a folder or archive that the reader has opened.
  case local
  /// The same, and those of the network that the reader allows, post by post or host by host.
  case ask
  case on

  /// Listed here because deriving them from `allCases` searches all conformances at every start.
  package static var names: [String] { ["off", "local", "ask", "on"] }
  package var isOfNetwork: Bool { self == .ask || self == .on }
}
