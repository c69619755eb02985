import CellGrid
import StreamModel

struct FeedEditing {
  private var addresses = PromptHistory()
  /// The address of the subscription that was ended last; nil before.
  private(set) var ended: String?
  /// The action whose prompt offers what the last change has replaced; nil where none can restore it.
  private var lastUndoneBy: Action?
  /// Names and lines of tags that were replaced.
  private var names = PromptHistory()
  private var tagLines = PromptHistory()
  /// The page and row on which the reader stood when an address was typed last; nil before.
  private var typedOn: (page: Int, row: RowID)?
  var isSubscribing = false

  /// Asks for what an action needs; `entry` is the selected subscription, nil on other pages than that of subscriptions.
  func ask(_ action: Action, about entry: FeedEntry? = nil, in view: PageView) -> Reply {
    if view.options.isSecure, let refusal = Effect.changeFeeds(.add("", agreedTo: nil)).refusal {
      return .warn(Effect.secure(refusal))
    }
    if action == .subscribe { return subscribe(in: view) }
    guard let entry else { return .sayKeys("Works in the list of subscriptions only ({feeds})") }
    let isTyped = action == .renameFeed || action == .tagFeed
    return isTyped ? prompt(action, entry) : .ask(Self.question(unsubscribing: entry))
  }

  private static func question(unsubscribing entry: FeedEntry) -> Question {
    let posts =
      switch entry.posts {
      case 0?: ""
      case 1?: "and its stored post "
      case let count?: "and its \(count.grouped) stored posts "
      case nil: "and its stored posts "
      }
    return Question(
      "y removes",
      .name(entry.name),
      because: posts + Question.because("posts that you keep stay"),
      refused: "Not removed",
      noun: "name",
      yes: .unsubscribe(entry)
    )
  }

  static func question(about doubt: FeedDoubt) -> Question {
    if case .account(let served) = doubt.kind {
      var question = Question(
        "y reads",
        .name(doubt.shown),
        because: "through \(doubt.reason), n here " + Question.because("your account"),
        refused: "Not subscribed",
        noun: "address",
        yes: .effect(.changeFeeds(.add(served, agreedTo: nil)))
      )
      question.no = .effect(.changeFeeds(.add(doubt.typed, agreedTo: .here)))
      return question
    }
    return Question(
      "y subscribes to",
      .name(doubt.shown),
      because: Question.because(doubt.reason),
      refused: "Not subscribed",
      noun: "address",
      refusal: "Not subscribed to \(SafeText(sanitizing: doubt.shown).string)",
      yes: .effect(.changeFeeds(.add(doubt.typed, agreedTo: doubt.kind)))
    )
  }

  private func subscribe(in view: PageView) -> Reply {
    if view.page.content.traits.contains(.addresses) { return prompt(.subscribe) }
    let record = view.page.content.record(of: view.list.selection) ?? view.linkedRecord
    let only = view.feed.slots.count == 1 ? view.feed.slots.first : nil
    guard let slot = record.flatMap({ view.feed.slot(of: $0.source) }) ?? only else {
      return .say("Select a post of the feed to subscribe to")
    }
    return .effect(.changeFeeds(.addSource(slot: slot)))
  }

  mutating func add(_ source: String, in view: PageView) -> Reply {
    let wish = Effect.changeFeeds(.add(source, agreedTo: nil))
    if view.options.isSecure, let refusal = wish.refusal { return .warn(Effect.secure(refusal)) }
    return source.isEmpty ? prompt(.subscribe) : accept(source, .subscribe, nil, in: view)
  }

  private func prompt(_ action: Action, _ entry: FeedEntry? = nil) -> Reply {
    let (sign, enter, hint, text, history) =
      switch action {
      case .renameFeed: ("name: ", "renames", "the feed's own title", entry?.name ?? "", names)
      case .tagFeed: ("tags: ", "sets them", "commas between them", entry?.tagLine ?? "", tagLines)
      default:
        ("subscribe to: ", "subscribes", "a web address, @user@host or a file", "", addresses)
      }
    let prompt = Prompt(
      .feed(action, entry),
      sign,
      enter: enter,
      hint: "  \(hint)",
      text: SafeText(sanitizing: text).string,
      history: history.walk
    )
    return .wait(.prompt(prompt))
  }

  /// Whether the reader stands where an address was typed last, so that what comes of it may take the selection.
  func isWaiting(in view: PageView) -> Bool {
    typedOn.map { $0 == (view.page.number, view.list.selection) } ?? false
  }

  mutating func accept(
    _ text: String,
    _ action: Action,
    _ entry: FeedEntry?,
    in view: PageView
  ) -> Reply {
    switch (action, entry) {
    case (.subscribe, _):
      guard !text.allSatisfy(\.isWhitespace) else {
        return .say("Not subscribed: no address given")
      }
      addresses.add(text)
      typedOn = (view.page.number, view.list.selection)
      return .effect(.changeFeeds(.add(text, agreedTo: nil)))
    case (.renameFeed, let entry?):
      names.add(entry.name)
      return .effect(.changeFeeds(.rename(entry.key, to: text)))
    case (.tagFeed, let entry?):
      tagLines.add(entry.tagLine)
      return .effect(.changeFeeds(.tag(entry.key, as: text)))
    default: return .nothing
    }
  }

  mutating func noteChange(undoneBy action: Action?) { lastUndoneBy = action }

  func wayBack(in view: PageView) -> Reply? {
    guard view.page.content.relisting == .feeds, let action = lastUndoneBy else { return nil }
    let words = view.keymap.fill("Nothing to undo. Type {\(action.name)}, then Up, ")
    switch action {
    case .subscribe: return ended.map { .say("\(words)to subscribe to \($0) again") }
    case .renameFeed: return .say("\(words)for the former name")
    case .tagFeed: return .say("\(words)for the former tags")
    default: return nil
    }
  }

  mutating func offer(_ offered: [String]) {
    for address in offered.reversed() { addresses.add(address) }
  }

  mutating func remove(_ entry: FeedEntry) -> Reply {
    // The password of an address is not shown, so such an address must be typed again.
    addresses.add(entry.address)
    ended = SafeText(sanitizing: entry.address).string
    return .effect(.changeFeeds(.remove(entry.key)))
  }
}
