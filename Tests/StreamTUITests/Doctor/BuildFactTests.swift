import Foundation
import Testing

@testable import StreamTUI

/// The version and the facts of the build.
struct BuildFactTests {
  private func text(_ stated: String) -> [Substring] {
    BuildFacts(stated, libraries: ["zlib 1.2.13"]).text.split(separator: "\n")
  }

  @Test func theFirstLineIsNameAndVersionAlone() throws {
    let outcome = try Program.run(["--version"])
    let lines = outcome.output.split(separator: "\n")
    #expect(outcome.status == 0)
    #expect(try /streamtui \d+\.\d+\.\d+/.wholeMatch(in: #require(lines.first)) != nil)
    let names = lines.dropFirst().map { $0.prefix { $0 != ":" } }
    #expect(names == ["commit", "compiler", "target", "libraries"])
    for library in ["ncurses 6", "zlib 1", "SQLite 3", "PCRE2 10", "glibc 2"] {
      #expect(lines.last?.contains(library) == true, "\(library)")
    }
  }

  @Test func doctorSaysTheSame() throws {
    let version = try Program.run(["--version"]).output.split(separator: "\n").dropFirst()
    let report = try Program.run(["doctor"]).output.split(separator: "\n")
    for line in version { #expect(report.contains("ok    \(line)")) }
    #expect(report.first == "ok    version: \(BuildFacts.version)")
  }

  @Test func aBuildOfACommitNamesIt() {
    let stated = """
      commit 06ffa8c5
      date 2026-11-26
      changed no
      compiler Swift version 6.2.1 (swift-6.2.1-RELEASE)
      target x86_64-unknown-linux-gnu
      linking static
      argument-parser 1.8.2

      """
    #expect(
      text(stated).dropFirst() == [
        "commit: 06ffa8c5 of 2026-11-26", "compiler: Swift version 6.2.1 (swift-6.2.1-RELEASE)",
        "target: x86_64-unknown-linux-gnu, static", "libraries: zlib 1.2.13, argument-parser 1.8.2",
      ]
    )
    let changed = stated.replacingOccurrences(of: "changed no", with: "changed yes")
    #expect(text(changed)[1] == "commit: 06ffa8c5 of 2026-11-26, with changes")
  }

  @Test func otherBuildsSayThatTheyKnowNoCommit() {
    #expect(text("compiler Swift 6.2.1\n")[1] == "commit: unknown: built outside git")
    #expect(text("")[1] == "commit: unknown: not built by script/build")
  }

  /// The version stands in one place of the sources; the pages that repeat it follow.
  @Test func documentsNameThisVersion() throws {
    let root = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
    func read(_ name: String) throws -> String {
      try String(contentsOfFile: root + "/" + name, encoding: .utf8)
    }
    for page in try FileManager.default.contentsOfDirectory(atPath: root + "/docs/man") {
      let head = try read("docs/man/\(page)").prefix { $0 != "\n" }
      #expect(head.hasSuffix("\"streamtui \(BuildFacts.version)\""), "\(page): \(head)")
    }
    let named = /streamtui(?:-bin|-dbgsym)?[-_](\d+\.\d+\.\d+)/
    for page in ["README.md", "docs/install.md"] {
      let versions = Set(try read(page).matches(of: named).map { String($0.1) })
      #expect(versions == [BuildFacts.version], "\(page)")
    }
    #expect(try read("CHANGELOG.md").contains("\n## \(BuildFacts.version)"))
  }
}
