import Addresses
import CellGrid
import Foundation
import Glibc
import StreamModel
import Testing

@testable import StreamHost
@testable import StreamUI

/// Pictures of the network up to their bytes: one request at a time, every fault a reason, copies for later.
@Suite(.serialized) struct PictureFetcherTests {
  private static let png = "200 OK|Content-Type: image/png|ETag: \"1\""
  private static let address = "https://m.example/a.png"

  /// A web, and fetchers of its pictures.
  private final class Stage {
    let web = FakeWeb()
    let loop: LoopStage
    private(set) var ends = 0

    init() throws {
      loop = try LoopStage()
      mkdir(web.folder + "/cache", 0o700)
    }

    func fetcher(
      mayFetch: Bool = true,
      isSecure: Bool = false,
      keepsCopies: Bool = true
    ) -> PictureFetcher {
      let fetcher = PictureFetcher(
        Fetcher(
          with: loop.children,
          mayFetch: mayFetch,
          keepsCopies: keepsCopies,
          cache: CacheFolder(path: web.folder + "/cache"),
          program: web.folder + "/curl"
        ),
        isSecure: isSecure
      )
      fetcher.onEnd = { [weak self] in self?.ends += 1 }
      return fetcher
    }

    static func target(_ address: String) throws -> LinkTarget {
      try #require(LinkGate.judge(address, label: "").target)
    }

    /// The outcome of reading a picture, once it has come.
    func outcome(
      _ fetcher: PictureFetcher,
      _ address: String = PictureFetcherTests.address
    ) throws -> Result<PictureFile, PictureFault> {
      let target = try Self.target(address)
      do throws(PictureFault) {
        if let file = try fetcher.file(of: target) { return .success(file) }
      } catch {
        return .failure(error)
      }
      let before = ends
      try waits { self.ends > before }
      do throws(PictureFault) {
        guard let file = try fetcher.file(of: target) else {
          Issue.record("asked again")
          return .failure(.empty)
        }
        return .success(file)
      } catch {
        return .failure(error)
      }
    }

    func waits(_ isOver: () -> Bool) throws {
      let limit = Date().addingTimeInterval(20)
      while !isOver(), Date() < limit {
        loop.signals.raise(SIGCHLD)
        if loop.turn().isEmpty { usleep(200) }
      }
      try #require(isOver())
    }

    func fault(_ fetcher: PictureFetcher, _ address: String = PictureFetcherTests.address) throws
      -> String
    {
      guard case .failure(let fault) = try outcome(fetcher, address) else { return "a picture" }
      return fault.text.string
    }
  }

  private let stage: Stage
  private var folder: String { stage.web.folder }

  init() throws { stage = try Stage() }

  @Test func aPictureComesOnceAndIsKeptForADay() throws {
    let bytes = PictureMaker.png()
    try stage.web.answer(Self.address, Self.png, bytes: bytes)
    let fetcher = stage.fetcher()
    #expect(try stage.outcome(fetcher).get().bytes == bytes)
    #expect(try fetcher.bytes(of: Stage.target(Self.address)) == bytes)
    // Another run asks nobody; after a day its server says that it is still good.
    #expect(try stage.outcome(stage.fetcher()).get().bytes == bytes)
    #expect(stage.web.requests().count == 1)
    #expect(stage.web.cached().filter { $0.hasPrefix("pictures/") }.count == 2)
    var status = stat()
    #expect(lstat(folder + "/cache/pictures", &status) == 0 && status.st_mode & 0o777 == 0o700)
    for name in stage.web.cached() where name.hasPrefix("pictures/") {
      #expect(lstat("\(folder)/cache/\(name)", &status) == 0 && status.st_mode & 0o077 == 0)
    }
    stage.loop.pass(milliseconds: 90_000_000)
    try stage.web.answer(Self.address, "304 Not Modified")
    #expect(try stage.outcome(stage.fetcher()).get().bytes == bytes)
    #expect(stage.web.requests().last == Self.address + " If-None-Match: \"1\"")
    // A server that is gone changes nothing for one who has a copy.
    stage.loop.pass(milliseconds: 90_000_000)
    try stage.web.answer(Self.address, "500 Oops")
    let last = stage.fetcher()
    #expect(try stage.outcome(last).get().bytes == bytes)
    #expect(try stage.outcome(last).get().bytes == bytes)
    #expect(stage.web.requests().count == 3)
  }

  @Test func withoutCopiesNothingIsKept() throws {
    try stage.web.answer(Self.address, Self.png, bytes: PictureMaker.png())
    let fetcher = stage.fetcher(keepsCopies: false)
    #expect(try stage.outcome(fetcher).get().kind == .png)
    #expect(stage.web.cached().isEmpty)
  }

  @Test(arguments: [
    ("401 Unauthorized", 0, "not shown: m.example wants you to sign in (401)"),
    ("403 Forbidden", 0, "not shown: m.example refuses access (403)"),
    ("404 Not Found", 0, "not shown: m.example does not have this picture (404)"),
    ("410 Gone", 0, "not shown: m.example has removed this picture (410)"),
    (
      "429 Too Many Requests|Retry-After: 120", 0,
      "not shown: m.example asks for a pause (429): it can be asked again in 2m"
    ),
    ("500 Oops", 0, "not shown: m.example has an error of its own (500)"),
    ("503 Busy", 0, "not shown: m.example wants fewer requests or is overloaded (503)"),
    ("200 OK|Content-Type: text/html", 0, "not shown: it is text/html, not a picture"),
    ("200 OK", 0, "not shown: no PNG, JPEG, GIF or WebP file"),
    ("200 OK|Content-Type: image/png", 18, "not shown: m.example closed the connection"),
    ("200 OK|Content-Type: image/png", 28, "not shown: m.example is too slow"),
    ("200 OK|Content-Type: image/png", 63, "not shown: over 20 MB"),
    ("200 OK|Content-Type: image/png", 60, "not shown: No secure connection to m.example"),
    ("304 Not Modified", 0, "not shown: "),
    ("302 Found|Location: http://m.example/b.png", 0, "not shown: m.example redirects (302)"),
    ("302 Found|Location: https://127.0.0.1/b.png", 0, "not shown: m.example redirects (302)"),
    ("302 Found|Location: https://router.local/b.png", 0, "not shown: m.example redirects (302)"),
    ("302 Found|Location: file:///etc/passwd", 0, "not shown: m.example redirects (302)"),
    ("302 Found|Location: /a.png", 0, "not shown: m.example redirects more than 5 times"),
  ])
  func eachFaultHasAReason(_ head: String, _ exit: Int, _ words: String) throws {
    try stage.web.answer(Self.address, head, "<html>no picture</html>", exit: exit)
    let fetcher = stage.fetcher()
    let fault = try stage.fault(fetcher)
    #expect(fault.hasPrefix(words), "\(fault)")
    #expect(fault.utf8.count < 160)
    // It is not asked for again at once, and nothing of it is kept.
    let count = stage.web.requests().count
    #expect(try stage.fault(fetcher) == fault)
    #expect(stage.web.requests().count == count && stage.web.cached().isEmpty)
  }

  @Test func nothingAndTheOwnNetworkAreRefused() throws {
    #expect(try stage.fault(stage.fetcher()).contains("m.example accepts no connection"))
    // A public name that leads into the own network, directly and by a redirect.
    for peer in ["127.0.0.1", "192.168.1.7", "::1", "10.0.0.1", "169.254.169.254"] {
      try stage.web.answer(Self.address, Self.png, bytes: PictureMaker.png())
      try stage.web.resolve(Self.address, to: peer)
      let fault = try stage.fault(stage.fetcher())
      #expect(fault.contains("m.example is a machine in your own network (\(peer))"), "\(fault)")
      #expect(stage.web.cached().isEmpty)
    }
    let far = "https://f.example/a.png"
    try stage.web.answer(far, "302 Found|Location: \(Self.address)")
    #expect(try stage.fault(stage.fetcher(), far).contains("in your own network"))
  }

  @Test func aRedirectIsFollowed() throws {
    try stage.web.answer(Self.address, "301 Moved|Location: https://cdn.example/x")
    try stage.web.answer("https://cdn.example/x", Self.png, bytes: PictureMaker.png())
    #expect(try stage.outcome(stage.fetcher()).get().kind == .png)
    #expect(stage.web.requests() == [Self.address, "https://cdn.example/x"])
  }

  @Test func whereNothingMayBeFetchedNothingIs() throws {
    try stage.web.answer(Self.address, Self.png, bytes: PictureMaker.png())
    #expect(
      try stage.fault(stage.fetcher(mayFetch: false))
        == "not shown: the network is off (--no-network, or network = false)"
    )
    #expect(
      try stage.fault(stage.fetcher(isSecure: true))
        == "not shown: secure mode is on (STREAMTUI_SECURE)"
    )
    #expect(stage.web.requests().isEmpty && stage.web.cached().isEmpty)
    // A copy of an earlier run is shown without the network, but not in secure mode.
    _ = try stage.outcome(stage.fetcher()).get()
    #expect(try stage.outcome(stage.fetcher(mayFetch: false)).get().kind == .png)
    #expect(try stage.fault(stage.fetcher(isSecure: true)).contains("secure mode"))
    #expect(stage.web.requests().count == 1)
  }

  @Test func afterAWhileItIsAskedForAgain() throws {
    let target = try Stage.target(Self.address)
    let fetcher = stage.fetcher()
    let start = fetcher.stamp(of: target)
    try stage.web.answer(Self.address, "503 Busy|Retry-After: 50")
    #expect(try stage.fault(fetcher).contains("m.example asks for a pause"))
    #expect(fetcher.stamp(of: target) == start)
    // The host has asked for a pause, which holds for its other pictures.
    #expect(
      try stage.fault(fetcher, "https://m.example/b.png").contains("m.example asks for a pause")
    )
    #expect(stage.web.requests().count == 1)
    stage.loop.pass(milliseconds: 61_000)
    #expect(fetcher.stamp(of: target) != start)
    try stage.web.answer(Self.address, Self.png, bytes: PictureMaker.png())
    #expect(try stage.outcome(fetcher).get().kind == .png)
  }

  @Test func aTransferThatIsCancelledEndsAndTellsNobody() throws {
    try Program.writeScript("echo $$ > '\(folder)/pid'\nexec sleep 60", to: folder + "/curl")
    let fetcher = stage.fetcher()
    #expect(try fetcher.file(of: Stage.target(Self.address)) == nil)
    try stage.waits { FileManager.default.fileExists(atPath: folder + "/pid") }
    fetcher.cancel()
    try stage.waits { stage.loop.children.isEmpty }
    #expect(stage.ends == 0 && stage.web.cached().isEmpty)
  }

  /// The copies have a limit together: the oldest go.
  @Test func theCopiesAreBounded() throws {
    let cache = CacheFolder(path: folder + "/cache")
    _ = try stage.outcome(stage.fetcher())
    _ = try PrivateFolder.opened("pictures", in: cache.folder, creates: true)
    for index in 0..<4 {
      let path = "\(folder)/cache/pictures/000000000000000\(index).body"
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      truncate(path, 20 << 20)
      var times = [
        timeval(tv_sec: 1_700_000_000 + index, tv_usec: 0),
        timeval(tv_sec: 1_700_000_000 + index, tv_usec: 0),
      ]
      utimes(path, &times)
    }
    WebCopies(cache: cache, kind: .pictures).sweep(at: stage.loop.time.wall)
    let left = stage.web.cached().filter { $0.hasPrefix("pictures/0000") }
    #expect(left == (1..<4).map { "pictures/000000000000000\($0).body" })
    #expect(WebCopies(cache: cache, kind: .pictures).removeAll() == 3)
  }
}
