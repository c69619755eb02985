/// The server of an account of the fediverse, asked with the account's token.
struct FediverseServer {
  let account: ServerAccount
  let connection: AccountConnection
  let token: String
  let folder: StateFolder

  func get(_ path: String) throws(AccountFailure) -> AccountConnection.Answer {
    try ask(AccountConnection.Call(path: path)).checked(for: connection.host)
  }

  /// Posts a form; returns the answer, whatever its status.
  func post(
    _ path: String,
    _ form: [(String, String)] = []
  ) throws(AccountFailure) -> AccountConnection.Answer {
    let body = Array(FormText.write(form).utf8)
    return try ask(AccountConnection.Call(method: .post, path: path, body: body))
  }

  func look(at path: String) throws(AccountFailure) -> AccountConnection.Answer {
    try ask(AccountConnection.Call(path: path))
  }

  private func ask(_ call: AccountConnection.Call) throws(AccountFailure)
    -> AccountConnection.Answer
  {
    try connection.ask(withToken(call))
  }

  func follow(
    _ path: String,
    _ take: @escaping (UnsafeRawBufferPointer) -> Bool
  ) throws(AccountFailure) {
    try connection.follow(withToken(AccountConnection.Call(path: path)), take)
  }

  private func withToken(_ call: AccountConnection.Call) -> AccountConnection.Call {
    var call = call
    call.fields.append(FediverseLogin.field(token))
    return call
  }

  var noAnswer: AccountFailure {
    AccountFailure(
      .later,
      "\(connection.host) did not answer with posts: a page, or only a part of the answer. Try again later."
    )
  }

  /// The streams of the account in the user's list.
  func streams() throws(AccountFailure) -> [String] {
    do throws(StateError) {
      let list = try SubscriptionFile(folder: folder).read().list.subscriptions
      return list.compactMap { line in
        guard case .served(let feed) = line.source, feed.account == account.name else { return nil }
        return feed.address
      }
    } catch {
      throw AccountFailure(.refused, "The subscriptions cannot be read: \(error.reason)")
    }
  }

  func source(of stream: String) -> Subscription.Source {
    .served(ServedFeed(of: stream, in: account.name))
  }

  func log(of stream: String) -> PostLog { PostLog(of: source(of: stream), in: folder) }
}
