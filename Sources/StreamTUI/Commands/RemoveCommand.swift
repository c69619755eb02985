import ArgumentParser
import StreamSources

struct RemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "End a subscription and delete its fetched posts.",
    discussion: """
      Posts that you keep stay, and so do read marks and your place; streamtui forget removes those. The \
      exit status is 1 if no subscription, or more than one, has the name.
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
    try SubscriptionFile.say(text)
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
