import CellGrid
import Foundation
import StreamUI
import Testing

@testable import StreamTUI

/// The configuration file as the program reads it.
struct ConfigCommandTests {
  @OwnFolder private var folder: String

  private static func written(_ text: String, mode: Int = 0o600, in folder: String) throws -> String
  {
    let path = folder + "/config.toml"
    try Program.write(text, to: path, mode: mode)
    return path
  }

  @Test func theFileToCheckIsNamedAsTheViewerNamesIt() throws {
    let path = try Self.written("row-down = 1\n", in: folder)
    let named = try Program.run(["config", "--check", "--config", path])
    #expect(named.status == 1)
    #expect(named.output == "\(path):1:1: row-down belongs in the table [keys]\n")
    #expect(try Program.run(["config", "--check", path]).output == named.output)
    #expect(try Program.run(["config", "--check", "--config", path, path]).status == 64)
  }

  @Test func aLinkToNothingIsNoMissingFile() throws {
    let place = folder + "/streamtui"
    try Program.makeFolder(place)
    symlink("/nonexistent/config.toml", place + "/config.toml")
    try Program.shell("XDG_CONFIG_HOME='\(folder)' $program config --check")
      .ends(with: 1, output: "it is a link to a file that does not exist")
  }

  @Test func theSettingsInForceHaveOrigins() throws {
    let path = try Self.written("\nidle-delay = 300\n[keys]\n", in: folder)
    let lines = try Program.run(["config", path]).cleanOutput().split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("idle-delay = 300 ") && $0.hasSuffix("# \(path):2") })
    #expect(lines.contains { $0.hasPrefix("mouse = true ") && $0.hasSuffix("# default") })
    #expect(lines.last == "# the table [keys]: \(path):3")
  }

  @Test func theTablesOfSourcesAreListedWithTheirLines() throws {
    let text = "[sources.\"tag:a b\"]\norder = \"oldest\"\n[sources.c.keys]\nopen = \"l\"\n"
    let path = try Self.written(text, in: folder)
    let output = try Program.run(["config", path]).cleanOutput()
    #expect(
      output.hasSuffix(
        """

        [sources."tag:a b"]  # \(path):1
        order = "oldest"     # \(path):2

        [sources."c"]  # \(path):3
        # the table [sources."c".keys]: \(path):3

        """
      )
    )
    #expect(!output.contains("[sources]"))
  }

  @Test func checkRemarksOnActionsWithoutAKey() throws {
    let path = try Self.written("[keys]\nmark-read = \"x\"\n", in: folder + "/streamtui")
    let check = try Program.run(["config", "--check", path])
    #expect(check.status == 0)
    #expect(
      check.output
        == "\(path):2:13: remark: No key is left for toggle-fold, which had x."
        + " Bind it to another, or run :toggle-fold.\n"
    )
    let keys = try Program.shell(
      "$program keys --format tsv",
      environment: ["XDG_CONFIG_HOME": folder]
    )
    #expect(keys.errors.isEmpty)
    let lines = keys.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("timeline\ttoggle-fold\t\t") })
    // One that has a key on another page alone is not among them.
    #expect(!lines.contains { $0.contains("\thide-read\t") })
    #expect(lines.contains { $0.hasPrefix("timeline\twhy\t\t") })
  }

  @Test func theExamplesOfTheDocumentHaveNoProblem() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "docs/configuration.md")
    let document = try String(contentsOf: file, encoding: .utf8)
    let blocks = document.components(separatedBy: "```toml\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    try #require(blocks.count == 3)
    for block in blocks {
      try Program.inFolder { folder in
        let file = try Self.written(block, in: folder)
        #expect(RunConfiguration(.named(file), given: []).lines == [], "\(block)")
      }
    }
  }

  /// Each line of the file states what holds without it.
  @Test func theDefaultFileIsWholeAndTrue() throws {
    let defaults = try Program.run(["config", "--default"]).output
    let lines = defaults.split(separator: "\n").filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") }
      .map { $0.dropFirst() }
    for setting in Setting.allCases {
      #expect(lines.contains { $0.hasPrefix("\(setting.name) = ") }, "\(setting.name)")
    }
    for action in Action.allCases {
      #expect(lines.contains { $0.hasPrefix("\(action.name) = [") }, "\(action.name)")
    }
    for role in Role.allCases {
      #expect(
        lines.contains { $0.hasPrefix("\(role.name) = ") || $0.hasPrefix("\"\(role.name)\" = ") },
        "\(role.name)"
      )
    }
    try Program.inFolder { folder in
      let file = try Self.written(lines.map { $0 + "\n" }.joined(), in: folder)
      let run = RunConfiguration(.named(file), given: [])
      #expect(run.lines == [])
      #expect(run.settings == Settings())
      for page in KeyPage.allCases {
        let (own, standard) = (run.keymap.on(page), Keymap.standard.on(page))
        for action in Action.allCases {
          #expect(own.keys(of: action) == standard.keys(of: action), "\(page) \(action)")
        }
      }
      var work = ShownSource()
      work.tags = ["work"]
      let scoped = run.scoped(to: [work])
      #expect(scoped.sectionsInForce.count == 1)
      #expect(scoped.settings == Settings())
      for action in Action.allCases {
        let (own, standard) = (scoped.keymap.on(.timeline), Keymap.standard.on(.timeline))
        #expect(own.keys(of: action) == standard.keys(of: action), "\(action)")
      }
      let mine = try #require(run.themes["mine"])
      for role in Role.allCases { #expect(mine.style(role) == Theme.dark.style(role), "\(role)") }
    }
  }

  @Test func filesThatOthersCanChangeAreRefused() throws {
    let path = try Self.written("mouse = false\n", mode: 0o666, in: folder)
    let run = try Program.run(["config", "--check", path])
    #expect(run.status == 1)
    #expect(run.output == "\(path) was not read: others can write to it (chmod go-w \(path))\n")
    // Where dotfiles are links, the file that a link leads to is checked.
    _ = try Self.written("mouse = false\n", in: folder)
    try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: path)
    #expect(try Program.run(["config", "--check", folder + "/link"]).status == 0)
  }

  @Test(
    "What is no file is refused without waiting",
    arguments: [
      ("mkdir \"$1/x\"", "it is a folder (expected a regular file)"),
      ("mkfifo \"$1/x\"", "it is a pipe (expected a regular file)"),
      ("ln -s /dev/zero \"$1/x\"", "it is a device or socket (expected a regular file)"),
      ("ln -s nowhere \"$1/x\"", "No such file or directory"),
      ("head -c 1048577 /dev/zero > \"$1/x\"", "it is larger than 1 MiB"),
    ]
  )
  func otherFiles(_ making: String, _ reason: String) throws {
    let script = "umask 077; set -- '\(folder)'; \(making); $program config --check \"$1/x\""
    let run = try Program.shell(script)
    #expect(run.status == 1)
    #expect(run.output.lowercased() == "\(folder)/x was not read: \(reason)\n".lowercased())
  }

  @Test func snapshotsReadOnlyANamedFile() throws {
    let path = try Self.written("measure = 30\n", in: folder + "/streamtui")
    func screen(_ options: String) throws -> [Substring] {
      let outcome = try Program.shell(
        "$program snapshot \(options) sample-feed.json",
        environment: ["XDG_CONFIG_HOME": folder]
      )
      return outcome.output.split(separator: "\n").dropLast()
    }
    #expect(try screen("").contains { $0.count > 30 })
    let narrow = try screen("--config '\(path)'")
    #expect(!narrow.isEmpty)
    #expect(narrow.allSatisfy { $0.count <= 30 })
  }

  @Test func theViewerReadsTheFileWithoutOptions() throws {
    _ = try Self.written("public-only = \n", in: folder + "/streamtui")
    func run(_ options: String) throws -> Program.Outcome {
      try Program.shell(
        "$program \(options) sample-feed.json",
        environment: ["XDG_CONFIG_HOME": folder]
      )
    }
    let plain = try run("")
    #expect(plain.status == 0)
    #expect(plain.errors.hasPrefix("config.toml:1:15: the end of the line instead of a value"))
    #expect(try run("--no-config").errors.isEmpty)
  }
}
