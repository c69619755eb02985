import StreamUI

enum DemoKey: Equatable {
  case strategy(Side, Strategy)
  case nextStep, previousStep
  case pause, faster, slower
  case slowRows, slowLine
  case rewind, keys
  case cancel, leave
  case redraw, suspend
  case scroll(Key)

  static let strategies: [Strategy] = [.flat, .eager, .sync, .strict, .idle]
  private static let shifted: [Unicode.Scalar] = ["!", "@", "#", "$", "%"]

  init?(_ key: Key) {
    switch key {
    case .character(" "): self = .pause
    case .character("n"): self = .nextStep
    case .character("p"): self = .previousStep
    case .character("s"): self = .slowRows
    case .character("B"): self = .slowLine
    case .character("0"): self = .rewind
    case .character("?"), .character("h"): self = .keys
    case .character("q"), .character("Q"), .control("c"): self = .leave
    case .control("l"): self = .redraw
    case .control("z"): self = .suspend
    case Key(.left): self = .slower
    case Key(.right): self = .faster
    case Key(.escape): self = .cancel
    default:
      if let (side, strategy) = Self.choice(key) {
        self = .strategy(side, strategy)
      } else if Self.scrolls(key) {
        self = .scroll(key)
      } else {
        return nil
      }
    }
  }

  private static func choice(_ key: Key) -> (Side, Strategy)? {
    for (index, strategy) in strategies.enumerated() {
      let digit = Unicode.Scalar(UInt8(clamping: 0x31 + index))
      if key == .character(digit) { return (.left, strategy) }
      if key == .character(shifted[index]) || key == Key(.function(index + 1)) {
        return (.right, strategy)
      }
    }
    return nil
  }

  private static func scrolls(_ key: Key) -> Bool {
    switch Keymap.standard.on(.timeline).action(of: key) {
    case .lineDown, .lineUp, .rowDown, .rowUp, .halfPageDown, .halfPageUp, .pageDown, .pageUp,
      .first, .last:
      true
    default: false
    }
  }

  static let help: [(keys: String, text: String)] = [
    ("n p", "next and previous step"),
    ("1 2 3 4 5", "left or upper half: flat eager sync strict idle"),
    ("! @ # $ %  or F1 to F5", "the other half: the same"),
    ("Space", "pause the scroll, or go on"),
    ("Left Right", "slower, faster: 1 to 80 lines/s"),
    ("j k d J K g G PageDown", "scroll both halves yourself"),
    ("s", "slow posts: 20 or 100 ms, off"),
    ("B", "slow line: 38400 to 2400 bit/s"),
    ("0", "begin again at the first post"),
    ("?", "show or hide these keys"),
    ("q", "leave"),
    ("frames late", "over 16 ms after their keys"),
    ("bytes", "what each half alone would send"),
  ]
}
