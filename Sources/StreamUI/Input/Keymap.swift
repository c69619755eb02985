/// Which key means which action; one table, read by the router and by the help page.
package struct Keymap: Sendable {
  /// The built-in keys.
  package static let standard = Keymap(bindings: [
    (.lineDown, [.character("j"), Key(.down), .control("e"), .control("n")]),
    (.lineUp, [.character("k"), Key(.up), .control("y"), .control("p")]),
    (.rowDown, [.character("J"), .character(")")]),
    (.rowUp, [.character("K"), .character("(")]),
    (.halfPageDown, [.control("d"), .character("d")]),
    (.halfPageUp, [.control("u")]),
    (.pageDown, [.character(" "), Key(.pageDown), .control("f")]),
    (.pageUp, [.character("b"), Key(.pageUp), .control("b")]),
    (.first, [.character("g"), Key(.home)]),
    (.last, [.character("G"), Key(.end)]),
    (.percent, [.character("%")]),
    (.command, [.character(":")]),
    (.search, [.character("/")]),
    // "?" is help.
    (.searchBackward, []),
    (.nextMatch, [.character("n")]),
    (.previousMatch, [.character("N")]),
    (.setMark, [.character("m")]),
    (.jumpToMark, [.character("'")]),
    (.repeatLast, [.character(".")]),
    (.newRows, [.character("U")]),
    (.nextUnread, [.character("t")]),
    (.previousUnread, [.character("T")]),
    (.nextLink, [Key(.tab)]),
    (.previousLink, [Key(.backTab)]),
    (.hints, [.character("f")]),
    (.hintsForSeveral, [.character("F")]),
    (.enter, [Key(.enter), Key(.right)]),
    (.open, [.character("o")]),
    (.copy, [.character("y")]),
    (.links, [.character("l")]),
    (.visited, [.character("V")]),
    (.openAll, [.character("O")]),
    (.saveLinks, [.character("s")]),
    (.author, [.character("a")]),
    (.likers, [.character("w")]),
    (.resharers, [.character("W")]),
    (.participants, [.character("P")]),
    (.toggleFold, [.character("x")]),
    (.collapse, [.character("z")]),
    (.collapseAll, [.character("Z")]),
    (.parent, [.character("p")]),
    (.nextSibling, [.character("]")]),
    (.previousSibling, [.character("[")]),
    (.nextThread, [.character("}")]),
    (.previousThread, [.character("{")]),
    (.openPanel, [.character(">")]),
    (.closePanel, [.character("<")]),
    (.denser, [.character("-")]),
    (.fuller, [.character("+"), .character("=")]),
    (.cycleOrder, [.character("c")]),
    (.reload, [.character("r")]),
    (.markRead, [.character("R")]),
    (.markReadAbove, [.character("M")]),
    (.markAllRead, [.character("A")]),
    (.keep, [.character("*")]),
    (.undo, [.character("u")]),
    (.back, [Key(.backspace), Key(.left)]),
    (.cancel, [Key(.escape)]),
    (.leave, [.character("q")]),
    (.cycleStrategy, [.character("S")]),
    (.cycleFigures, [.character("H")]),
    (.problems, [.character("!")]),
    (.configReload, []),
    (.help, [.character("?"), .character("h"), Key(.function(1))]),
    (.redraw, [.control("l")]),
    (.suspend, [.control("z")]),
    (.quit, [.character("Q"), .control("c")]),
  ])

  /// In the order of the help page.
  package let bindings: [(action: Action, keys: [Key])]

  /// Binds keys to actions; where two bindings name a key, the first has it.
  package init(bindings: [(action: Action, keys: [Key])]) {
    self.bindings = bindings
  }

  /// The keys of `action`; none where it has none.
  func keys(of action: Action) -> [Key] {
    bindings.first { $0.action == action }?.keys ?? []
  }

  /// The first key of `action` as messages name it; the action's name where it has no key.
  package func name(of action: Action) -> String {
    keys(of: action).first.map(KeyName.text) ?? ":\(action.name)"
  }

  /// The action of `key`, if it has one.
  package func action(of key: Key) -> Action? {
    bindings.first { $0.keys.contains(key) }?.action
  }
}
