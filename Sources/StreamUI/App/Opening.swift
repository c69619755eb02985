import Addresses
import CellGrid

/// The fate of links that a key asks to open outside: they open, a question comes first, or none
/// opens.
enum Opening {
  case open([LinkTarget])
  case openFile(FileTarget)
  case ask(Question)
  case refuse(String)

  /// Columns of the status line, and of a row of the page of links, besides the target's.
  private static let statusColumns = 11

  /// Judges one target.
  ///
  /// A target that no frame had shown before the key, or not as far as its host, is shown in a question; where
  /// there is no room for that, it is refused.
  ///
  init(_ target: String, label: String, _ visit: LinkVisit, trust: Trust.Level, on size: Size) {
    switch Self.judge(
      target,
      label: label,
      isShown: visit.isShown,
      trust: trust,
      on: size
    ) {
    case .open(let checked): self = .open([checked])
    case .ask(let checked, let reason, let isDoubtful):
      self = .ask(Question(.open(checked, visit, isDoubtful: isDoubtful), because: reason))
    case .refuse(let reason): self = .refuse("Not opened: \(reason)")
    }
  }

  /// The verdict on an address that is to leave the program, by the gate and by the frames shown so far.
  enum Judgement {
    case open(LinkTarget)
    /// A doubtful target is one that the gate asks about; another was only not shown.
    case ask(LinkTarget, because: String, isDoubtful: Bool)
    case refuse(String)
  }

  /// Judges an address, whatever it is opened, fetched or handed to.
  ///
  /// - Parameter isShown: whether a frame has shown it.
  static func judge(
    _ address: String,
    label: String,
    isShown: Bool,
    trust: Trust.Level,
    on size: Size
  ) -> Judgement {
    switch LinkGate.judge(address, label: label) {
    case .refuse(let reason): .refuse(reason)
    case .ask(let target, _) where trust == .target: .open(target)
    case .ask(let target, let doubt) where doubt.isOwnNetwork && trust == .host: .open(target)
    case .ask(let target, let doubt):
      .ask(target, because: doubt.reason, isDoubtful: !doubt.isOwnNetwork)
    case .open(let target) where trust != .none: .open(target)
    case .open(let target) where !isShown:
      .ask(target, because: "the address was not shown", isDoubtful: false)
    case .open(let target) where !hasRoom(toShow: target, on: size):
      .ask(target, because: "the address does not fit on one line", isDoubtful: false)
    case .open(let target): .open(target)
    }
  }

  /// Judges a link of a row; the address of an attachment may name a file beside its feed.
  ///
  /// - Parameter source: the name of the source that the row comes from; nil if it has none.
  init(
    _ link: RowLink,
    of source: String?,
    _ visit: LinkVisit,
    trust: Trust.Level,
    on size: Size
  ) {
    guard link.kind == .attachment, let source else {
      self.init(link.target, label: link.label, visit, trust: trust, on: size)
      return
    }
    switch FileReference.judge(link.target) {
    case .address:
      self.init(link.target, label: link.label, visit, trust: trust, on: size)
    case .refuse(let reason): self = .refuse("Not opened: \(reason): \(link.target)")
    case .file(let reference):
      let file = FileTarget(reference: reference, source: source)
      // The status line showed the address, the question shows the path that it means.
      let isWhole = link.target.utf8.count + Self.statusColumns <= size.columns
      let reason: String? =
        // The reader has opened the archive: its pictures, sounds and films are what it seems to hold.
        if !visit.isShown, !reference.isMedia {
          "the path was not shown"
        } else if !isWhole, !reference.isMedia {
          "the path does not fit on one line"
        } else if reference.path != link.target.drop(while: { $0 == "/" }) {
          "the feed writes it as \(link.target)"
        } else {
          nil
        }
      self = reason.map { .ask(Question(.openFile(file, visit), because: $0)) } ?? .openFile(file)
    }
  }

  /// Judges several links that open together, without those that need a question of their own.
  ///
  /// Where not all were shown, or some are left out, a question shows the others first.
  init(together links: [RowLink], _ visit: LinkVisit, on size: Size) {
    var targets: [LinkTarget] = []
    var asking = 0
    var refused = 0
    for link in links {
      switch LinkGate.judge(link.target, label: link.label) {
      case .open(let target): if !targets.contains(target) { targets.append(target) }
      case .ask: asking += 1
      case .refuse: refused += 1
      }
      // More never open at once; the question says that the others are left out.
      if targets.count > Question.mostTargets { break }
    }
    let left = [Self.sentence(ofAsking: asking), Self.sentence(ofRefused: refused)]
      .compactMap(\.self).joined(separator: ", ")
    if targets.isEmpty {
      self = .refuse("Not opened: \(left)")
    } else if visit.isShown, left.isEmpty, targets.count <= Question.mostTargets,
      targets.allSatisfy({ Self.hasRoom(toShow: $0, on: size) })
    {
      self = .open(targets)
    } else {
      self = .ask(Question(all: targets, leftOut: left, visit, size: size))
    }
  }

  private static func sentence(ofAsking count: Int) -> String? {
    if count == 0 { return nil }
    return count == 1 ? "1 needs a question of its own" : "\(count) need questions of their own"
  }

  private static func sentence(ofRefused count: Int) -> String? {
    count == 0 ? nil : count == 1 ? "1 is not allowed" : "\(count) are not allowed"
  }

  /// Whether the status line can show where `target` leads.
  static func hasRoom(toShow target: LinkTarget, on size: Size) -> Bool {
    target.columnsToItsHost + statusColumns <= size.columns
  }
}
