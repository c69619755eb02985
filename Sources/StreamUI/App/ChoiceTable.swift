import StreamModel

/// The actions that take one of a few words: order, strategy, density and theme.
enum ChoiceTable {
  /// Does what `action` means with `word`; without one it opens the command line to be filled in.
  ///
  /// - Returns: The effects; nil for an action that takes no argument.
  static func perform(_ action: Action, _ word: String?, on desk: inout Desk) -> [Effect]? {
    guard let argument = action.argument else { return nil }
    guard let word else {
      ask(action, on: &desk)
      return []
    }
    switch argument {
    case .order:
      if let order = Timeline.Order(rawValue: word) { sort(by: order, on: &desk) }
    case .strategy:
      if let strategy = Strategy(rawValue: word) { change(to: strategy, on: &desk) }
    case .density:
      if let density = Density.allCases.first(where: { "\($0)" == word }) {
        change(to: density, on: &desk)
      }
    case .theme: return [.useTheme(word)]
    }
    return []
  }

  /// Asks for the next order of the timeline; while one is being made, for the one after it.
  static func changeOrder(on desk: inout Desk) {
    let feed = desk.view.feed
    sort(by: (feed.wantedOrder ?? feed.order).next, on: &desk)
  }

  static func change(to strategy: Strategy, on desk: inout Desk) {
    desk.view.change(.strategy(strategy))
    desk.say("Strategy \(strategy): \(strategy.sentence)")
  }

  static func change(to density: Density, on desk: inout Desk) {
    guard density != desk.view.options.density else {
      return desk.say("Rows are \(density) already")
    }
    desk.view.change(.density(density))
    desk.say(density.sentence)
  }

  private static func ask(_ action: Action, on desk: inout Desk) {
    let history = desk.session.history.walk(.command)
    let prompt = Prompt(
      .command,
      text: "\(action.name) ",
      history: history,
      added: desk.addedNames
    )
    desk.mode.wait(for: .prompt(prompt))
  }

  private static func sort(by order: Timeline.Order, on desk: inout Desk) {
    guard desk.view.pages.isFirst else {
      return desk.say("Only the timeline has an order (\(desk.keymap.name(of: .leave)) goes back)")
    }
    let feed = desk.view.feed
    guard order != (feed.wantedOrder ?? feed.order) else {
      return desk.say("The order is \(order.name) already")
    }
    feed.sort(by: order)
    _ = desk.view.takeInGrowth()
    if feed.wantedOrder == nil { desk.sayOrder() }
  }
}
