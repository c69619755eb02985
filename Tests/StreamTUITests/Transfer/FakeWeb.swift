import Foundation
import Glibc
import Testing

/// A web without a network: a program in place of curl, which answers from a folder and notes what it is
/// asked.
struct FakeWeb {
  /// An answer that is of no use, and the words for it.
  struct Fault: CustomTestStringConvertible {
    let head: String
    var body = ""
    var exit = 0
    let words: String
    var testDescription: String { head + words }
  }

  /// The folder with the answers, the state and the cache.
  let folder: String

  private var own: TestFolder?

  /// Makes a web in a folder of its own that answers nothing yet: each address refuses the connection.
  init() {
    let own = TestFolder()
    self.own = own
    folder = own.path
    do { try prepare() } catch { Issue.record(error) }
  }

  /// Makes a web in `folder`.
  init(in folder: String) throws {
    self.folder = folder
    try prepare()
  }

  private func prepare() throws {
    try Program.makeFolder(folder + "/web")
    try Program.writeScript(Self.program, to: folder + "/curl")
  }

  /// The environment in which the program finds this web, and a state and a cache of its own.
  var environment: [String: String] {
    [
      "STREAMTUI_CURL": folder + "/curl", "XDG_CACHE_HOME": folder + "/cache",
      "XDG_STATE_HOME": folder + "/state", "XDG_CONFIG_HOME": folder + "/config",
    ]
  }

  /// Runs a line of shell in which `$program` is the program.
  func run(_ line: String) throws -> Program.Outcome {
    try Program.shell(line, environment: environment)
  }

  func open(_ arguments: [String] = [], columns: Int = 80, lines: Int = 24) throws -> Pty {
    try Pty([Program.path] + arguments, columns: columns, lines: lines, environment: environment)
  }

  /// Sets the answer of an address.
  ///
  /// - Parameter head: the status and the fields, separated by "|".
  func answer(_ address: String, _ head: String, _ body: String = "", exit: Int = 0) throws {
    try answer(address, head, bytes: Array(body.utf8), exit: exit)
  }

  /// Sets the answer of an address, whose body is no text.
  func answer(_ address: String, _ head: String, bytes: [UInt8], exit: Int = 0) throws {
    let stem = "\(folder)/web/\(Self.key(address))"
    let text = "HTTP/1.1 " + head.replacing("|", with: "\r\n") + "\r\n\r\n"
    try Program.write(text, to: stem + ".head")
    try Data(bytes).write(to: URL(filePath: stem + ".body"))
    try Program.write("\(exit)\n", to: stem + ".exit")
  }

  /// Sets the numeric address of the machine that answers for an address.
  func resolve(_ address: String, to peer: String) throws {
    try Data("\(peer)\n".utf8).write(to: URL(filePath: "\(folder)/web/\(Self.key(address)).peer"))
  }

  /// Lets a server be silent until the result is called.
  func hold(_ address: String) throws -> () -> Void {
    let pipe = "\(folder)/web/\(Self.key(address)).peer"
    try #require(mkfifo(pipe, 0o600) == 0)
    return {
      // The request that waits finds the end of the pipe, and so does each later one that finds no pipe.
      let descriptor = Glibc.open(pipe, O_RDWR | O_NONBLOCK)
      unlink(pipe)
      if descriptor >= 0 { close(descriptor) }
    }
  }

  /// Packs the body of an address with gzip, without its last `cut` bytes.
  func pack(_ address: String, cut: Int) throws {
    let body = "\(folder)/web/\(Self.key(address)).body"
    try run(
      "gzip < '\(body)' | head -c -\(cut) > '\(body).gz'; mv '\(body).gz' '\(body)'"
    ).ends(with: 0)
  }

  /// The requests so far: an address, and the validators that were sent.
  func requests() -> [String] {
    let log = try? String(contentsOfFile: folder + "/web/log", encoding: .utf8)
    return (log ?? "").split(separator: "\n").map { String($0) }
  }

  /// The names of the files below the cache.
  func cached() -> [String] {
    let list = FileManager.default.enumerator(atPath: folder + "/cache")
    return (list?.allObjects as? [String] ?? []).filter { $0.contains(".") }.sorted()
  }

  private static func key(_ address: String) -> String {
    String(address.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// Reads the configuration as curl does and answers each section; refuses what it does not expect.
  private static let program = #"""
    [ "$1 $2 $3" = "-q -K -" ] || exit 2
    exec awk -v web="${0%/*}/web" '
      function value(line) { sub(/^[^=]*= "/, "", line); sub(/"$/, "", line); return line }
      function copy(from, to,   line, sign) {
        RS = "\001"; printf "" > to
        while ((getline line < from) > 0) printf "%s", line > to
        close(from); close(to); RS = "\n"
      }
      function go(   key, code, status, peer) {
        if (url == "") return
        key = url; gsub(/[^A-Za-z0-9]/, "_", key); key = web "/" key
        print url (inm == "" ? "" : " " inm) >> (web "/log"); fflush()
        code = 7; getline code < (key ".exit"); close(key ".exit")
        if (code != 7) {
          copy(key ".head", head)
          # Bytes, of which awk knows nothing.
          system("cp \047" key ".body\047 \047" body "\047")
        }
        status = 0
        if ((getline status < (key ".head")) > 0) split(status, words, " ")
        close(key ".head")
        peer = ""; getline peer < (key ".peer"); close(key ".peer")
        printf "\n@%s %s %s [%s] said by a server\n", number, words[2] + 0, code, peer > "/dev/stderr"
        url = ""; inm = ""
      }
      /^url = /         { url = value($0) }
      /^output = /      { body = value($0) }
      /^dump-header = / { head = value($0) }
      /^header = "If-/  { inm = inm (inm == "" ? "" : " ") value($0); gsub(/\\"/, "\"", inm) }
      /^write-out/      { match($0, /@[0-9]+ /); number = substr($0, RSTART + 1, RLENGTH - 2) }
      /^next$/          { go() }
      END               { go() }
    '
    """#
}

extension FakeWeb {
  /// The head of an answer with RSS.
  static let good = "200 OK|Content-Type: application/rss+xml"

  /// A feed of posts called "Ash 1" and so on.
  static func rss(_ title: String, _ posts: Int) -> String {
    let items = (1...posts).map {
      "<item><guid>\(title)\($0)</guid><title>\(title) \($0)</title></item>"
    }
    return "<rss version=\"2.0\"><channel><title>\(title)</title>\(items.joined())</channel></rss>"
  }
}

extension FakeWeb {
  /// The head of an answer with RSS and a validator.
  static let tagged = good + "|ETag: \"1\""

  /// A feed with posts of these titles.
  static func news(_ titles: String...) -> String {
    let items = titles.map { title in
      "<item><guid>\(title)</guid><title>\(title)</title><description>text of \(title)</description></item>"
    }
    return "<rss version=\"2.0\"><channel><title>News</title>\(items.joined())</channel></rss>"
  }

  /// The posts of all logs, by title.
  func titles() throws -> [String] {
    let folder = self.folder + "/state/streamtui/feeds"
    let logs = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".ndjson") }.sorted()
    return try logs.flatMap { name in
      let dump = try run("$program dump --format ndjson '\(folder)/\(name)'")
      return dump.output.split(separator: "\n").compactMap { line in
        line.split(separator: "\"title\":\"").dropFirst().first?.prefix { $0 != "\"" }
      }.map { String($0) }
    }
  }
}

/// Calls `body` with a web of its own, in a folder that ends with it.
func inWeb<T>(_ body: (FakeWeb) throws -> T) throws -> T {
  try body(FakeWeb())
}
