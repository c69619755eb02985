import Addresses
import StreamModel

/// The hosts and targets that the reader has let open.
struct Trust {
  /// The trust in a link's target.
  enum Level {
    case none
    case host
    /// This target was let open in this run, whatever was in doubt.
    case target
  }

  /// The hosts of targets that were let open, after a question or after a frame that named them, with the times of the
  /// first.
  ///
  /// Those of earlier runs are among them. A host goes when the reader removes it in the list of followed links.
  private var times: [String: Timestamp] = [:]
  /// The doubtful targets that were let open, as their feeds write them: the same doubt is no news.
  private var agreed: Set<String> = []
  /// The hosts that became trusted with a target, as its feed writes it, until it opens.
  private var newcomers: [String: String] = [:]

  var hosts: [TrustedHost] {
    times.map { TrustedHost(name: $0.key, time: $0.value) }
      .sorted { ($1.time.secondsSinceEpoch, $0.name) < ($0.time.secondsSinceEpoch, $1.name) }
  }

  /// The hosts whose pictures come without a key.
  var pictureHosts: Set<String> { Set(times.keys.compactMap { TrustedHost.pictureHost($0) }) }

  /// Takes in the hosts that were trusted in earlier runs.
  mutating func recall(_ hosts: [TrustedHost]) {
    for host in hosts where times[host.name] == nil { times[host.name] = host.time }
  }

  /// The trust in an address of the visible page: its host was let open, or it is the site of the feed or of the post
  /// itself.
  ///
  /// The name of a feed in the user's own network trusts that very host and port; the address of a post trusts none there.
  func level(of address: String, in view: PageView) -> Level {
    if agreed.contains(address) { return .target }
    guard let target = WebAddress(address) else { return .none }
    if times[target.trustName] != nil { return .host }
    let record = view.linkedRecord
    let feed = record.flatMap { view.feed.sourceName(of: $0) }.flatMap { WebAddress($0) }
    if let feed, feed.trustName == target.trustName || target.isOnSite(of: feed) { return .host }
    let post = record.flatMap { view.feed.subject(of: $0).post?.url }.flatMap { WebAddress($0) }
    return post.map(target.isOnSite) == true ? .host : .none
  }

  /// Trusts what a question was about that was answered with yes; the effects that keep it for later runs.
  ///
  /// A host that a direct message names is trusted in this run only: no word of those is kept.
  mutating func add(_ question: Question, in view: PageView) -> [Effect] {
    if case .open(let target, _, isDoubtful: true) = question.subject {
      agreed.insert(target.written)
    }
    return question.trusted.flatMap { target, isSecret -> [Effect] in
      guard let address = WebAddress(target.written) else { return [] }
      if case .open = question.subject { noteNewcomer(target, at: address) }
      let effect = add(TrustedHost(name: address.trustName, time: view.now))
      return isSecret || view.subject.visibility == .direct ? [] : [effect]
    }
  }

  /// Trusts the host of a target that a frame had shown before it opened; the effect that keeps it for later runs.
  mutating func add(_ target: LinkTarget, _ visit: LinkVisit, in view: PageView) -> [Effect] {
    guard let address = WebAddress(target.written), !address.host.isEmpty,
      times[address.trustName] == nil
    else { return [] }
    noteNewcomer(target, at: address)
    let effect = add(TrustedHost(name: address.trustName, time: view.now))
    let isKept = view.options.stream.remembersPosts && visit.followed(target.written) != nil
    return isKept ? [effect] : []
  }

  private mutating func noteNewcomer(_ target: LinkTarget, at address: WebAddress) {
    if times[address.trustName] == nil { newcomers[target.written] = address.trustName }
  }

  /// The host that became trusted with a target that opens now; nil if it was trusted before.
  mutating func takeNewcomer(of target: LinkTarget) -> String? {
    newcomers.removeValue(forKey: target.written)
  }

  mutating func add(_ host: TrustedHost) -> Effect {
    times[host.name] = host.time
    return .trust(host)
  }

  mutating func remove(_ host: String) -> Effect {
    times[host] = nil
    return .distrust(host)
  }
}
