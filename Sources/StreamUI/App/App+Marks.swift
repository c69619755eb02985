/// What a key after `m` or `'` is for.
enum MarkAct: Sendable {
  case set
  case goTo
}

/// Places with a letter, and the way back from a jump.
extension App {
  /// Names the place with `key`'s letter, or goes to it; `'` is where the last jump began.
  mutating func mark(_ act: MarkAct, _ key: Key) {
    guard case .character(let letter) = key.code, key.modifiers.isSubset(of: .shift) else { return }
    switch act {
    case .set:
      page.list.marks[letter] = page.list.place
      say("this place is \(letter)")
    case .goTo:
      let isBack = letter == "'"
      guard let place = isBack ? page.list.before : page.list.marks[letter] else {
        say(isBack ? "no jump was made on this page" : "no place on this page is \(letter)")
        return
      }
      go(to: place)
    }
  }

  /// Remembers where the reader is, before a jump.
  mutating func noteJump() {
    page.list.before = page.list.place
  }

  /// Does the last key's work again, with its number or a new one.
  mutating func repeatLast(_ number: Int?, at moment: Moment) -> [Effect] {
    guard let lastAct else {
      say("there is nothing to repeat")
      return []
    }
    count = number ?? lastAct.count
    return perform(lastAct.action, at: moment)
  }

  private mutating func go(to place: ListState.Place) {
    guard rows.index(of: place.anchor.row) != nil else {
      say("the row of that place is folded away")
      return
    }
    noteJump()
    page.list.destination = nil
    page.list.anchor = place.anchor
    if rows.index(of: place.selection) != nil { setSelection(place.selection) }
    settleViewport()
    comeToRest()
  }
}
