import Addresses
import Glibc
import StreamHost

/// A login on a server of the fediverse that a browser of this machine can finish.
struct BrowserLogin {
  let login: FediverseLogin
  private let loopback: LoopbackRedirect

  /// - Returns: nil if no browser can open a window here, no port is free, or the server refuses its address.
  init?(_ base: FeedAddress, _ command: CommandLoop) {
    let has = { Environment.value($0)?.isEmpty == false }
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1,
      has("DISPLAY") || has("WAYLAND_DISPLAY"), !has("SSH_CONNECTION"), !has("SSH_TTY"),
      let loopback = LoopbackRedirect(on: command.children.loop),
      let login = try? FediverseLogin(command.connection(base), loopback)
    else { return nil }
    (self.login, self.loopback) = (login, loopback)
  }

  /// Opens the page, and returns the code that the browser brings or the reader pastes.
  func code(_ command: CommandLoop) throws -> String {
    let opener = LinkOpener(children: command.children)
    opener.configured = { RunConfiguration(.usual, given: []).openers }
    // A browser that does not start needs no message: the page is printed already.
    if let page = LinkGate.judge(login.page, label: "").target { _ = opener.open(page) }
    let lines = CommandLines(STDIN_FILENO, on: command.children.loop)
    while true {
      Diagnostics.write("Waiting for the browser. Or paste a code or address: ", to: STDERR_FILENO)
      command.wait { loopback.answer != nil || lines.hasLine || lines.isAtEnd }
      let line = loopback.answer == nil ? lines.take() : nil
      if let line { loopback.take(line) } else { Diagnostics.write("\n", to: STDERR_FILENO) }
      switch loopback.answer {
      case .code(let code): return code
      case .denial: throw Diagnostics.failure("Not logged in: the login was refused on the page")
      case nil where line == nil: throw Diagnostics.failure("Not logged in: no code was given")
      case nil: Diagnostics.print("This line has no code of this login.")
      }
    }
  }
}
