import CellGrid
import StreamHost
import StreamUI

/// The changes of the list of subscriptions that a viewer's reader makes.
///
/// `streamtui add` subscribes, in a process of its own: no key waits for a server.
final class ListChanges {
  /// The bytes of the other process's output that are kept.
  private static let outputLimit = 1 << 16

  private let children: Children
  private let mayFetch: Bool
  private var adding: (child: Children.Token, source: Subscription.Source)?
  private var waiting: [Wish] = []
  private let list: () -> [Event]
  /// Shows the posts of a subscription no longer; returns whether any were shown.
  private let onRemoved: (Subscription.Source) -> Bool
  /// Shows the posts of a subscription under another name; returns whether any rows show another one now.
  private let onRenamed: (Subscription.Source, String) -> Bool
  /// Told of each account whose server has to hear of a change.
  var onAccountChange: (String) -> Void = { _ in }
  /// The subscriptions that this reader has ended: subscribing again brings back their names, tags and intervals.
  private var ended: [Subscription.Source: Subscription] = [:]

  /// - Parameters:
  ///   - list: called after each change; lists the subscriptions as they are now, and shows the posts of new ones.
  ///   - onRemoved: called after one was removed; shows its posts no longer, and returns whether it had shown any.
  ///   - onRenamed: called after one got another name; shows its posts under it, and returns whether any rows show another one now.
  init(
    with children: Children,
    mayFetch: Bool,
    list: @escaping () -> [Event],
    onRemoved: @escaping (Subscription.Source) -> Bool,
    onRenamed: @escaping (Subscription.Source, String) -> Bool
  ) {
    self.onRenamed = onRenamed
    self.onRemoved = onRemoved
    self.children = children
    self.mayFetch = mayFetch
    self.list = list
  }

  /// A process that subscribes goes on to its end, and so do those for the sources that wait.
  func cancel() {
    children.release(adding?.child)
    adding = nil
    for wish in waiting { children.release(children.start(wish.request) { _ in [] }) }
    waiting = []
  }

  /// Makes a change.
  ///
  /// - Parameter feed: the source in a slot of the stream that is seen, or the reason why it is none to subscribe to.
  func make(
    _ change: FeedChange,
    source feed: (Int) -> Result<Subscription.Source, SubscriptionEditor.Refusal>
  ) -> [Event] {
    switch change {
    case .add(let word, let doubt): add(word, agreedTo: doubt)
    case .addSource(let slot):
      switch feed(slot) {
      case .success(let source): add(source.text, agreedTo: nil)
      case .failure(let refusal): [Self.message("Not subscribed: \(refusal.text)")]
      }
    case .stopAdding: stopAdding()
    case .remove(let key):
      edit(key, undoneBy: .subscribe) { (editor, source) throws(SubscriptionEditor.Refusal) in
        let former = subscriptions.first { $0.source == source }
        let change = try editor.remove(source)
        ended[source] = former
        if onRemoved(source) { children.loop.post([.bytesArrived]) }
        return change
      }
    case .rename(let key, let name):
      edit(key, undoneBy: .renameFeed) { (editor, source) throws(SubscriptionEditor.Refusal) in
        let change = try editor.rename(source, to: name)
        if let name = known(source), onRenamed(source, name) { children.loop.post([.bytesArrived]) }
        return change
      }
    case .tag(let key, let line):
      edit(key, undoneBy: .tagFeed) { (editor, source) throws(SubscriptionEditor.Refusal) in
        try editor.tag(source, with: line)
      }
    }
  }

  private static func message(_ text: String, isWarning: Bool = true) -> Event {
    .message(SafeText(sanitizing: text), isWarning: isWarning)
  }

  // MARK: Editing

  /// Changes the subscription of a key; the list is told whatever comes of it, for others may have changed it.
  private func edit(
    _ key: String,
    undoneBy action: Action,
    _ body: (SubscriptionEditor, Subscription.Source) throws(SubscriptionEditor.Refusal) ->
      SubscriptionEditor.Change
  ) -> [Event] {
    do throws(StateRefusal) {
      let editor = SubscriptionEditor(file: try SubscriptionFile.ofUser())
      guard let source = SubscriptionWord.sources(of: key).first else {
        return [Self.message("Not changed: \(key) is no source of a subscription")]
      }
      do throws(SubscriptionEditor.Refusal) {
        let change = try body(editor, source)
        source.account.map(onAccountChange)
        let text = SafeText(sanitizing: change.text)
        return list() + [.feedChanged(text, undoneBy: change.canBeUndone ? action : nil)]
      } catch {
        return list() + [Self.message(error.text)]
      }
    } catch {
      return [Self.message(error.text)]
    }
  }

  /// Shows what an edit of the whole list by another program has changed.
  ///
  /// - Parameter edit: lends the terminal to the program, and returns what it has to say.
  func edited(by edit: () -> [Event]) -> [Event] {
    let before = subscriptions
    let said = edit()
    let after = subscriptions
    guard before != after else {
      return said.isEmpty ? [Self.message("Nothing changed", isWarning: false)] : said
    }
    let sources = Set(after.map(\.source))
    for account in Set((before + after).compactMap(\.source.account)) { onAccountChange(account) }
    for gone in before where !sources.contains(gone.source) { _ = onRemoved(gone.source) }
    for one in after
    where before.contains(where: { $0.source == one.source && $0.name != one.name }) {
      if let name = known(one.source) { _ = onRenamed(one.source, name) }
    }
    children.loop.post([.bytesArrived])
    // Another process may have changed the list, and the edit was not taken.
    let text = "Saved: \(Self.words(from: before, to: after))"
    return list() + (said.isEmpty ? [Self.message(text, isWarning: false)] : said)
  }

  /// The number of subscriptions, and what an edit has changed: "2 subscriptions · 1 removed, 2 added".
  static func words(from before: [Subscription], to after: [Subscription]) -> String {
    let old = Dictionary(before.map { ($0.source, $0) }) { first, _ in first }
    let new = Set(after.map(\.source))
    let both = after.compactMap { one in old[one.source].map { (old: $0, new: one) } }
    let changes = [
      (before.count { !new.contains($0.source) }, "removed"),
      (both.count { $0.old.name != $0.new.name }, "renamed"),
      (both.count { $0.old.tags != $0.new.tags }, "tagged"),
      (
        both.count { $0.old.every != $0.new.every || $0.old.wantsFullText != $0.new.wantsFullText },
        "changed"
      ),
      (after.count - both.count, "added"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let count = after.count == 1 ? "1 subscription" : "\(after.count) subscriptions"
    return count + (changes.isEmpty ? "" : " · " + changes.joined(separator: ", "))
  }

  /// None where they cannot be read.
  private var subscriptions: [Subscription] {
    (try? SubscriptionFile.ofUser().read().list.subscriptions) ?? []
  }

  // MARK: Subscribing

  /// A source to subscribe to, with the request for the process that does so.
  private struct Wish {
    let source: Subscription.Source
    let typed: String
    let request: ChildRequest
  }

  /// The words that were typed to subscribe, and the tags behind them: "#work", or "--tag work" as in a shell.
  ///
  /// A path may have blanks, so only words at the end are taken for tags.
  static func parted(_ typed: String) -> (word: String, tags: [String]) {
    var words = typed.split(separator: " ").map { String($0) }
    var tags: [String] = []
    while words.count > 1, let last = words.last {
      if last.count > 1, last.first == "#" {
        tags.append(String(last.dropFirst()))
        words.removeLast()
      } else if words.count > 2, words[words.count - 2] == "--tag" {
        tags.append(last)
        words.removeLast(2)
      } else {
        break
      }
    }
    return (tags.isEmpty ? typed : words.joined(separator: " "), tags.reversed())
  }

  private func add(_ typed: String, agreedTo overruled: FeedDoubt.Kind?) -> [Event] {
    let (word, tags) = Self.parted(typed)
    let meaning: SubscriptionWord.Meaning
    do throws(SubscriptionWord.Failure) {
      meaning = try SubscriptionWord.meaning(of: word)
    } catch {
      return [Self.message("Not subscribed: \(error.text)")]
    }
    let shown = meaning.source.shown
    if let known = known(meaning.source) {
      return [Self.message("Not subscribed: \(known) is a subscription already", isWarning: false)]
    }
    // One that was ended in this run was agreed to once.
    let former = ended[meaning.source]
    // First: an account asks for no address here.
    if former == nil, overruled == nil, let offer = accountOffer(meaning.source, typed, tags) {
      return [.feedDoubted(offer)]
    }
    if former == nil, overruled == nil || overruled == .here,
      let doubt = meaning.doubt(beside: subscriptions)
    {
      return [.feedDoubted(FeedDoubt(.address, typed: typed, shown: shown, reason: doubt))]
    }
    let consent =
      switch overruled {
      case .answer: ["--yes"]
      case .address: ["--confirmed"]
      case .account, .here, nil: former == nil ? [] : ["--confirmed"]
      }
    let options =
      consent + (mayFetch ? [] : ["--no-network"]) + (former.map(Self.options) ?? [])
      + tags.map { "--tag=\($0)" }
    let request = ChildRequest(
      arguments: ["/proc/self/exe", "add"] + options + ["--", meaning.source.text],
      streams: .pipes(input: nil, limit: Self.outputLimit)
    )
    let wish = Wish(source: meaning.source, typed: typed, request: request)
    guard let adding else { return start(wish) }
    let before = (waiting.last?.source ?? adding.source).shown
    waiting.append(wish)
    return [Self.message("\(shown) waits for its turn after \(before)", isWarning: false)]
  }

  /// The question whether an account is to read a feed; nil where there is no choice.
  private func accountOffer(
    _ source: Subscription.Source,
    _ typed: String,
    _ tags: [String]
  ) -> FeedDoubt? {
    guard case .web(let address) = source, mayFetch, let file = try? SubscriptionFile.ofUser(),
      let account = (try? AccountFile(in: file.folder).read())?.first(where: \.readsFeeds)
    else { return nil }
    let served = ServedFeed(of: address.text, in: account.name).text
    return FeedDoubt(
      .account(([served] + tags.map { "#\($0)" }).joined(separator: " ")),
      typed: typed,
      shown: source.shown,
      reason: "\(account.program) (\(account.name))"
    )
  }

  private func start(_ wish: Wish) -> [Event] {
    let before = Set(subscriptions.map(\.source))
    let child = children.start(wish.request) { [weak self] outcome in
      guard let self else { return [] }
      let events = said(of: outcome, of: wish, beside: before)
      // The message that stays is about the one that has ended.
      return (startNext() + events).map { .event($0) }
    }
    let shown = wish.source.shown
    guard let child else {
      return [Self.message("Not subscribed to \(shown): no process could be started")]
    }
    adding = (child, wish.source)
    return [.subscribing(SafeText(sanitizing: shown))]
  }

  /// Goes on with the sources that wait; returns its events before those that say what came of the last one.
  private func startNext() -> [Event] {
    adding = nil
    var events = [Event.subscribing(nil)]
    while adding == nil, !waiting.isEmpty { events += start(waiting.removeFirst()) }
    return events
  }

  /// Ends the process that subscribes.
  ///
  /// It may have saved its subscription a moment before; then it ends by itself, and says so.
  private func stopAdding() -> [Event] {
    guard let adding else { return [.subscribing(nil)] }
    guard known(adding.source) == nil else { return [] }
    children.cancel(adding.child)
    let shown = adding.source.shown
    return startNext() + [Self.message("Cancelled: not subscribed to \(shown)", isWarning: false)]
  }

  /// The options of `streamtui add` that make a subscription as it was.
  private static func options(of former: Subscription) -> [String] {
    (former.name.map { ["--name=\($0)"] } ?? []) + former.tags.map { "--tag=\($0)" }
      + (former.every.map { ["--every=\(Interval.write($0))"] } ?? [])
      + (former.wantsFullText ? ["--full-text"] : [])
  }

  /// The name of a subscription; nil for a source that is none.
  private func known(_ source: Subscription.Source) -> String? {
    guard let file = try? SubscriptionFile.ofUser() else { return nil }
    let editor = SubscriptionEditor(file: file)
    return subscriptions.first { $0.source == source }.map { editor.name(of: $0) }
  }

  /// The events that say what came of a process.
  private func said(
    of outcome: ChildOutcome,
    of wish: Wish,
    beside before: Set<Subscription.Source>
  ) -> [Event] {
    let shown = wish.source.shown
    if let reason = Self.refusal(in: outcome) {
      return [.feedDoubted(FeedDoubt(.answer, typed: wish.typed, shown: shown, reason: reason))]
    }
    let offers = Self.offers(in: outcome)
    guard offers.isEmpty else { return [.feedsOffered(offers, by: shown)] }
    let text = Self.text(of: outcome) ?? "Not subscribed: \(shown) could not be added"
    let said: Event =
      outcome.end == .exited(0)
      ? .feedChanged(SafeText(sanitizing: text), undoneBy: nil) : Self.message(text)
    // The address may have been that of a page, so the list says what was added.
    let added = subscriptions.first { !before.contains($0.source) }
      .map { Event.feedAdded($0.source.text) }
    return list() + [added, said].compactMap(\.self)
  }

  /// The end of the output of `streamtui add`, as one line; nil if it printed nothing.
  static func text(of outcome: ChildOutcome) -> String? {
    if let said = lines(of: outcome.output).last { return said }
    // Lines before the reason say how the address was understood.
    let errors = lines(of: outcome.errors)
    let start = errors.firstIndex { $0.hasPrefix("Not added") } ?? max(0, errors.count - 1)
    let text = errors[start...].joined(separator: " ")
    guard !text.isEmpty else { return nil }
    let parts = text.split(separator: SubscriptionEditor.confirmation, maxSplits: 1)
    guard parts.count == 2, let reason = parts.first else { return text }
    return "\(reason)streamtui add --yes\(parts[1])"
  }

  /// The reason why `streamtui add` does not take the address for a feed, which a yes overrules; nil for another outcome.
  private static func refusal(in outcome: ChildOutcome) -> String? {
    guard outcome.end != .exited(0) else { return nil }
    let errors = lines(of: outcome.errors)
    return errors.indices.lazy.compactMap { start in
      SubscriptionEditor.reason(ofRefusal: errors[start...].joined(separator: " "))
    }.first
  }

  /// The addresses of the feeds that a page offers, of which `streamtui add` takes none; else none.
  ///
  /// Each stands in a line of its own, after two spaces and before its title.
  static func offers(in outcome: ChildOutcome) -> [String] {
    guard outcome.end != .exited(0) else { return [] }
    return outcome.errors.bytes.split(separator: 0x0A).compactMap { line in
      guard line.starts(with: "  ".utf8) else { return nil }
      let text = SafeText(sanitizing: String(decoding: line, as: UTF8.self)).string
      return text.split(separator: " ").first.map { String($0) }
    }
  }

  private static func lines(of captured: ChildOutcome.Captured) -> [String] {
    captured.bytes.split(separator: 0x0A).map { line in
      let text = SafeText(sanitizing: String(decoding: line, as: UTF8.self)).string
      return String(text.drop { $0 == " " })
    }
  }
}
