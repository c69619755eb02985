import ArgumentParser
import StreamHost

struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "End a subscription and delete its fetched posts.",
    discussion: """
      Posts that you keep stay, and so do read marks and your place; streamtui forget removes those. A \
      second line is the command that subscribes again, with the same name, tags and interval. The exit \
      status is 1 if no subscription, or more than one, has the name.
      """
  )

  @Argument(help: "The address or the name of the subscription.")
  var subscription: String

  func run() throws {
    let file = try SubscriptionFile.forCommand()
    let list = try file.readForCommand().list.subscriptions
    let files = FeedFiles(folder: file.folder)
    let found = SubscriptionWord.matches(of: subscription, among: list) {
      files.title(of: $0.source)
    }
    guard let one = found.first else {
      let similar = SubscriptionWord.similar(to: subscription, among: list)
      Diagnostics.print("\(subscription): no such subscription (streamtui list shows them all)")
      printCandidates(similar)
      throw ExitCode(1)
    }
    guard found.count == 1 else {
      Diagnostics.print("\(subscription): several subscriptions have this name; use the address:")
      printCandidates(found)
      throw ExitCode(1)
    }
    let text: String
    do throws(SubscriptionEditor.Refusal) {
      text = try SubscriptionEditor(file: file).remove(one.source).text
    } catch {
      throw SubscriptionFile.failure("streamtui: \(error.text)")
    }
    // Its posts are gone, so that the start page could not open it.
    if let state = try? SavedState.opened() {
      state.store.leaveOutOfHistory(SourceFamily(of: one.source))
      state.close()
    }
    try SubscriptionFile.say(text)
    // A password is not for a terminal's history: such an address must be typed again.
    guard one.source.shown == one.source.text else { return }
    try SubscriptionFile.say("To subscribe again: \(Self.command(toAdd: one))")
  }

  /// The line of a shell that makes a subscription as it is.
  static func command(toAdd subscription: Subscription) -> String {
    var words = ["streamtui", "add", quoted(subscription.source.text)]
    if let name = subscription.name { words.append(option("--name", name)) }
    for tag in subscription.tags { words.append(option("--tag", tag)) }
    if let every = subscription.every { words += ["--every", Interval.write(every)] }
    if subscription.wantsFullText { words.append("--full-text") }
    return words.joined(separator: " ")
  }

  /// A value that begins with - would be an option of its own in a word of its own.
  private static func option(_ name: String, _ value: String) -> String {
    name + (value.hasPrefix("-") ? "=" : " ") + quoted(value)
  }

  /// The text as one word of a shell.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    if isPlain, !text.isEmpty { return text }
    return "'" + text.replacing("'", with: #"'\''"#) + "'"
  }

  private func printCandidates(_ subscriptions: [Subscription]) {
    let most = 20
    for candidate in subscriptions.prefix(most) {
      Diagnostics.print("  \(candidate.source.shown)\(candidate.name.map { "  \($0)" } ?? "")")
    }
    let rest = subscriptions.count - most
    if rest > 0 { Diagnostics.print("  and \(rest) more") }
  }
}
