import CellGrid
import StreamModel
import StreamUI

/// The files of the timeline on disk: follows those that grow, and tells what else becomes of them.
final class FollowedFiles {
  /// Files beyond these are not followed: each costs a watch of the kernel.
  private static let mostFiles = 256
  /// Bytes that all files together keep in memory against truncation.
  private static let keptBytes = 8 << 20

  private let files: WatchedFiles
  private let timeline: Timeline
  private var tokens: [WatchedFiles.Token] = []
  /// The changes that were told, by name.
  private var told: [String: FileBytes.Change] = [:]

  init(_ timeline: Timeline, on loop: EventLoop) {
    self.timeline = timeline
    files = WatchedFiles(loop: loop)
  }

  /// Lets files keep the bytes that are read first, before they are scanned.
  static func prepare(_ sources: [OpenedSource]) {
    let files = sources.compactMap { $0.bytes as? FileBytes }
    for file in files { file.keep(upTo: keptBytes / max(1, files.count)) }
  }

  /// Follows the files among the sources in place of those that were followed.
  func follow(_ sources: [OpenedSource]) {
    for token in tokens { files.stop(token) }
    tokens = []
    told = [:]
    let followed = sources.compactMap { $0.bytes as? FileBytes }.prefix(Self.mostFiles)
    for file in followed {
      let token = files.watch(file.name) { [weak self] in self?.look(at: file) ?? [] }
      if let token { tokens.append(token) }
    }
    timeline.mayGrow = !tokens.isEmpty
  }

  /// Takes in what became of a file.
  private func look(at file: FileBytes) -> [TerminalEvent] {
    let change = file.change()
    var events: [TerminalEvent] = []
    if change == .none || change == .replaced || change == .gone, file.refresh() {
      // A document that grew is another document: only lines are added to what was read.
      if timeline.resume() {
        events.append(.bytesArrived)
      } else {
        events += tell(.rewritten, file)
      }
    }
    guard change != .none else {
      told[file.name] = nil
      return events
    }
    if change == .gone { awaitName(of: file) }
    return events + tell(change, file)
  }

  /// Tells a change once.
  private func tell(_ change: FileBytes.Change, _ file: FileBytes) -> [TerminalEvent] {
    guard told.updateValue(change, forKey: file.name) != change else { return [] }
    let name = file.name.split(separator: "/").last.map { String($0) } ?? file.name
    let verb =
      switch change {
      case .none: "is as it was"
      case .truncated: "was truncated"
      case .rewritten: "was rewritten"
      case .replaced: "was replaced"
      case .gone: "was renamed or deleted"
      }
    guard change != .gone else {
      let text = SafeText(sanitizing: "\(name) \(verb); its posts stay")
      return [.event(.message(text, isWarning: true))]
    }
    return [.event(.outdated(SafeText(sanitizing: "\(name) \(verb)")))]
  }

  /// Waits for a file to appear under the name that the file had.
  private func awaitName(of file: FileBytes) {
    guard told[file.name] != .gone else { return }
    let parts = file.name.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
    let token = files.watch(folder, isFolder: true) { [weak self] in
      file.change() == .gone ? [] : self?.look(at: file) ?? []
    }
    if let token { tokens.append(token) }
  }
}
