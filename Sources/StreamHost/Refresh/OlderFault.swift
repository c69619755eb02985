package import StreamModel

/// The sentences about requests for pages of older posts that failed.
package enum OlderFault {
  /// The reason why a request for a page failed, and the end of the pause that its server asks for.
  package static func sentence(
    of end: RetrievalEnd,
    _ now: Timestamp
  ) -> (text: String, pause: Timestamp?) {
    let host = end.address.host
    if case .offers = end.content {
      return ("\(host) sent a web page in place of older posts.", nil)
    }
    guard end.result.exit == 0, let head = end.result.head else {
      return (end.outcome.sentence, nil)
    }
    switch head.status {
    case 401: return ("\(host) wants you to sign in to see older posts (401).", nil)
    case 402, 403, 451: return ("\(host) refuses access to older posts (\(head.status)).", nil)
    case 404: return ("\(host) does not have the next page (404).", nil)
    case 410: return ("\(host) has removed the next page (410).", nil)
    case 425, 429, 503:
      guard let end = head.retryAfter?.time(from: now), end > now else {
        return ("\(host) wants fewer requests, or is overloaded (\(head.status)).", nil)
      }
      let pause = min(end, now.advanced(by: Schedule.longestRequest))
      return ("\(host) \(Self.pause(until: end, now)) (\(head.status))", pause)
    default: return (end.outcome.sentence, nil)
    }
  }

  package static func pause(until end: Timestamp, _ now: Timestamp) -> String {
    "asks for a pause: it can be asked again \(RelativeTime.ahead(end, now: now))."
  }
}

extension OlderTrail {
  /// Whether a page that the program has guessed is not there: the last one was that of the first posts.
  package func endsGuess(with end: RetrievalEnd) -> Bool {
    guard case .page(_, isGuess: true) = place, end.result.exit == 0,
      let status = end.result.head?.status
    else { return false }
    return status == 404 || status == 410
  }
}
