/// Whether links are written as hyperlinks of the terminal (OSC 8).
enum HyperlinkChoice: String, CaseIterable {
  /// On terminals that say who they are and are known to take them.
  case auto
  case always
  case never

  /// The names of the environment that tell the terminal.
  static let names = [
    "TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TMUX", "STY", "VTE_VERSION",
    "KONSOLE_VERSION", "KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID", "WT_SESSION",
  ]

  /// Whether a terminal with this `environment` gets them.
  func holds(in environment: [String: String]) -> Bool {
    switch self {
    case .auto: Self.isKnown(environment)
    case .always: true
    case .never: false
    }
  }

  private static func isKnown(_ environment: [String: String]) -> Bool {
    let name = environment["TERM"] ?? ""
    let version = Version(environment["TERM_PROGRAM_VERSION"] ?? "")
    // What stands between hides the terminal whose other variables are still there.
    if environment["TMUX"] != nil || name.hasPrefix("tmux") || name.hasPrefix("screen") {
      return environment["TERM_PROGRAM"] == "tmux" && version.isAtLeast(3, 4)
    }
    guard environment["STY"] == nil, !["", "dumb", "linux"].contains(name),
      !name.hasPrefix("vt")
    else { return false }
    if knownTypes.contains(where: { name == $0 || name.hasPrefix($0 + "-") }) { return true }
    switch environment["TERM_PROGRAM"] {
    case "WezTerm", "ghostty", "contour": return true
    case "iTerm.app": return version.isAtLeast(3, 1)
    case "vscode": return version.isAtLeast(1, 72)
    case "Apple_Terminal": return false
    default: break
    }
    // 0.50.0 of VTE crashes on its first hyperlink.
    if let vte = number("VTE_VERSION", environment) { return vte > 5000 }
    if let konsole = number("KONSOLE_VERSION", environment) { return konsole >= 201_200 }
    return ["KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID", "WT_SESSION"].contains {
      environment[$0]?.isEmpty == false
    }
  }

  /// Types of terminals that have a description of their own and always knew hyperlinks, or for years.
  private static let knownTypes = [
    "xterm-kitty", "foot", "alacritty", "wezterm", "xterm-ghostty", "ghostty", "contour",
  ]

  private static func number(_ name: String, _ environment: [String: String]) -> Int? {
    environment[name].flatMap { Int($0) }
  }

  /// The first two numbers of a version: "3.5a", "next-3.6", "1.95.2".
  private struct Version {
    private let major: Int
    private let minor: Int

    init(_ text: String) {
      let parts = text.trimmingPrefix("next-").split(separator: ".")
      let numbers = parts.prefix(2).map { Int($0.prefix { ("0"..."9").contains($0) }) ?? 0 }
      major = numbers.first ?? 0
      minor = numbers.count > 1 ? numbers[1] : 0
    }

    func isAtLeast(_ major: Int, _ minor: Int) -> Bool {
      (self.major, self.minor) >= (major, minor)
    }
  }
}
