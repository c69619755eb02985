import Addresses

/// The fate of a link that a command asks to open: it opens, a question comes first, or it does not
/// open.
///
/// The judges are those of the viewer, ``LinkGate`` and ``FileReference``. The target is always printed
/// before it opens, so only their doubts lead to a question.
enum LinearOpening: Equatable {
  /// Opens after the sentence is printed.
  case open(LinearEffect, sentence: String)
  /// Asks first; the sentence names the target and the reason.
  case ask(LinearEffect, sentence: String)
  case refuse(String)

  /// Judges an address that the reader sees as `label`.
  init(_ address: String, label: String) {
    switch LinkGate.judge(address, label: label) {
    case .open(let target): self = .open(.open(target), sentence: "opens \(target.text)")
    case .ask(let target, let reason):
      self = .ask(.open(target), sentence: "\(target.text) (\(reason))")
    case .refuse(let reason): self = .refuse("Not opened: \(reason): \(address)")
    }
  }

  /// Judges a link of a post; that of an attachment may name a file beside its feed.
  ///
  /// - Parameter source: The name of the source that the post comes from; nil if it has none.
  init(_ link: RowLink, of source: String?) {
    guard link.kind == .attachment, let source else {
      self.init(link.target, label: link.label)
      return
    }
    switch FileReference.judge(link.target) {
    case .address: self.init(link.target, label: link.label)
    case .refuse(let reason): self = .refuse("Not opened: \(reason): \(link.target)")
    case .file(let reference):
      let effect = LinearEffect.openFile(FileTarget(reference: reference, source: source))
      if reference.path == link.target.drop(while: { $0 == "/" }) {
        self = .open(effect, sentence: "opens the file \(reference.path)")
      } else {
        let reason = "the feed writes it as \(link.target)"
        self = .ask(effect, sentence: "the file \(reference.path) (\(reason))")
      }
    }
  }
}
