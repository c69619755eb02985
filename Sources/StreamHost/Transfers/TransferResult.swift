/// A transfer that has ended: its exit code and the heads of all answers.
package struct TransferResult: Equatable, Sendable {
  /// The exit code of a transfer that was not begun; curl has no such code.
  static let notAsked = -2

  package let address: FeedAddress
  package let exit: Int
  /// The heads in their order; the last one belongs to the body.
  package let heads: [HTTPHead]

  /// The head that belongs to the body; nil if no answer came.
  package var head: HTTPHead? { heads.last }

  /// The consequence: that of the exit code, or of the status if the transfer is complete.
  package var outcome: CurlOutcome { outcome(for: .feed) }

  func outcome(for purpose: Purpose) -> CurlOutcome {
    exit == 0
      ? StatusOutcome.of(head?.status ?? 0, host: last.address.host, for: purpose)
      : CurlOutcome(exit: exit, host: last.address.host)
  }

  /// The address of the document after all redirects; relative links belong to it.
  package var finalAddress: FeedAddress { last.address }

  /// The address that replaces the one asked for; nil unless it moved for good.
  ///
  /// Only the redirects up to the first temporary one count, and only if the document then came:
  /// a server in disorder must not move a subscription. A captive portal redirects for the moment,
  /// so a move for good to a page is not believed either.
  package var movedAddress: FeedAddress? {
    guard exit == 0, let head, (200...299).contains(head.status) || head.status == 304,
      head.contentType?.isPage != true, heads.count < HTTPHeadReader.headLimit
    else { return nil }
    return last.permanent == address ? nil : last.permanent
  }

  /// Follows the redirects: the last address, and the last one up to which all were permanent.
  ///
  /// A move to another host that the user would be asked about, such as one in a private network, is not permanent.
  private var last: (address: FeedAddress, permanent: FeedAddress) {
    var current = address
    var permanent = address
    var isPermanent = true
    for head in heads.dropLast() where head.isRedirect {
      let verdict = current.judge(head.location ?? "")
      guard let next = verdict.address, current.scheme == "http" || next.scheme == "https" else {
        break
      }
      if case .ask = verdict, next.server != address.server { isPermanent = false }
      current = next
      isPermanent = isPermanent && head.isPermanentRedirect
      if isPermanent { permanent = current }
    }
    return (current, permanent)
  }
}
