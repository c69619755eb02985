import StreamHost
import StreamUI

/// The checks of the terminal by its type and the environment; it is asked nothing.
struct TerminalChecks {
  let environment: (String) -> String?
  let exists: (String) -> Bool
  let isTerminal: Bool
  /// The pictures that the configuration asks for.
  let pictures: PictureChoice

  var lines: [DoctorLine] { [typeLine, colorLine, linkLine, pictureLine, clipboardLine] }

  private var type: String { environment("TERM") ?? "" }
  /// -1 for none, -2 if the type cannot place the cursor, -3 if it has no description.
  private var colors: Int { Ncurses.describedColors(of: type) }
  private var isColorless: Bool { environment("NO_COLOR")?.isEmpty == false }

  private var typeLine: DoctorLine {
    let name = "terminal"
    guard isTerminal else { return .warn(name, "output is no terminal") }
    return switch (type, colors) {
    case ("", _): .fail(name, "TERM is not set; set it to the type of this terminal")
    case ("dumb", _): .warn(name, "dumb; posts are printed one at a time (--linear)")
    case (_, ...(-3)): .fail(name, "\(type); no description in terminfo; install one, or set TERM")
    case (_, -2): .fail(name, "\(type); it cannot place the cursor; set TERM, or use --linear")
    default: .ok(name, type)
    }
  }

  private var colorLine: DoctorLine {
    let name = "colours"
    if isColorless { return .warn(name, "none, because NO_COLOR is set") }
    return switch colors {
    case ...0: .warn(name, "none; another TERM may have some")
    case ..<256: .warn(name, "\(colors), for theme = \"auto\" and theme = \"terminal\" alone")
    default: .ok(name, "\(colors)")
    }
  }

  private var linkLine: DoctorLine {
    HyperlinkChoice.auto.holds(environment)
      ? .ok("hyperlinks", "links are clickable (OSC 8)")
      : .warn("hyperlinks", "not known to be supported; --hyperlinks always writes them")
  }

  private var pictureLine: DoctorLine {
    let name = "pictures"
    guard pictures != .off else { return .ok(name, "none: pictures = \"off\"") }
    switch PictureQuery.way(environment) {
    case .none(let reason): return .ok(name, "none: \(reason)")
    case .tmux where isTerminal:
      if let refusal = TmuxPassthrough.asked().refusal { return .ok(name, "none: \(refusal)") }
    case .tmux, .terminal: break
    }
    if isColorless || colors < 256 { return .ok(name, "none: they need 256 colours") }
    guard exists(TerminalPicture.decoder) else {
      return .warn(name, "PNG files only; install chafa to see other kinds")
    }
    let advice = "pictures-protocol = \"none\" if you see boxes"
    return pictures.isOfNetwork && !exists(Curl.program)
      ? .warn(name, "files only; install curl for those of the network")
      : .ok(name, "in kitty from 0.28 on, Ghostty, and Rio from 0.3.9 on; \(advice)")
  }

  private var clipboardLine: DoctorLine {
    Clipboard.isKnown(term: type)
      ? .ok("clipboard", "OSC 52, if the terminal allows it; else set copy-command")
      : .warn("clipboard", "terminals of this type have none; set copy-command")
  }
}
