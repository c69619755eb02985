import StreamUI

/// The keys of the demonstration that ``Demo`` does not list itself, and the help about all.
enum DemoKeys {
  private static let strategies: [Strategy] = [.flat, .eager, .sync, .strict, .idle]
  private static let shifted: [Unicode.Scalar] = ["!", "@", "#", "$", "%"]

  static func choice(_ key: Key) -> (Side, Strategy)? {
    for (index, strategy) in strategies.enumerated() {
      let digit = Unicode.Scalar(UInt8(clamping: 0x31 + index))
      if key == .character(digit) { return (.left, strategy) }
      if key == .character(shifted[index]) || key == Key(.function(index + 1)) {
        return (.right, strategy)
      }
    }
    return nil
  }

  static func scrolls(_ key: Key) -> Bool {
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
