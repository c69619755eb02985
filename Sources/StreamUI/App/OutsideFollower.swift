import Addresses
import StreamModel

/// Lets links leave the program: through the gate, after a question where one is due.
enum OutsideFollower {
  /// Opens one link outside.
  static func open(
    _ link: RowLink,
    isShown: Bool,
    _ origin: LinkOrigin,
    on desk: inout Desk
  ) -> [Effect] {
    let source = desk.view.linkedRecord.flatMap { desk.view.feed.sourceName(of: $0) }
    let opening = Opening(link, of: source, isShown: isShown, origin, on: desk.view.size)
    return carryOut(opening, origin, on: &desk)
  }

  /// Opens the address of a row outside.
  static func open(
    _ address: String,
    isShown: Bool,
    _ origin: LinkOrigin,
    on desk: inout Desk
  ) -> [Effect] {
    let opening = Opening(address, label: "", isShown: isShown, origin, on: desk.view.size)
    return carryOut(opening, origin, on: &desk)
  }

  /// Opens several links at once.
  static func openTogether(
    _ links: [RowLink],
    isShown: Bool,
    _ origin: LinkOrigin,
    on desk: inout Desk
  ) -> [Effect] {
    let opening = Opening(together: links, isShown: isShown, origin, on: desk.view.size)
    return carryOut(opening, origin, on: &desk)
  }

  /// Opens the links of several labels at once.
  static func openTogether(_ hints: [Hint], isShown: Bool, on desk: inout Desk) -> [Effect] {
    let origin = desk.choice.origin(.queue, of: hints)
    return openTogether(hints.map(\.link), isShown: isShown, origin, on: &desk)
  }

  /// Does what the answer to a question means.
  static func take(
    _ question: Question,
    isYes: Bool,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    desk.mode.dropMessage()
    if let asked = question.asked {
      return CommandRunner.take(asked, isYes: isYes, on: &desk, at: moment)
    }
    if let source = question.forgotten {
      return SourceForgetter.take(source, isYes: isYes, on: &desk)
    }
    if question.isOfFetch { return ArticleFollower.take(question, isYes: isYes, on: &desk) }
    guard isYes, let origin = question.origin else {
      desk.say("Not opened")
      return []
    }
    // The window may have become smaller since.
    guard question.lines(desk.view.size) != nil else {
      desk.warn(Opening.tooSmall)
      return []
    }
    if let file = question.file { return open(file, origin, on: &desk) }
    return open(question.targets, origin, on: &desk)
  }

  /// Remembers that a link was followed; the effect that keeps it for later runs.
  static func visit(_ address: String, _ origin: LinkOrigin, on desk: inout Desk) -> [Effect] {
    desk.session.visit(address)
    guard desk.view.options.stream.remembersPosts, !desk.view.options.isSecure else { return [] }
    return origin.followed(address).map { [.visit($0)] } ?? []
  }

  private static func carryOut(
    _ opening: Opening,
    _ origin: LinkOrigin,
    on desk: inout Desk
  ) -> [Effect] {
    guard !desk.view.options.isSecure else {
      desk.warn("Not opened: secure mode is on (STREAMTUI_SECURE)")
      return []
    }
    switch opening {
    case .open(let targets): return open(targets, origin, on: &desk)
    case .openFile(let file): return open(file, origin, on: &desk)
    case .refuse(let reason): desk.warn(reason)
    case .ask(let question):
      guard question.lines(desk.view.size) != nil else {
        desk.warn(Opening.tooSmall)
        return []
      }
      desk.mode.wait(for: .question(question))
    }
    return []
  }

  /// Opens targets that the gate has let through.
  private static func open(
    _ targets: [LinkTarget],
    _ origin: LinkOrigin,
    on desk: inout Desk
  ) -> [Effect] {
    targets.map { .open($0) } + targets.flatMap { visit($0.written, origin, on: &desk) }
  }

  private static func open(
    _ file: FileTarget,
    _ origin: LinkOrigin,
    on desk: inout Desk
  ) -> [Effect] {
    [.openFile(file)] + visit(file.reference.written, origin, on: &desk)
  }
}
