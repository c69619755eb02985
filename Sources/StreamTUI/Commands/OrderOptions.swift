import ArgumentParser
import Configuration
import StreamModel

/// Options of the order of posts.
struct OrderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The order of the posts; likes and comments: those with most of them first.",
      discussion:
        "Default: newest for several feeds and for an account's export, else document (as in the file).",
      valueName: "order"
    )
  )
  var order: Timeline.Order?

  @Flag(help: "The same as --order document: several feeds one after the other.")
  var noMerge = false

  /// The order that was asked for; nil for the usual one.
  var wanted: Timeline.Order? { order ?? (noMerge ? .document : nil) }

  /// The settings that are given.
  var given: [SettingValue] {
    wanted.map { [SettingValue(.order, .string($0.rawValue))] } ?? []
  }
}
