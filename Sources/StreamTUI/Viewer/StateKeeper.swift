import CellGrid
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// Connects the store with the viewer: recalls flags once the first frame is shown, and keeps changes.
///
/// The first frame does not wait for the database, and no key waits for more than one slice of it.
final class StateKeeper {
  /// Flags that are recalled in one turn, and the sources that are asked for them: about a millisecond.
  private static let (slice, mostSources) = (4_000, 100)
  /// Rows whose flags are looked up in one turn, and in all.
  private static let (rowSlice, mostRows) = (200, 4_000)
  /// Conversations whose comments are recalled in one turn.
  private static let threadSlice = 20
  /// Milliseconds until writes that were blocked are tried again.
  private static let pause = 200

  private var folder: StateFolder?
  private var names: [SourceName]
  private let loop: EventLoop
  private var store: StateStore?
  private var sources: [SourceID] = []
  /// Effects that came before the store was open.
  private var early: [Effect] = []
  /// The conversation after which the next turn recalls; nil where no turn is scheduled.
  private var recalledThread: Int64?
  private var isWriting = false

  /// Told the account of each post that is marked, once for all marks of an effect.
  var onAccountMark: (String) -> Void = { _ in }

  /// Whether changes of other viewers are taken, once all flags are recalled.
  private var takesOthers = false
  /// The folder of the store: after each commit a viewer sets the time of the database, which wakes the loop of the others
  /// (inotify(7)); see ``StateFiles/touch()``.
  private var others: WatchedFolder?

  /// The store of the kept posts that begin the program.
  private let kept: StateStore?
  /// Where the posts of streams of kept posts come from, by ``KeptPosts/firstUnnamed``.
  private var origins: [Int: KeptOrigins] = [:]

  /// The stream that begins the program, with the number of its first rows whose flags were looked up; nil once all flags
  /// are recalled.
  private var firstRows: (timeline: Timeline, count: Int)?

  /// Keeps nothing where `memory` has no folder.
  init(_ memory: Memory, of timeline: Timeline, on loop: EventLoop) {
    firstRows = (timeline, 0)
    folder = memory.folder
    names = memory.names
    kept = memory.kept?.store
    origins = memory.kept.map { [$0.firstUnnamed: KeptOrigins($0)] } ?? [:]
    self.loop = loop
    if folder != nil { openLater() }
  }

  /// Opens the store in a turn of its own: the loop waits for the first time once the first frame is shown.
  private func openLater() {
    loop.schedule(afterMilliseconds: 0) { [weak self] in self?.open() ?? [] }
  }

  var isKeeping: Bool { folder != nil }

  // MARK: Recalling

  private func open() -> [LoopEvent] {
    let store = kept ?? StateStore(in: folder)
    self.store = store
    sources = store.sources(names)
    if let timeline = firstRows?.timeline, let known = timeline.known, known.marks != store.marks {
      timeline.dropKnown()
    }
    let named = store.reading {
      sources.indices.filter { store.naming(of: sources[$0]) == .fallback }
    }
    let events: [LoopEvent] =
      named.map { .event(.namedByFallback($0)) }
      + (kept == nil ? recall(0, goesOn: true) : recallKept(0, from: 0, goesOn: true))
    for effect in early { _ = keep(effect) }
    early = []
    return notices() + (store.isWritable ? [] : [.event(.stateIsOff)]) + events
  }

  /// The slot of a source that another stream shows; nil for a new name.
  func slot(of name: SourceName) -> Int? { names.firstIndex { $0.key == name.key } }

  /// Keeps and recalls the flags of a source that came to the others, in the next slot.
  ///
  /// - Parameter folder: the folder of its state.
  func add(_ name: SourceName, in folder: StateFolder?) -> [LoopEvent] {
    guard let folder else { return [] }
    names.append(name)
    guard isKeeping else {
      self.folder = folder
      openLater()
      return []
    }
    // Without the ids of all before it the numbers of the sources would not fit.
    guard let store, sources.count == names.count - 1,
      let source = store.source(key: name.key, name: name.title)
    else { return [] }
    let index = sources.count
    sources.append(source)
    let isNamed = store.naming(of: source) == .fallback
    recallCommentsLater(after: 0)
    return (isNamed ? [.event(.namedByFallback(index))] : []) + recall(index, goesOn: false)
  }

  /// Recalls a slice of the flags of a source, and schedules the next one.
  ///
  /// - Parameter goesOn: Whether the other sources follow, and the first time the links; not where the flags of one
  ///   source are recalled once more.
  private func recall(_ index: Int, after position: Int64? = nil, goesOn: Bool) -> [LoopEvent] {
    guard let store, sources.indices.contains(index) else {
      guard goesOn, !takesOthers else { return [] }
      firstRows = nil
      loop.schedule(afterMilliseconds: 0) { [weak self] in self?.recallVisits(after: nil) ?? [] }
      recallCommentsLater(after: 0)
      watchOthers()
      return [.event(.recalled([]))]
    }
    let (states, rest) = store.reading { flags(from: index, after: position, goesOn, in: store) }
    if rest.next != nil || goesOn {
      loop.schedule(afterMilliseconds: 0) { [weak self] in
        self?.recall(rest.index, after: rest.next, goesOn: goesOn) ?? []
      }
    }
    return states.isEmpty ? [] : [.event(.recalled(states))]
  }

  /// Reads a slice of the flags of a source, where these go on also of the sources after it, as many as a turn has time
  /// for: most have few flags.
  ///
  /// - Returns: the flags, and where the next slice begins.
  private func flags(
    from index: Int,
    after position: Int64?,
    _ goesOn: Bool,
    in store: StateStore
  ) -> (states: [PostState], rest: (index: Int, next: Int64?)) {
    var states = goesOn ? lookUpRows(in: store) : []
    let most = states.count + Self.slice
    let end = min(sources.count, index + Self.mostSources)
    var (index, next) = (index, position)
    repeat {
      let slice = store.flags(of: sources[index], after: next, limit: most - states.count)
      states += (slice?.entries ?? []).map {
        PostState(key: Timeline.SourceKey(source: index, identity: $0.identity), flags: $0.flags)
      }
      next = slice?.next
      if next == nil { index += 1 }
    } while goesOn && states.count < most && index < end
    return (states, (index, next))
  }

  /// Looks up the flags of the next rows: what the reader sees first does not wait for the flags of all posts.
  private func lookUpRows(in store: StateStore) -> [PostState] {
    guard let (timeline, count) = firstRows else { return [] }
    let rows = count..<max(count, min(timeline.recordCount, count + Self.rowSlice, Self.mostRows))
    firstRows?.count = rows.upperBound
    let keys = Dictionary(grouping: timeline.statedKeys(ofRows: rows), by: \.source)
    return keys.flatMap { source, keys in
      guard sources.indices.contains(source),
        let flags = store.flags(of: sources[source], for: keys.map(\.identity))
      else { return [PostState]() }
      return zip(keys, flags).map { PostState(key: $0, flags: $1) }
    }
  }

  /// Names the posts of a source by their fallbacks, unless the database is busy: the next run finds out
  /// again that their ids change.
  private func nameByFallback(_ index: Int, in store: StateStore) {
    guard sources.indices.contains(index) else { return }
    goOn(store.write(.nameByFallback(sources[index])))
    loop.schedule(afterMilliseconds: 0) { [weak self] in
      guard let self, store.naming(of: sources[index]) == .fallback else { return [] }
      return [.event(.namedByFallback(index))] + recall(index, goesOn: false)
    }
  }

  /// The kept posts as they are now, to be shown by a further stream.
  ///
  /// - Parameter unnamed: the number of sources without a name so far.
  /// - Throws: ``StateRefusal`` if they cannot be read now.
  func keptPosts(after unnamed: Int) throws(StateRefusal) -> KeptPosts? {
    guard let store else { return nil }
    // Posts that were kept last may still wait to be written.
    goOn(store.flush())
    return try KeptPosts(in: store, firstUnnamed: unnamed)
  }

  /// Keeps and recalls the flags of a further stream of kept posts.
  func add(_ kept: KeptPosts) -> [LoopEvent] {
    origins[kept.firstUnnamed] = KeptOrigins(kept)
    return recallKept(kept.firstUnnamed, from: 0, goesOn: false)
  }

  /// A stream of kept posts is left.
  func leave(_ kept: KeptPosts) {
    if origins[kept.firstUnnamed]?.trim() == false { origins[kept.firstUnnamed] = nil }
  }

  /// Recalls the flags of a slice of the kept posts of a stream, and schedules the next one.
  ///
  /// - Parameter goesOn: whether the links follow.
  private func recallKept(_ stream: Int, from start: Int, goesOn: Bool) -> [LoopEvent] {
    guard let slice = origins[stream]?.recall(from: start) else { return [] }
    if slice.next != nil || goesOn {
      loop.schedule(afterMilliseconds: 0) { [weak self] in
        guard let next = slice.next else {
          self?.watchOthers()
          return [.event(.recalled([]))] + (self?.recallVisits(after: nil) ?? [])
        }
        return self?.recallKept(stream, from: next, goesOn: goesOn) ?? []
      }
    }
    return slice.states.isEmpty ? [] : [.event(.recalled(slice.states))]
  }

  /// Recalls the comments that were seen, a slice in each turn; sources that come together share the turns.
  private func recallCommentsLater(after last: Int64) {
    let isGoingOn = recalledThread != nil
    recalledThread = last
    guard !isGoingOn else { return }
    loop.schedule(afterMilliseconds: 0) { [weak self] in self?.recallComments() ?? [] }
  }

  private func recallComments() -> [LoopEvent] {
    guard let store, let last = recalledThread else { return [] }
    recalledThread = nil
    let threads = store.threads(after: last, limit: Self.threadSlice) ?? []
    if threads.count == Self.threadSlice, let last = threads.last {
      recallCommentsLater(after: last.number)
    }
    let seen = threads.compactMap { thread -> SeenConversation? in
      guard let index = sources.firstIndex(of: thread.source) else { return nil }
      let name = Timeline.SourceKey(source: index, identity: thread.post)
      return SeenConversation(name: name, comments: thread.comments, place: thread.place)
    }
    return seen.isEmpty ? [] : [.event(.recalledComments(seen))]
  }

  /// Recalls a slice of the links that were followed, and schedules the next one; after them the trusted hosts.
  private func recallVisits(after last: UInt64?) -> [LoopEvent] {
    guard let hashes = store?.visitedHashes(after: last, limit: Self.slice), !hashes.isEmpty else {
      // All links have been recalled.
      let hosts = store?.trustedHosts() ?? []
      return hosts.isEmpty ? [] : [.event(.recalledHosts(hosts))]
    }
    loop.schedule(afterMilliseconds: 0) { [weak self] in
      self?.recallVisits(after: hashes.last) ?? []
    }
    return [.event(.recalledVisits(hashes))]
  }

  // MARK: Other viewers

  private func watchOthers() {
    guard !takesOthers, let store, store.isOn, let folder else { return }
    takesOthers = true
    others = WatchedFolder(folder.path, on: loop, notes: .touched) { [weak self] notes in
      let isTold = notes.map { $0[StateFiles.name] != nil } ?? true
      return isTold ? self?.lookAtOthers() ?? [] : []
    }
    lookAtOthersLater()
  }

  private func lookAtOthersLater() {
    loop.schedule(afterMilliseconds: 0) { [weak self] in self?.lookAtOthers() ?? [] }
  }

  private func lookAtOthers() -> [LoopEvent] {
    // Changes of this viewer that wait are newer. Their own commit wakes the loop again.
    guard let store, store.waitingCount == 0, let news = store.takeForeignChanges() else {
      return []
    }
    if news.isMore { lookAtOthersLater() }
    let renamed = news.renamed.compactMap { sources.firstIndex(of: $0) }
    var events: [LoopEvent] = renamed.map { .event(.namedByFallback($0)) }
    if news.isBehind {
      events += recall(0, goesOn: true)
    } else {
      for index in renamed { events += recall(index, goesOn: false) }
    }
    let states = news.changes.flatMap { change in
      names(of: change).map {
        PostState(key: $0, flags: change.set, changed: change.set.union(change.cleared))
      }
    }
    return states.isEmpty ? events : events + [.event(.reflagged(states))]
  }

  /// The names under which streams show a post: that of its source, and those in lists of kept posts.
  private func names(of change: StateChange) -> [Timeline.SourceKey] {
    let kept = origins.values.flatMap { $0.names(of: change.identity, in: change.source) }
    guard let index = sources.firstIndex(of: change.source) else { return kept }
    return kept + [Timeline.SourceKey(source: index, identity: change.identity)]
  }

  // MARK: Keeping

  /// Keeps what an effect says; returns what the reader is told.
  func keep(_ effect: Effect) -> [Event] {
    guard isKeeping else { return [] }
    guard let store else {
      early.append(effect)
      return []
    }
    switch effect {
    case .remember(let states):
      noteAccounts(of: states)
      goOn(store.remember(states.flatMap(changes)))
      return told() + reflagged(states)
    case .rememberComments(let seen):
      for conversation in seen {
        for (source, identity) in keys(of: conversation.name) {
          goOn(store.write(.comments(source, identity, conversation.comments, conversation.place)))
        }
      }
    case .nameByFallback(let index): nameByFallback(index, in: store)
    case .keep(let post):
      noteAccounts(of: post.keys.map { PostState(key: $0, flags: .kept, changed: .kept) })
      keep(post, in: store)
    case .unkeep(let post):
      noteAccounts(of: post.keys.map { PostState(key: $0, flags: [], changed: .kept) })
      for (source, identity) in keys(of: post) { goOn(store.write(.unkeep(source, identity))) }
      for stream in origins.keys { origins[stream]?.noteLetGo(post.keys) }
    case .ask(let request):
      guard case .visits(let limit) = request.wish else { break }
      // The page opens at once; the database is read in a turn of its own.
      loop.schedule(afterMilliseconds: 0) { [weak self] in
        self?.list(limit, for: request.token) ?? []
      }
    case .visit(let link): goOn(store.write(.visit(visit(of: link))))
    case .unvisit(let address): goOn(store.write(.unvisit(stableHash(of: address))))
    case .trust(let host): goOn(store.write(.trust(host)))
    case .distrust(let host): goOn(store.write(.distrust(host)))
    default: break
    }
    return told()
  }

  /// Tells of the accounts whose servers take the marks that have changed.
  private func noteAccounts(of posts: [PostState]) {
    var accounts: Set<String> = []
    for (source, posts) in Dictionary(grouping: posts, by: \.key.source)
    where names.indices.contains(source) {
      guard let feed = ServedFeed(names[source].key) else { continue }
      let marks: PostFlags = feed.isStream ? .answers : [.read, .kept]
      if posts.contains(where: { !$0.changed.isDisjoint(with: marks) }) {
        accounts.insert(feed.account)
      }
    }
    accounts.forEach(onAccountMark)
  }

  private func told() -> [Event] { notices().compactMap(\.event) }

  /// The flags of kept posts for the streams that show them under the names of their sources.
  private func reflagged(_ states: [PostState]) -> [Event] {
    let origins = states.filter { $0.key.source < 0 }.flatMap { state in
      keys(of: state.key).compactMap { source, identity in
        sources.firstIndex(of: source).map {
          PostState(
            key: Timeline.SourceKey(source: $0, identity: identity),
            flags: state.flags,
            changed: state.changed
          )
        }
      }
    }
    return origins.isEmpty ? [] : [.reflagged(origins)]
  }

  private func changes(_ state: PostState) -> [StateChange] {
    keys(of: state.key).map { source, identity in
      StateChange(
        source: source,
        identity: identity,
        set: state.flags.intersection(state.changed),
        cleared: state.changed.subtracting(state.flags)
      )
    }
  }

  private func visit(of link: FollowedLink) -> Visit {
    let source = link.post.flatMap {
      sources.indices.contains($0.source) ? sources[$0.source] : nil
    }
    return Visit(
      address: link.address,
      hash: stableHash(of: link.address),
      time: Int64(time(nil)),
      source: source,
      post: source == nil ? nil : link.post?.identity,
      manner: link.manner
    )
  }

  private func list(_ limit: Int, for token: Int) -> [LoopEvent] {
    guard let store else { return [] }
    // The answer leaves out names that still wait to be written.
    goOn(store.flush())
    guard let visits = store.visits(limit: limit) else {
      let text: SafeText = "The followed links cannot be read now. Try again."
      return [.event(.message(text, isWarning: true))] + notices()
    }
    let names = FeedFiles.names()
    let links = visits.map { shown($0, in: store, names) }
    return [.event(.answer(.visits(links), to: token))] + notices()
  }

  private func shown(
    _ visit: Visit,
    in store: StateStore,
    _ names: [Subscription.Source: String]
  ) -> VisitedLink {
    let index = visit.source.flatMap { sources.firstIndex(of: $0) }
    let known = visit.source.flatMap(store.known)
    let subscribed = known.flatMap { SourceFamily(of: $0.key).subscribed }
    return VisitedLink(
      address: visit.address,
      time: Timestamp(secondsSinceEpoch: visit.time),
      manner: visit.manner,
      source: subscribed.flatMap { names[$0] } ?? known?.name,
      post: index.flatMap { source in
        visit.post.map { Timeline.SourceKey(source: source, identity: $0) }
      }
    )
  }

  private func keep(_ post: KeptPost, in store: StateStore) {
    // As it was kept at first: the record of a record could lack something.
    let known = post.keys.flatMap(origins(of:))
    guard known.isEmpty else { return known.forEach { goOn(store.write(.keep($0))) } }
    // The copies in other sources have the flag; one of them has the record.
    guard let (source, identity) = keys(of: post).first else { return }
    let now = Timestamp(secondsSinceEpoch: Int64(time(nil)))
    goOn(store.write(.keep(KeptRecord(post.post, as: identity, of: source, at: now))))
  }

  private func keys(of post: KeptPost) -> [(SourceID, PostIdentity)] {
    post.keys.flatMap { keys(of: $0) }
  }

  private func keys(of name: Timeline.SourceKey) -> [(SourceID, PostIdentity)] {
    if name.source < 0 { return origins(of: name).map { ($0.source, $0.identity) } }
    return sources.indices.contains(name.source) ? [(sources[name.source], name.identity)] : []
  }

  /// The kept posts that a stream of these shows under a name.
  private func origins(of name: Timeline.SourceKey) -> [KeptRecord] {
    name.source < 0 ? origins.values.flatMap { $0.posts(of: name) } : []
  }

  // MARK: Turns without a key

  private func goOn(_ progress: StateStore.Progress) {
    guard progress != .done, !isWriting else { return }
    isWriting = true
    let pause = progress == .blocked ? Self.pause : 0
    loop.schedule(afterMilliseconds: pause) { [weak self] in self?.write() ?? [] }
  }

  private func write() -> [LoopEvent] {
    isWriting = false
    if let store { goOn(store.flush()) }
    return notices()
  }

  private func notices() -> [LoopEvent] {
    var events: [LoopEvent] = []
    while let notice = store?.takeNotice() {
      events.append(.event(.message(notice.text, isWarning: true)))
    }
    return events
  }

  // MARK: Ending

  /// Keeps what the history shows of sources whose stream is left.
  func note(_ tallies: [SourceTally]) {
    let now = Int64(time(nil))
    store?.write(
      tallies.filter { sources.indices.contains($0.slot) }.map {
        .note(sources[$0.slot], seen: now, posts: $0.posts, unread: $0.unread)
      }
    )
  }

  /// Writes all that waits.
  ///
  /// - Parameter onSaved: called with the number of the marks, see ``KnownCounts/marks``.
  /// - Returns: what could not be kept, a line each.
  func finish(_ onSaved: (UInt64?) -> Void) -> [String] {
    others = nil
    guard let store else { return [] }
    while store.flush() == .more {}
    onSaved(store.marks)
    store.close()
    folder.flatMap { PlaceFolder(in: $0) }?.files.removeStaleDrafts(most: 1_000)
    var lines: [String] = []
    while let notice = store.takeNotice() { lines.append(notice.text.string) }
    return lines
  }
}

/// The state of the feeds that are shown, kept from run to run: its names, and its folder.
struct Memory {
  /// Nil where nothing is kept.
  let folder: StateFolder?
  let names: [SourceName]
  let place: PlaceKeeper
  /// The places that capital letters name; nil where none are kept.
  let marks: MarkKeeper?
  /// The kept posts, where they are the feeds.
  let kept: KeptPosts?
  private let given: String?

  /// The state of kept posts: theirs alone, without a place, which would outlive a source that is forgotten.
  init(of kept: KeptPosts) {
    names = []
    folder = StateFolder()
    place = PlaceKeeper(nil, in: "")
    marks = nil
    self.kept = kept
    given = nil
  }

  /// Finds the state of feeds.
  ///
  /// - Parameters:
  ///   - isOff: whether nothing is to be kept.
  ///   - name: the name that the user has given for all of them together.
  ///   - placeName: the name under which the place is kept; nil for those of the feeds, which change with
  ///     each feed that comes or goes.
  init(of feeds: [OpenedFeed], isOff: Bool, named name: String?, placed placeName: String? = nil) {
    let names = isOff ? nil : SourceName.names(of: feeds, named: name)
    self.names = names ?? []
    folder = names == nil ? nil : StateFolder()
    let only = self.names.count == 1 ? self.names.first : nil
    let source = placeName ?? only?.key ?? self.names.map(\.key).joined(separator: "\n")
    let title = only?.title ?? "\(self.names.count) feeds"
    place = PlaceKeeper(folder.map { PlaceFile(of: source, in: $0) }, in: title)
    marks = folder.map { MarkKeeper(of: source, in: $0) }
    kept = nil
    given = name
  }

  var isKept: Bool { folder != nil }

  /// The name of a feed that came to the others, the last of `feeds`; nil where nothing is kept.
  func name(ofLastOf feeds: [OpenedFeed]) -> SourceName? {
    isKept ? SourceName.names(of: feeds, named: given)?.last : nil
  }
}
