import Foundation
import Glibc
import Testing

@testable import StreamHost

/// The login that the browser of this machine finishes; the test is the browser.
struct BrowserLoginTests {
  /// A login that waits for the browser.
  private struct Waiting {
    let server: HomeServer
    let pty: Pty
    /// The fields of the page's address, such as "state".
    let fields: [String: String]
    let port: UInt16

    init() throws {
      server = try HomeServer()
      pty = try BrowserLoginTests.login(on: server)
      #expect(pty.waits(for: "or address: "), "\(pty.text())")
      let page = try #require(BrowserLoginTests.page(pty))
      let items = try #require(URLComponents(string: page)?.queryItems)
      fields = Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
      let redirect = try #require(URLComponents(string: fields["redirect_uri"] ?? ""))
      #expect(redirect.host == "127.0.0.1" && redirect.path == "/" && redirect.scheme == "http")
      port = UInt16(try #require(redirect.port))
    }

    var right: String { "/?code=right&state=\(fields["state"] ?? "")" }

    func get(_ target: String) throws -> String {
      try #require(LoopbackClient.get(target, port: port), "\(target)")
    }

    func refuses(_ target: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
      let answer = try get(target)
      #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)", sourceLocation: sourceLocation)
    }

    func hasLoggedIn(sourceLocation: SourceLocation = #_sourceLocation) throws {
      #expect(pty.end() == 0, "\(pty.text())", sourceLocation: sourceLocation)
      #expect(pty.text().contains("Logged in to"), sourceLocation: sourceLocation)
      #expect(try server.stage.files(with: "planted-token") == ["accounts"])
      #expect(!pty.text().contains("planted-token"))
      #expect(LoopbackClient(port: port) == nil, "\(port)", sourceLocation: sourceLocation)
    }
  }

  private static func login(
    on server: HomeServer,
    _ more: [String: String] = ["DISPLAY": ":7"]
  ) throws -> Pty {
    let none = [
      "DISPLAY": "", "WAYLAND_DISPLAY": "", "SSH_CONNECTION": "", "SSH_TTY": "",
      "BROWSER": "/bin/true",
    ]
    return try server.viewer("login", "@olga@home.example", environment: none.merging(more) { $1 })
  }

  private static func page(_ pty: Pty) -> String? {
    pty.text().split(separator: "\r\n").first { $0.contains("/oauth/authorize?") }.map(String.init)
  }

  @Test func theBrowserFinishesTheLogin() throws {
    let login = try Waiting()
    #expect(login.fields["state"]?.utf8.count == 32)
    #expect(login.fields["code_challenge_method"] == "S256")
    let answer = try login.get(login.right)
    #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("\r\nConnection: close\r\n"))
    #expect(answer.contains("You can close this window.") && !answer.contains("<"), "\(answer)")
    try login.hasLoggedIn()
    #expect(!login.pty.text().contains("right"))
    #expect(try login.server.run("cat challenge").output == login.fields["code_challenge"])
  }

  @Test func aRequestThatIsNoAnswerEndsNothing() throws {
    let login = try Waiting()
    let state = login.fields["state"] ?? ""
    let half = try #require(LoopbackClient(port: login.port))
    half.send("GET \(login.right) HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    let left = try #require(LoopbackClient(port: login.port))
    _ = try #require(LoopbackClient(port: login.port))
    for target in [
      "/", "/favicon.ico", "/?code=right", "/?code=right&state=", "/?code=right&state=0\(state)",
      "/?state=\(state)", "/?code=&state=\(state)", "/?error=server_error&state=\(state)",
      "/?error=access_denied&state=no", "/?error=access_denied", "/x?code=right&state=\(state)",
      "/?code=right&error=server_error&state=\(state)", "/?&=&%&%zz=%&state", "//", "x",
    ] {
      try login.refuses(target)
    }
    for garbage in [
      "\u{16}\u{3}\u{1}\u{0}\r\n\r\n", "\r\n\r\n", "POST \(login.right) HTTP/1.1\r\n\r\n",
      "GET \(login.right)&x=" + String(repeating: "x", count: 20_000),
    ] {
      let client = try #require(LoopbackClient(port: login.port))
      client.send(garbage)
      for _ in 0..<500 where !client.isAnswered() {}
      #expect(client.isClosed, "\(garbage.prefix(20))")
    }
    #expect(!half.isAnswered() && !left.isAnswered())
    #expect(try login.get(login.right).hasPrefix("HTTP/1.1 200 "))
    try login.hasLoggedIn()
  }

  @Test func aCodeOrAnAddressCanBePasted() throws {
    for line in [
      "right", " right ", "http://127.0.0.1:1/?code=right",
      "https://home.example/oauth/authorize/native?code=%72ight#x",
    ] {
      let login = try Waiting()
      login.pty.send(line + "\n")
      try login.hasLoggedIn()
    }
    let login = try Waiting()
    let mark = login.pty.output.count
    login.pty.send("\n127.0.0.1:1/?code=right&state=wrong\nhttps://home.example/?x=y\n")
    #expect(
      login.pty.until(10) {
        login.pty.text(since: mark).components(separatedBy: "has no code of this").count == 4
      },
      "\(login.pty.text(since: mark))"
    )
    login.pty.send("127.0.0.1:\(login.port)\(login.right)\n")
    try login.hasLoggedIn()
  }

  @Test(arguments: [true, false])
  func aRefusalIsSaid(_ isPasted: Bool) throws {
    let login = try Waiting()
    let target = "/?error=access_denied&error_description=x&state=\(login.fields["state"] ?? "")"
    if isPasted {
      login.pty.send("http://127.0.0.1:\(login.port)\(target)\n")
    } else {
      #expect(try login.get(target).contains("You can close this window."))
    }
    #expect(login.pty.end().map { $0 >> 8 } == 1)
    #expect(login.pty.text().contains("Not logged in: the login was refused"))
    #expect(LoopbackClient(port: login.port) == nil)
    #expect(try login.server.run("cat state/streamtui/accounts").status != 0)
  }

  @Test(arguments: ["\u{3}", "\u{4}"])
  func theReaderCanEndIt(_ key: String) throws {
    let login = try Waiting()
    login.pty.send(key)
    #expect(login.pty.end() == (key == "\u{3}" ? SIGINT : 1 << 8), "\(login.pty.text())")
    #expect(LoopbackClient(port: login.port) == nil)
  }

  /// The page is of no use if it is cut, and others can fetch while the reader is there.
  @Test func thePageIsWholeAndHoldsNobodyUp() throws {
    let server = try HomeServer()
    let client = String(repeating: "long-", count: 200)
    try server.change { $0.client = client }
    let login = try Self.login(on: server, [:]).awaiting("Code: ")
    #expect(try #require(Self.page(login)).contains("client_id=\(client)&"))
    try server.run("echo right | $program login @olga@home.example").ends(with: 0)
    #expect(try server.run("$program refresh --all").status == 0)
    login.send("\u{3}")
    #expect(login.end() == SIGINT)
  }

  /// A read of the terminal does not end with a signal: the wait before it does.
  @Test func promptsEndAtOnceAndGiveTheEchoBack() throws {
    let home = try HomeServer()
    let code = try Self.login(on: home, [:]).awaiting("Code: ")
    code.send("\u{3}")
    #expect(code.end() == SIGINT, "\(code.text())")
    #expect(try home.run("cat state/streamtui/accounts").status != 0)
    let reader = try ReaderServer(.freshRSS)
    let password = try reader.stage.open(["login", "https://reader.example"]).awaiting("User: ")
    password.type("olga\n", awaiting: "Password: ")
    password.send("\u{3}")
    #expect(password.end() == SIGINT, "\(password.text())")
    #expect(password.modes == password.modesBefore)
    #expect(!password.text().contains("no line"))
    #expect(try reader.stage.files(with: "olga").isEmpty)
  }

  /// Stopped and continued by a shell, a prompt of a password still shows nothing that is typed.
  @Test func promptsStopAsOtherProgramsDo() throws {
    let reader = try ReaderServer(.freshRSS)
    let shell = try Pty(
      ["/bin/bash", "--norc", "--noprofile", "-i"],
      environment: reader.stage.environment.merging(["PS1": "ready> "]) { $1 }
    )
    shell.type("\(Program.path) login --user olga https://reader.example\n", awaiting: "Password: ")
    shell.type("\u{1A}", awaiting: "Stopped")
    shell.send("stty -a | tr ' ' '\\n' | grep -c '^echo$' | sed 's/^/shown: /'\n")
    #expect(shell.waits(for: "shown: 1\r"))
    shell.type("fg\n", "login --user", since: shell.output.count)
    shell.settle()
    shell.send("right\n")
    #expect(shell.waits(for: "Logged in to FreshRSS"), "\(shell.text())")
    #expect(!shell.text().contains("right"))
    shell.send("exit\n")
    _ = shell.end()
  }

  /// The browser gets the page and no socket, and other machines get no answer.
  @Test func thePageIsOpenedAndThePortIsOfThisMachine() throws {
    let server = try HomeServer()
    let browser = server.stage.folder + "/browser"
    let log = server.stage.folder + "/opened"
    try Program.writeScript(
      "ls -l /proc/$$/fd > '\(log).fds'; printf '%s' \"$1\" > '\(log).new'; mv '\(log).new' '\(log)'",
      to: browser
    )
    let pty = try Self.login(on: server, ["WAYLAND_DISPLAY": "wayland-0", "BROWSER": browser])
    #expect(pty.until(10) { FileManager.default.fileExists(atPath: log) })
    #expect(try String(contentsOfFile: log, encoding: .utf8) == Self.page(pty))
    #expect(try String(contentsOfFile: log + ".fds", encoding: .utf8).contains("socket") == false)
    let page = try #require(Self.page(pty))
    let text = page.components(separatedBy: "127.0.0.1%3A").last?.prefix { $0.isNumber } ?? ""
    let number = try #require(UInt16(text))
    let port = String(number, radix: 16, uppercase: true)
    let name = ":" + String(repeating: "0", count: 4 - port.count) + port
    let sockets =
      try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
      + String(contentsOfFile: "/proc/net/tcp6", encoding: .utf8)
    let listening = sockets.split(separator: "\n").filter {
      $0.contains("\(name) 0") && $0.contains(" 0A ")
    }
    #expect(listening.count == 1 && listening[0].contains("0100007F\(name)"), "\(listening)")
    pty.send("right\n")
    #expect(pty.end() == 0, "\(pty.text())")
  }

  @Test(arguments: [
    [:], ["DISPLAY": ":7", "SSH_CONNECTION": "::1 1 ::1 22"],
    ["WAYLAND_DISPLAY": "wayland-0", "SSH_TTY": "/dev/pts/1"],
  ])
  func elsewhereTheCodeIsCopied(_ environment: [String: String]) throws {
    let server = try HomeServer()
    try isCopied(server, environment)
  }

  @Test func aServerThatRefusesTheAddressShowsTheCode() throws {
    let server = try HomeServer()
    try server.change { $0.refusesLoopback = true }
    try isCopied(server, ["DISPLAY": ":7"])
  }

  private func isCopied(_ server: HomeServer, _ environment: [String: String]) throws {
    let pty = try Self.login(on: server, environment)
    #expect(pty.waits(for: "Code: "), "\(pty.text())")
    let page = try #require(Self.page(pty))
    #expect(page.contains("redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob&"))
    #expect(!page.contains("state="))
    #expect(
      pty.text()
        == """
        Found a server of the fediverse. What you allow there goes to https://home.example/, and nowhere else.\r
        Open this page, allow streamtui to read and write, and copy the code:\r
        \(page)\r
        Code:\u{20}
        """
    )
    pty.send("right\n")
    #expect(pty.end() == 0, "\(pty.text())")
  }

  @Test func aSlowRequestIsEndedByTheClock() throws {
    let stage = try LoopStage()
    let loopback = try #require(LoopbackRedirect(on: stage.loop))
    let port = try #require(UInt16(loopback.address.dropLast().split(separator: ":")[2]))
    let slow = try #require(LoopbackClient(port: port))
    slow.send("GET /?code=right&state=\(loopback.state) HTTP/1.1\r\n")
    for _ in 0..<5 { stage.turn() }
    stage.pass(milliseconds: 9_999)
    stage.turn()
    #expect(!slow.isAnswered())
    stage.pass(milliseconds: 1)
    stage.turn()
    for _ in 0..<500 where !slow.isAnswered() {}
    #expect(slow.text.hasPrefix("HTTP/1.1 400 ") && slow.isClosed, "\(slow.text)")
    #expect(loopback.answer == nil)
    loopback.stop()
    #expect(LoopbackClient(port: port) == nil)
  }
}
