import StreamModel

/// The two sides of an exchange: a server, and what the reader has of the account.
struct ExchangeSides {
  let account: ServerAccount
  let server: any AccountServer
  let folder: StateFolder
  let store: StateStore
  let table: AccountTable
  let now: Timestamp

  func source(of feed: ServerFeed) -> Subscription.Source { source(at: feed.address) }

  func source(at address: String) -> Subscription.Source {
    .served(ServedFeed(of: address, in: account.name))
  }

  func log(of feed: ServerFeed) -> PostLog { PostLog(of: source(of: feed), in: folder) }
}
