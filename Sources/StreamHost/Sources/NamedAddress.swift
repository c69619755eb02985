package import StreamModel

/// An address or an account that the user names in place of a file.
package struct NamedAddress {
  package let source: Subscription.Source
  let retrieval: Retrieval
  /// A sentence about the part of the address that the user left out; nil for none.
  package let note: String?

  /// Interprets a name that is no file; returns nil for one that is no address either.
  ///
  /// The user has typed the address, so that one of the user's own network is asked without a question.
  ///
  /// - Throws: ``FeedError`` with the reason why the address is not fetched.
  package init?(_ name: String) throws(FeedError) {
    switch AddressGuess(name) {
    case .file: return nil
    case .refused(let reason): throw .unreadable(name: name, reason: reason)
    case .account(let account):
      guard let way = Retrieval(account) else { return nil }
      (source, retrieval, note) = (.account(account), way, nil)
    case .web(let verdict, let note):
      if case .refuse(let reason) = verdict {
        throw .unreadable(name: FeedAddress.shown(name), reason: reason)
      }
      guard let address = verdict.address else { return nil }
      let way = Retrieval(address, trusting: address.server)
      (source, retrieval, self.note) = (.web(address), way, note)
    }
  }

  /// Throws the reason why it cannot be read now, if there is one.
  ///
  /// - Parameters:
  ///   - mayFetch: whether the network may be used.
  ///   - isStored: whether something of it was stored by an earlier run.
  func check(mayFetch: Bool, isStored: Bool) throws(FeedError) {
    if Environment.isSecure { throw refusal("secure mode is on (STREAMTUI_SECURE)") }
    guard !isStored else { return }
    guard mayFetch else { throw refusal("the network is off, and there is no copy of it") }
    guard Curl.exists else {
      throw .unreadable(name: source.shown, reason: Curl.isMissing)
    }
  }

  private func refusal(_ reason: String) -> FeedError {
    .unreadable(name: source.name, reason: "is an address, which is not fetched: \(reason)")
  }
}
