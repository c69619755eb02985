/// Changes of one subscription in the list, as the commands and the viewer make them.
package struct SubscriptionEditor {
  package struct Refusal: Error, Equatable {
    package let text: String

    package init(text: String) { self.text = text }

    package static let noSource = Refusal(text: "no source is read here")
  }

  package struct Change: Equatable {
    package let text: String
    package var canBeUndone = true
  }

  /// The words of ``AddCommand`` that a reader of the viewer cannot follow.
  package static let confirmation = "Repeat the command with --yes"

  private static let refusalStart = "Not added: "
  private static let refusalEnd = ". \(confirmation) to add it all the same."

  /// Its words about an address that is no feed, or is not there.
  package static func refusal(because reason: String) -> String {
    refusalStart + reason + refusalEnd
  }

  /// The reason in such words; nil for others.
  package static func reason(ofRefusal words: String) -> String? {
    guard words.hasPrefix(refusalStart), words.hasSuffix(refusalEnd) else { return nil }
    return String(words.dropFirst(refusalStart.count).dropLast(refusalEnd.count))
  }

  let file: SubscriptionFile

  package init(file: SubscriptionFile) { self.file = file }

  private var files: FeedFiles { FeedFiles(folder: file.folder) }

  package func remove(_ source: Subscription.Source) throws(Refusal) -> Change {
    let removed = try attempt("Not removed") { () throws(StateError) in
      try file.change { subscriptions -> (subscription: Subscription, name: String)? in
        guard let one = subscriptions.first(where: { $0.source == source }) else { return nil }
        subscriptions.removeAll { $0.source == source }
        return (one, name(of: one))
      }
    }
    guard let removed else { throw Self.isGone("Not removed") }
    let shown = removed.name
    let hadPosts = try attempt("\(shown) is removed, but its fetched posts could not be deleted") {
      () throws(StateError) in try files.remove(source)
    }
    return Change(
      text: hadPosts
        ? "Removed \(shown) and its posts; kept ones stay" : "Removed \(shown); kept posts stay",
      canBeUndone: source.shown == source.text
    )
  }

  /// Names a subscription; an empty name stands for the feed's own title.
  ///
  /// Two subscriptions of one name could not be told apart on a command line, so the second is refused.
  package func rename(_ source: Subscription.Source, to typed: String) throws(Refusal) -> Change {
    let list = try attempt("Not renamed") { () throws(StateError) in
      try file.read().list.subscriptions
    }
    guard let old = list.first(where: { $0.source == source }) else {
      throw Self.isGone("Not renamed")
    }
    let former = name(of: old)
    let name = Subscription(source, name: typed).name
    // Its address names it, too, as long as it has no name.
    let isFormer = name == former || (former == source.label && name == source.shown)
    guard name != old.name, name == nil || !isFormer else {
      return Change(text: "Nothing changed: the name is \(former)", canBeUndone: false)
    }
    if let name, let other = list.first(where: { isAnother($0, than: source, named: name) }) {
      throw Refusal(text: "Not renamed: \(other.source.shown) has the name \(name) already")
    }
    let new = try change(source, "Not renamed") { $0.with(name: name, tags: $0.tags) }
    return Change(text: "Renamed \(former) to \(self.name(of: new.after))")
  }

  /// Gives a subscription the tags of a line, in place of those it has.
  package func tag(_ source: Subscription.Source, with line: String) throws(Refusal) -> Change {
    guard let typed = SubscriptionTextReader.tags(line) else {
      throw Refusal(text: "Not tagged: a quote does not end (expected news, \"World, Asia\")")
    }
    // One more than there may be shows that some are left out.
    let distinct = Set(typed.compactMap { Subscription(source, name: $0).name })
    guard distinct.count <= Subscription.tagLimit else {
      throw Refusal(text: "Not tagged: at most \(Subscription.tagLimit) tags are kept")
    }
    let (before, after) = try change(source, "Not tagged") { $0.with(name: $0.name, tags: typed) }
    let tags = SubscriptionTextWriter.tags(of: after)
    guard before.tags != after.tags else {
      return Change(text: "Nothing changed: the tags are the same", canBeUndone: false)
    }
    let words =
      after.tags.isEmpty ? "\(name(of: after)) has no tags now" : "\(name(of: after)): \(tags)"
    return Change(text: words, canBeUndone: !before.tags.isEmpty)
  }

  // MARK: Steps

  package func name(of subscription: Subscription) -> String {
    subscription.name ?? files.title(of: subscription.source) ?? subscription.source.label
  }

  private func isAnother(
    _ other: Subscription,
    than source: Subscription.Source,
    named name: String
  ) -> Bool {
    other.source != source
      && [self.name(of: other), other.source.shown].contains {
        $0.lowercased() == name.lowercased()
      }
  }

  private func change(
    _ source: Subscription.Source,
    _ what: String,
    _ body: (Subscription) -> Subscription
  ) throws(Refusal) -> (before: Subscription, after: Subscription) {
    let changed = try attempt(what) { () throws(StateError) in
      try file.change { list -> (before: Subscription, after: Subscription)? in
        guard let index = list.firstIndex(where: { $0.source == source }) else { return nil }
        let before = list[index]
        list[index] = body(before)
        return (before, list[index])
      }
    }
    guard let changed else { throw Self.isGone(what) }
    return changed
  }

  private static func isGone(_ what: String) -> Refusal {
    Refusal(text: "\(what): there is no such subscription any more")
  }

  private func attempt<Result>(
    _ what: String,
    _ body: () throws(StateError) -> Result
  ) throws(Refusal) -> Result {
    do throws(StateError) {
      return try body()
    } catch {
      throw Refusal(text: "\(what): \(error.reason)")
    }
  }
}
