import Foundation
import TestSupport
import Testing

@testable import StreamModel
@testable import StreamUI

/// Text of a feed is part of a word, never an option, a program or a second word.
struct CommandCallTests {
  private func subject(_ post: Post?, link: String? = nil) -> CommandSubject {
    CommandSubject(
      post: post,
      source: "test.json",
      link: link,
      selection: link ?? post?.url,
      now: Stage.wall
    )
  }

  private func command(_ words: String...) throws -> OwnCommand {
    OwnCommand(name: "own", program: .words(try words.map { try CommandWord($0) }))
  }

  private func words(_ command: OwnCommand, _ post: Post) throws -> [String] {
    try CommandCall(command, on: subject(post), number: 1).arguments.map { parts in
      parts.map { if case .text(let text) = $0 { text } else { "FILE" } }.joined()
    }
  }

  private func refusal(_ command: OwnCommand, _ subject: CommandSubject) -> String? {
    do {
      _ = try CommandCall(command, on: subject, number: 1)
      return nil
    } catch {
      return error.message(command.name)
    }
  }

  private func post(
    _ title: String,
    url: String? = "https://h.example/",
    body: String = "b"
  ) -> Post {
    Post(
      id: Post.ID("i"),
      author: Account(name: title, handle: "@a"),
      url: url,
      title: .text(title),
      body: .text(body)
    )
  }

  @Test func eachWordStaysOneArgument() throws {
    let post = post("a b \"c\" $(id) `id` ; rm -rf ~ %{url} %%")
    #expect(
      try words(command("prog", "x%{title}y", "%{url}", "", "%%"), post)
        == ["prog", "xa b \"c\" $(id) `id` ; rm -rf ~ %{url} %%y", "https://h.example/", "", "%"]
    )
  }

  @Test func aWordNeverBeginsWithASignOfOptionsBecauseOfThePost() throws {
    for title in ["-rf", "--exec=x", "+!id", "-"] {
      let post = post(title)
      let sign = title.first ?? " "
      #expect(
        refusal(try command("p", "%{title}"), subject(post))
          == "Not run: the title begins with \(sign); put -- before %{title} in [commands.own]"
      )
      // After --, and where the configuration itself begins the word, it is no option of the post's.
      #expect(try words(command("p", "--", "%{title}"), post) == ["p", "--", title])
      #expect(try words(command("p", "-t%{title}"), post) == ["p", "-t\(title)"])
      #expect(try words(command("p", "=%{title}"), post) == ["p", "=\(title)"])
      // A word that only comes to be -- is none that ends options.
      #expect(
        refusal(try command("p", "%{handle}", "--%{title}", "%{title}"), subject(post)) != nil
      )
    }
    // An empty value leaves the rest of the word at its start.
    let empty = Post(id: Post.ID("i"), title: .text("-x"))
    #expect(refusal(try command("p", "%{author}%{title}"), subject(empty)) != nil)
    #expect(refusal(try command("p", "%{author}-x"), subject(empty)) != nil)
    let address = post("t", url: "-o/etc/x")
    #expect(
      refusal(try command("p", "%{url}"), subject(address))
        == "Not run: the url begins with -; put -- before %{url} in [commands.own]"
    )
  }

  @Test(arguments: ["file:///etc/passwd", "javascript:x", "/etc/passwd", "data:text/html,x", ""])
  func addressesPassTheGate(_ url: String) throws {
    for word in ["%{url}", "%{link}", "%{selection}"] {
      let message = refusal(try command("p", "--", word), subject(post("t", url: url), link: url))
      #expect(message?.contains("not an http, https or mailto address") ?? false)
    }
  }

  @Test func missingValuesAreSaid() throws {
    let none = Post(id: Post.ID("i"))
    #expect(
      refusal(try command("p", "%{url}"), subject(none)) == "Not run: the post has no address"
    )
    #expect(refusal(try command("p", "%{link}"), subject(none)) == "Not run: no link is in focus")
    #expect(
      try words(command("p", "%{title}", "%{author}", "%{handle}"), none) == ["p", "", "", ""]
    )
    #expect(refusal(try command("p", "%{text}"), subject(nil)) == "Not run: select a post first")
    #expect(refusal(try command("p"), subject(nil)) == nil)
  }

  @Test func aWordThatDoesNotFitIsSaid() throws {
    let long = post("t", body: String(repeating: "x", count: 131_072))
    #expect(
      refusal(try command("p", "%{text}"), subject(long))?.contains("the text has 131") ?? false
    )
    #expect(refusal(try command("p"), subject(long)) == nil)
    let several = post("t", body: String(repeating: "x", count: 100_000))
    let many = OwnCommand(
      name: "own",
      program: .words(
        [CommandWord(literal: "p")]
          + Array(repeating: try CommandWord("a%{text}"), count: 11)
      )
    )
    #expect(refusal(many, subject(several))?.contains("the arguments have 1,1") ?? false)
  }

  @Test func aScriptGetsVariablesOnly() throws {
    let script = "echo \"$STREAMTUI_TITLE\" \"$STREAMTUI_FILE\""
    let command = OwnCommand(name: "own", program: .script(script))
    let call = try CommandCall(command, on: subject(post("$(id)\"; id")), number: 1)
    #expect(call.arguments == [[.text("sh")], [.text("-c")], [.text(script)]])
    #expect(call.variables["STREAMTUI_TITLE"] == [.text("$(id)\"; id")])
    #expect(call.variables["STREAMTUI_FILE"] == [.file])
    // Those that the script does not name are removed, not inherited, where they are long.
    #expect(call.variables.keys.contains("STREAMTUI_TEXT"))
    #expect(call.variables["STREAMTUI_TEXT"] == .some(nil))
    #expect(call.file != nil)
  }

  @Test func hostilePostsMakeExactlyTheWordsConfigured() throws {
    let command = OwnCommand(
      name: "own",
      program: .words(
        try ["prog", "-a", "x%{title}", "--", "%{author}", "%{text}", "%{json}", "%{handle}%{id}"]
          .map { try CommandWord($0) }
      )
    )
    for (number, text) in HostileText.all.enumerated() {
      let post = Post(
        id: Post.ID(text),
        author: Account(name: text, handle: text),
        url: text,
        title: .text(text),
        body: .text(text)
      )
      do {
        let words = try words(command, post)
        #expect(words.count == 8, "\(number)")
        #expect(words[0] == "prog" && words[1] == "-a" && words[3] == "--")
        #expect(words[2].hasPrefix("x"))
        #expect(words.allSatisfy { !$0.utf8.contains(0) && $0.utf8.count < 131_072 })
      } catch let error as CommandRefusal {
        #expect(error.reason.contains("bytes"), "\(number): \(error.reason)")
      }
    }
  }
}
