import Addresses
import CellGrid
import StreamModel

/// The fate of a link that a key asks to open outside: it opens, a question comes first, or it stays closed.
enum Opening {
  case open(LinkTarget)
  case openFile(FileTarget)
  case ask(Question)
  case refuse(String)

  /// Columns of the status line, and of a row of the page of links, besides the target's.
  private static let statusColumns = 11

  /// Judges one target; one that no frame had shown as far as its host before the key is shown in a question, or refused
  /// where there is no room for that.
  init(_ target: String, label: String, _ visit: LinkVisit, trust: Trust.Level, on size: Size) {
    switch Self.judge(target, label: label, isShown: visit.isShown, trust: trust, on: size) {
    case .open(let checked): self = .open(checked)
    case .ask(let checked, let reason, let isDoubtful):
      var question = Question(
        "y opens",
        checked,
        because: reason,
        isDoubtful: isDoubtful,
        refused: "Not opened",
        yes: .openTarget(checked, visit)
      )
      question.opens = true
      if isDoubtful {
        question.agreed = checked
      } else {
        question.trusted = [(checked, visit.followed(checked.written) == nil)]
      }
      self = .ask(question)
    case .refuse(let reason): self = .refuse("Not opened: \(reason)")
    }
  }

  enum Judgement {
    case open(LinkTarget)
    /// A doubtful target is one that the gate asks about; another was only not shown.
    case ask(LinkTarget, because: String, isDoubtful: Bool)
    case refuse(String)
  }

  /// Judges an address, whatever it is opened, fetched or handed to; `isShown` where a frame has shown it.
  static func judge(
    _ address: String,
    label: String,
    isShown: Bool,
    trust: Trust.Level,
    on size: Size
  ) -> Judgement {
    switch LinkGate.judge(address, label: label) {
    case .refuse(let reason): .refuse(reason)
    case .ask(let target, _) where trust == .target: .open(target)
    case .ask(let target, let doubt) where doubt.isOwnNetwork && trust == .host: .open(target)
    case .ask(let target, let doubt):
      .ask(target, because: doubt.reason, isDoubtful: !doubt.isOwnNetwork)
    case .open(let target) where trust != .none: .open(target)
    case .open(let target) where !isShown:
      .ask(target, because: "the address was not shown", isDoubtful: false)
    case .open(let target) where !hasRoom(toShow: target, on: size):
      .ask(target, because: "the address does not fit on one line", isDoubtful: false)
    case .open(let target): .open(target)
    }
  }

  /// Judges a link of a row from the source of this name; the address of an attachment may name a file beside its feed.
  init(_ link: RowLink, of source: String?, _ visit: LinkVisit, trust: Trust.Level, on size: Size) {
    guard link.kind == .attachment, let source else {
      self.init(link.target, label: link.label, visit, trust: trust, on: size)
      return
    }
    switch FileReference.judge(link.target) {
    case .address: self.init(link.target, label: link.label, visit, trust: trust, on: size)
    case .refuse(let reason): self = .refuse("Not opened: \(reason): \(link.target)")
    case .file(let reference):
      let file = FileTarget(reference: reference, source: source)
      // The status line showed the address, the question shows the path that it means.
      let isWhole = link.target.utf8.count + Self.statusColumns <= size.columns
      let reason: String? =
        // The reader has opened the archive: its pictures, sounds and films are what it seems to hold.
        if !visit.isShown, !reference.isMedia {
          "the path was not shown"
        } else if !isWhole, !reference.isMedia {
          "the path does not fit on one line"
        } else if reference.path != link.target.drop(while: { $0 == "/" }) {
          "the feed writes it as \(link.target)"
        } else {
          nil
        }
      self =
        reason.map {
          let question = Question(
            "y opens the file",
            .name(file.reference.path),
            because: Question.because($0),
            refused: "Not opened",
            yes: .openFile(file, visit)
          )
          return .ask(question)
        } ?? .openFile(file)
    }
  }

  static func hasRoom(toShow target: LinkTarget, on size: Size) -> Bool {
    target.columnsToItsHost + statusColumns <= size.columns
  }
}

struct Trust {
  enum Level {
    case none, host
    /// This target was let open in this run, whatever was in doubt.
    case target
  }

  /// The hosts of targets that were let open, also in earlier runs, after a question or after a frame that named them, with
  /// the times of the first; one goes when the reader removes it in the list of followed links.
  private var times: [String: Timestamp] = [:]
  /// The doubtful targets that were let open, as their feeds write them: the same doubt is no news.
  private var agreed: Set<String> = []
  /// The hosts that became trusted with a target, as its feed writes it, until it opens.
  private var newcomers: [String: String] = [:]

  var hosts: [TrustedHost] {
    times.map { TrustedHost(name: $0.key, time: $0.value) }
      .sorted { ($1.time.secondsSinceEpoch, $0.name) < ($0.time.secondsSinceEpoch, $1.name) }
  }

  var pictureHosts: Set<String> { Set(times.keys.compactMap { TrustedHost.pictureHost($0) }) }

  mutating func recall(_ hosts: [TrustedHost]) {
    for host in hosts where times[host.name] == nil { times[host.name] = host.time }
  }

  /// The trust in an address of the visible page: its host was let open, or it is the site of the feed or of the post
  /// itself.
  ///
  /// The name of a feed in the user's own network trusts that very host and port; the address of a post trusts none
  /// there.
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
    if let target = question.agreed { agreed.insert(target.written) }
    return question.trusted.flatMap { target, isSecret -> [Effect] in
      guard let address = WebAddress(target.written) else { return [] }
      if question.opens { noteNewcomer(target, at: address) }
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
