import Testing

@testable import Addresses

/// Relative addresses: those that may name a file beside a feed, and those that never do.
struct FileReferenceTests {
  @Test(arguments: [
    ("media/a.png", "media/a.png"), ("/media/a.png", "media/a.png"), ("./a.png", "a.png"),
    ("  a.png\n", "a.png"), ("a//b/./c.png", "a/b/c.png"), ("a/../b.png", "b.png"),
    ("a%20b.png", "a b.png"), ("ä.png", "ä.png"), ("a.png?size=2#top", "a.png"),
    ("100%.png", "100%.png"), ("%252e%252e/a.png", "%2e%2e/a.png"), ("-rf", "-rf"),
    ("/etc/passwd", "etc/passwd"), ("~/.ssh/id", "~/.ssh/id"), ("...", "..."),
  ])
  func isAFile(_ target: String, _ path: String) {
    guard case .file(let reference) = FileReference.judge(target) else {
      Issue.record("\(target): \(FileReference.judge(target))")
      return
    }
    #expect(reference.path == path)
    #expect(reference.written == target)
  }

  @Test(arguments: [
    "../../etc/passwd", "..", "a/../../b", "/../etc/passwd", "%2e%2e/etc/passwd",
    "%2E%2E%2Fetc%2Fpasswd", "a/b/../../../c", "./..",
  ])
  func leadsOut(_ target: String) {
    #expect(
      FileReference.judge(target) == .refuse(because: "it leads out of the opened folder"),
      "\(target)"
    )
  }

  @Test(arguments: ["a%00.png", "a\u{0}b", "a%0A.png", "a\tb", "%FF.png", "a\u{7F}"])
  func isNoName(_ target: String) {
    #expect(FileReference.judge(target) == .refuse(because: "not the name of a file"), "\(target)")
  }

  @Test(arguments: ["/", ".", "./", "a/.."]) func isAFolder(_ target: String) {
    #expect(
      FileReference.judge(target) == .refuse(because: "it names a folder, not a file"),
      "\(target)"
    )
  }

  /// Whatever has a scheme or a host is the link gate's, which refuses files.
  @Test(arguments: [
    "file:///etc/passwd", "file:a.png", "FILE:/etc/passwd", "//host/a.png", "https://a.example/",
    "javascript:x", "C:\\a.png", "", "#top", "?a", "  file:///etc/passwd",
  ])
  func isAnAddress(_ target: String) {
    #expect(FileReference.judge(target) == .address, "\(target)")
    guard target.lowercased().contains("file:") else { return }
    #expect(LinkGate.judge(target, label: "here").target == nil)
  }

  @Test func aLongAddressIsRefused() {
    let target = String(repeating: "a/", count: 3_000) + "b"
    #expect(FileReference.judge(target) == .refuse(because: "longer than 4096 bytes"))
  }
}
