import ArgumentParser
import StreamHost

struct ExportCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument {
    case opml, text
  }

  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print the subscriptions as OPML or as text.",
    discussion: """
      OPML names web addresses only: accounts and files are left out, and named on standard error. Other \
      programs read it, and so does streamtui import. Passwords in addresses are left out.
      """
  )

  @Option(help: ArgumentHelp("The output format.", valueName: "opml|text"))
  var format = Format.opml

  @Flag(help: "Leave passwords in addresses.")
  var withPasswords = false

  func run() throws {
    let file = try SubscriptionFile.forCommand()
    var subscriptions = try file.readForCommand().list.subscriptions
    if !withPasswords { subscriptions = subscriptions.compactMap(Self.withoutPassword) }
    switch format {
    case .text: try Diagnostics.output(SubscriptionTextWriter.write(subscriptions))
    case .opml:
      let files = FeedFiles(folder: file.folder)
      let result = OPMLWriter.write(
        subscriptions,
        title: "Subscriptions of streamtui",
        feedTitle: files.title
      )
      for subscription in result.leftOut {
        Diagnostics.print("\(subscription.source.shown): left out (OPML names web addresses only)")
      }
      try Diagnostics.output(result.text)
    }
  }

  private static func withoutPassword(_ subscription: Subscription) -> Subscription? {
    guard case .web(let address) = subscription.source else { return subscription }
    let open = address.withoutPassword
    guard open != address else { return subscription }
    guard let open else {
      Diagnostics.print("\(address.host): left out, because its address has a password")
      return nil
    }
    Diagnostics.print("\(open.text): its password is left out (--with-passwords prints it)")
    return Subscription(
      .web(open),
      name: subscription.name,
      tags: subscription.tags,
      every: subscription.every,
      wantsFullText: subscription.wantsFullText
    )
  }
}
