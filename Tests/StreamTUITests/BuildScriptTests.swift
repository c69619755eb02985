import Foundation
import Testing

@testable import StreamTUI

/// The facts that script/build hands to the program, with a compiler that builds nothing.
struct BuildScriptTests {
  private static let compiler = """
    #!/bin/sh
    case $1 in
    --version) echo 'Swift version 6.2.1 (swift-6.2.1-RELEASE)' ;;
    -print-target-info) echo '    "triple": "x86_64-unknown-linux-gnu",' ;;
    package) cp "$resolved" . ;;
    esac
    """

  /// Runs the script in a folder of its own, after `line`, and returns the text of `--version` that the facts make.
  private func facts(after lines: String...) throws -> [[String]] {
    try Program.inFolder { folder in
      try Program.shell(
        """
        mkdir '\(folder)/bin' '\(folder)/tree' && cd '\(folder)/tree' && mkdir script
        cp '\(Promises.root)/script/build' script/
        printf '%s\\n' '.build*' Package.resolved >.gitignore
        cat >../bin/swift; chmod +x ../bin/swift; ln -s /bin/true ../bin/swiftc
        # Where nothing else is installed, the compiler of C is the toolchain's.
        ln -s "$(command -v cc || command -v clang)" ../bin/cc
        """.replacingOccurrences(of: "cat >", with: "printf '%s\\n' \"$compiler\" >"),
        environment: ["compiler": Self.compiler]
      ).ends(with: 0)
      let environment = [
        "PATH": "\(folder)/bin:/usr/bin:/bin", "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CEILING_DIRECTORIES": folder, "resolved": Promises.root + "/Package.resolved",
        "GIT_AUTHOR_DATE": "2026-01-31T23:30:00-0500",
        "GIT_COMMITTER_DATE": "2026-01-31T23:30:00-0500",
      ]
      return try lines.map { line in
        let run = "cd '\(folder)/tree' && \(line) && script/build >&2 && cat .build*/facts.c"
        let outcome = try Program.shell(run, environment: environment)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let stated = outcome.output.split(separator: "\n").dropFirst().dropLast()
          .map { $0.dropFirst().dropLast("\\n\"".count) }.joined(separator: "\n")
        return BuildFacts(stated, libraries: []).list.map(\.value)
      }
    }
  }

  private static let commit =
    "git init -q . && git add . && git -c user.name=a -c user.email=a@a.example commit -q -m one"

  @Test func twoBuildsOfACommitSayTheSame() throws {
    let facts = try facts(
      after: Self.commit,
      "true",
      "echo >>script/build",
      "git checkout -q script/build"
    )
    let first = try #require(facts.first)
    // The day is that of UTC.
    #expect(first[0].count == 40 + " of 2026-02-01".count && first[0].hasSuffix(" of 2026-02-01"))
    #expect(first[1] == "Swift version 6.2.1 (swift-6.2.1-RELEASE)")
    #expect(first[2].hasPrefix("x86_64-unknown-linux-gnu, "))
    #expect(try /argument-parser \d+\.\d+\.\d+/.wholeMatch(in: first[3]) != nil)
    #expect(facts[1] == first && facts[3] == first)
    #expect(facts[2][0] == first[0] + ", with changes")
  }

  @Test func aBuildOutsideGitSaysSo() throws {
    #expect(try facts(after: "true").first?.first == "unknown: built outside git")
  }
}
