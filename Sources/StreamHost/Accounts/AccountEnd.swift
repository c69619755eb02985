import StreamModel

/// Ends an account: removes its login, and keeps or removes its subscriptions.
package enum AccountEnd {
  /// - Parameter keepsFeeds: whether feeds stay as subscriptions without the account, with their posts and marks.
  /// - Returns: the number of subscriptions that stay.
  /// - Throws: ``AccountFailure`` if something cannot be written; the command can be repeated then.
  package static func run(
    of account: String,
    in folder: StateFolder,
    keepsFeeds: Bool,
    _ store: StateStore
  ) throws(AccountFailure) -> Int {
    let accounts = AccountFile(in: folder)
    var stayed: [ServedFeed] = []
    do throws(StateError) {
      let file = SubscriptionFile(folder: folder)
      let list = try file.read().list.subscriptions
      let own = Set(list.map(\.source))
      let served = list.map(\.source).filter { $0.account == account }
      // First, so that a run that is killed can be repeated.
      for case .served(let feed) in served where keepsFeeds {
        guard let address = feed.web, !own.contains(.web(address)) else { continue }
        try LogMove.run(.served(feed), to: .web(address), in: folder, store)
        stayed.append(feed)
      }
      let moved = Set(stayed)
      try file.change(isTold: true) { list in
        list = list.compactMap { subscription in
          guard case .served(let feed) = subscription.source, feed.account == account else {
            return subscription
          }
          guard moved.contains(feed), let address = feed.web else { return nil }
          return subscription.moved(to: .web(address))
        }
      }
      let files = FeedFiles(folder: folder)
      for source in served { _ = try files.remove(source) }
      let feeds = try PrivateFolder.opened(PostLog.folderName, in: folder, creates: false)
      _ = try feeds?.remove(AccountRecord.file(of: account, in: folder).name)
      try folder.prepare(for: AccountTable.fileName(of: account)).remove()
    } catch {
      throw AccountFailure(.refused, "Not logged out: \(error.reason)")
    }
    try accounts.write(try accounts.read().filter { $0.name != account })
    return stayed.count
  }
}
