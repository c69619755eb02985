/// The choice of whether links are written as hyperlinks of the terminal (OSC 8).
enum HyperlinkChoice: String {
  /// Only on terminals that identify themselves and are known to support them.
  case auto
  case always
  case never

  /// Whether to write hyperlinks in the environment whose variables `value` returns.
  ///
  /// This is a function, not a dictionary: making the type's metadata takes longer than the
  /// lookups.
  func holds(_ value: (String) -> String?) -> Bool {
    switch self {
    case .auto: Self.isKnown(value)
    case .always: true
    case .never: false
    }
  }

  private static func isKnown(_ value: (String) -> String?) -> Bool {
    let name = value("TERM") ?? ""
    let program = value("TERM_PROGRAM")
    // A multiplexer in between hides the terminal, whose other variables are still set.
    if value("TMUX") != nil || name.hasPrefix("tmux") || name.hasPrefix("screen") {
      return program == "tmux" && isAtLeast(3, 4, value)
    }
    guard value("STY") == nil, !["", "dumb", "linux"].contains(name), !name.hasPrefix("vt") else {
      return false
    }
    if knownTypes.contains(where: { name == $0 || name.hasPrefix($0 + "-") }) { return true }
    switch program {
    case "WezTerm", "ghostty", "contour": return true
    case "iTerm.app": return isAtLeast(3, 1, value)
    case "vscode": return isAtLeast(1, 72, value)
    case "Apple_Terminal": return false
    default: break
    }
    // VTE 0.50.0 crashes on its first hyperlink.
    if let vte = value("VTE_VERSION").flatMap({ Int($0) }) { return vte > 5000 }
    if let konsole = value("KONSOLE_VERSION").flatMap({ Int($0) }) { return konsole >= 201_200 }
    return ["KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID", "WT_SESSION"].contains {
      value($0)?.isEmpty == false
    }
  }

  /// The terminal types with a description of their own that have supported hyperlinks for years.
  private static let knownTypes = [
    "xterm-kitty", "foot", "alacritty", "wezterm", "xterm-ghostty", "ghostty", "contour",
  ]

  /// Whether the terminal has at least this version.
  ///
  /// The first two numbers of versions such as "3.5a", "next-3.6" and "1.95.2" count.
  private static func isAtLeast(_ major: Int, _ minor: Int, _ value: (String) -> String?) -> Bool {
    let version = value("TERM_PROGRAM_VERSION") ?? ""
    let numbers = version.split { !("0"..."9").contains($0) }.compactMap { Int($0) }
    guard let first = numbers.first else { return false }
    return (first, numbers.count > 1 ? numbers[1] : 0) >= (major, minor)
  }
}
