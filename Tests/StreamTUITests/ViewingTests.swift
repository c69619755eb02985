import ArgumentParser
import StreamModel
import StreamUI
import TestSupport
import Testing

@testable import StreamTUI

/// The command line that is read without the parser means what the parser says it means.
@Suite struct ViewingTests {
  private static func read(_ arguments: [String]) -> Viewing? {
    ViewerArguments(arguments, isCommand: StreamTUICommand.isCommand)?.viewing
  }

  /// A command with another letter in its name would be taken for a source.
  @Test func everyCommandLooksLikeOne() {
    for word in StreamTUICommand.commandWords {
      #expect(StreamTUICommand.isCommand(word), "\(word)")
    }
    #expect(!StreamTUICommand.isCommand("feed.json"))
  }

  /// The parser's reading, with its settings in the order in which they are given.
  private static func parsed(_ arguments: [String], like read: Viewing) throws -> Viewing {
    var viewing = try #require(StreamTUICommand.parseAsRoot(arguments) as? ViewCommand).viewing
    let order = read.given.map(\.setting)
    viewing.given.sort {
      (order.firstIndex(of: $0.setting) ?? .max) < (order.firstIndex(of: $1.setting) ?? .max)
    }
    return viewing
  }

  @Test(arguments: [
    [], ["feed.json"], ["-"], ["a", "b c", "-"], ["\u{FFFD}.xml"], ["a=b"], ["dumped", "viewed"],
    ["view"], ["view", "a"], ["-f", "a"], ["a", "--follow"], ["--from-start", "a"],
    ["--config", "c", "a"], ["--config=c", "a"], ["--no-config", "a"], ["--name", "n", "-"],
    ["--order", "newest", "a"], ["--order=likes", "a"], ["a", "--theme", "x=y"],
    ["--theme=x=y", "a"], ["a", "--idle-delay", "0"], ["--idle-delay=60000"],
  ])
  func commonCommandLinesMeanTheSameToBoth(_ arguments: [String]) throws {
    let read = try #require(Self.read(arguments))
    #expect(try read == Self.parsed(arguments, like: read))
  }

  @Test(arguments: [
    ["-h"], ["--help"], ["--"], ["", "a"], ["help"], ["dump", "a"], ["a", "check"], ["bench"],
    ["demo"], ["snapshot"], ["--version"], ["view", "view"], ["a", "view"], ["--order"],
    ["--order", "auto", "a"], ["--order", "new", "a"], ["--order=", "a"], ["--theme", "-x"],
    ["--theme", "dump"], ["--theme", ""], ["--hud=true"], ["--hu"], ["-hud"], ["--hud", "--hud"],
    ["--order=newest", "--order", "oldest"], ["--idle-delay", "60001"], ["--idle-delay", "+5"],
    ["--idle-delay", "05"], ["--idle-delay", "1.5"], ["--strategy", "sticky"], ["--config", "-"],
    ["--config", "c", "--no-config"], ["-f", "--follow"], ["-ff"], ["--no-merge"],
    ["--generate-completion-script"], ["--exec", "cat a"], ["--format-hint", "rss"],
  ])
  func theRestIsLeftToTheParser(_ arguments: [String]) {
    #expect(Self.read(arguments) == nil)
  }

  @Test func everyOptionOfASettingIsKnown() throws {
    for setting in Setting.allCases {
      guard let option = setting.option else { continue }
      let values: [[String]] =
        switch option.stated == nil ? option.kind(setting.kind) : .flag {
        case .choice(let words): words.map { [$0] }
        case .number(let range, _): [["\(range.lowerBound)"], ["\(range.upperBound)"]]
        case .text: [["auto"], ["another"]]
        default: [[]]
        }
      for value in values {
        let arguments = [option.name] + value + ["a"]
        let read = try #require(Self.read(arguments), "\(arguments)")
        #expect(read.given.map(\.setting) == [setting])
        #expect(try read == Self.parsed(arguments, like: read), "\(arguments)")
      }
    }
  }

  @Test("No command line means to one what it does not mean to the other", arguments: 0..<8)
  func anyCommandLine(_ seed: Int) throws {
    let help = StreamTUICommand.helpMessage(for: ViewCommand.self, columns: 200)
    let options = help.split(whereSeparator: { $0.isWhitespace || ",()[]/".contains($0) })
      .filter { $0.hasPrefix("-") && $0.utf8.count > 1 }.map { String($0) }
    #expect(options.count > 25)
    let values =
      ["newest", "idle", "150", "0", "dark", "always", "a.json", "b", "-", "", "x=y", "--", "é"]
      + ["auto", "sticky", "-5", "99999999999999999999", "dump", "view", "help", "ndjson", "1e3"]
    var random = SplitMix(seed: UInt64(seed))
    var known = 0
    for _ in 0..<120 {
      let arguments = (0..<Int.random(in: 0...5, using: &random)).flatMap { _ -> [String] in
        let option = options.randomElement(using: &random) ?? ""
        let value = values.randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return [option]
        case 1: return [value]
        case 2: return ["\(option)=\(value)"]
        case 3: return [String(option.dropLast())]
        default: return [option, value]
        }
      }
      guard let read = Self.read(arguments) else { continue }
      known += 1
      #expect(try read == Self.parsed(arguments, like: read), "\(arguments)")
    }
    #expect(known > 15)
  }
}
