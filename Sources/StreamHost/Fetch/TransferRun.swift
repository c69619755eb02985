import Glibc
import StreamModel

/// Retrievals that are under way at the same time.
///
/// One curl process makes their first requests, and another one those to which the answers lead, until
/// each retrieval has its end.
package final class TransferRun {
  /// Receives the end of a retrieval, by its index, and the file with the last body, which is removed
  /// afterwards unless it was moved.
  package typealias Owner = (Int, RetrievalEnd, _ body: String) -> [LoopEvent]

  private struct Active {
    let index: Int
    let files: ScratchFolder.Files
  }

  /// The longest line of curl's report in bytes; the rest of a longer one is dropped.
  private static let longestLine = 4_096
  /// The bytes of a file of heads that are read: those of all interim answers and one whole head.
  private static let longestHead = 256 << 10

  private let children: Children
  private let scratch: ScratchFolder
  private let hosts: Hosts
  private let most: Int
  private let program: String
  private let owner: Owner
  private let onOver: () -> [LoopEvent]
  private var retrievals: [Retrieval]
  /// The retrievals with another request to make, in the order of their answers.
  private var waiting: [Int]
  /// The retrievals whose next host has asked for a pause: they end without a request.
  private var paused: [Int] = []
  /// The requests of the process by their numbers; those that have ended are nil.
  private var active: [Active?] = []
  private var report = LineSplitter(limit: longestLine)
  private var child: Children.Token?
  private var timer: EventLoop.Token?

  /// - Parameters:
  ///   - most: the most requests at the same time.
  ///   - program: curl, or a program in its place.
  ///   - onOver: called once, after the end of the last retrieval.
  package init(
    _ retrievals: [Retrieval],
    with children: Children,
    in scratch: ScratchFolder,
    _ hosts: Hosts,
    most: Int,
    program: String,
    owner: @escaping Owner,
    onOver: @escaping () -> [LoopEvent]
  ) {
    self.retrievals = retrievals
    self.children = children
    self.scratch = scratch
    self.hosts = hosts
    self.most = most
    self.program = program
    self.owner = owner
    self.onOver = onOver
    waiting = Array(retrievals.indices)
  }

  deinit {
    // The last chance: the files of a process that was killed stay until the next start.
    cancel()
  }

  package private(set) var startFailure = Curl.isMissing

  var openCount: Int { waiting.count + paused.count + active.count { $0 != nil } }
  var width: Int { min(openCount, most) }

  /// Starts the first requests; false if no process can be started for them (see ``startFailure``).
  package func begin() -> Bool {
    guard !waiting.isEmpty else { return true }
    guard startRound() else { return false }
    if !paused.isEmpty { schedule() }
    return true
  }

  /// Ends the paused retrievals, and the process that has nothing but these to ask for, once its report is taken in.
  private func schedule() {
    children.loop.remove(timer)
    timer = children.loop.schedule(afterMilliseconds: 0) { [weak self] in
      guard let self, !paused.isEmpty else { return [] }
      guard let child, active.allSatisfy({ $0 == nil }) else {
        let events = endPaused()
        return child == nil ? events + onOver() : events
      }
      children.cancel(child)
      return goOn()
    }
  }

  private func endPaused() -> [LoopEvent] {
    let now = children.loop.time.wall
    let ended = paused
    paused = []
    return ended.flatMap { index in
      let host = retrievals[index].request.address.host
      let end = hosts.pause(of: host, at: now) ?? now
      return owner(index, retrievals[index].paused(until: end, at: now), "")
    }
  }

  /// Ends the process; no owner hears of it.
  package func cancel() {
    children.cancel(child)
    child = nil
    children.loop.remove(timer)
    for request in active { request?.files.remove() }
    active = []
    waiting = []
    paused = []
  }

  // MARK: Rounds

  private func startRound() -> Bool {
    var requests: [CurlRequest] = []
    var numbered: [Active] = []
    let now = children.loop.time.wall
    let isPaused = { [self] index in
      hosts.pause(of: retrievals[index].request.address.host, at: now) != nil
    }
    paused += waiting.filter(isPaused)
    waiting.removeAll { paused.contains($0) }
    for index in waiting {
      let wanted = retrievals[index].request
      let files = scratch.next()
      requests.append(
        CurlRequest(
          address: wanted.address,
          body: files.body,
          head: files.head,
          accept: wanted.accept,
          validators: wanted.validators,
          limits: retrievals[index].purpose.limits
        )
      )
      numbered.append(Active(index: index, files: files))
    }
    active = numbered
    guard !requests.isEmpty else { return true }
    report = LineSplitter(limit: Self.longestLine)
    let batch = CurlBatch(requests: requests, most: most)
    let request = Curl.request(batch, with: program, now: children.loop.time.now) {
      [weak self] bytes in self?.take(bytes) ?? []
    }
    child = children.start(request) { [weak self] outcome in self?.finish(outcome) ?? [] }
    guard child != nil else {
      startFailure = Curl.failure(errno)
      for request in active { request?.files.remove() }
      active = []
      return false
    }
    waiting = []
    return true
  }

  /// Takes in curl's report, line by line.
  private func take(_ bytes: UnsafeRawBufferPointer) -> [LoopEvent] {
    report.take(bytes).flatMap { line in
      CurlEvent(line).map { end($0.number, exit: $0.exit, $0.reason, peer: $0.peer) } ?? []
    }
  }

  private func end(_ number: Int, exit: Int, _ reason: String = "", peer: String? = nil)
    -> [LoopEvent]
  {
    guard active.indices.contains(number), let request = active[number] else { return [] }
    active[number] = nil
    defer { request.files.remove() }
    let heads = Self.heads(of: request.files)
    if exit == 0 { StatedCharset.apply(heads, to: request.files.body) }
    let host = retrievals[request.index].request.address.host
    let now = children.loop.time.wall
    let pause = heads.last.flatMap { hosts.note($0, of: host, at: now) }
    let asked = retrievals[request.index]
    var found = retrievals[request.index].take(
      exit: exit,
      reason: reason,
      // A proxy may be anywhere, and decides itself where it goes.
      peer: Curl.usesProxy ? nil : peer,
      heads: heads
    ) { BodyStart.read(request.files.body) }
    // A way that could go on by another request to the same host ends here.
    if found == nil, pause != nil { found = asked.refused(by: heads) }
    guard let found else {
      waiting.append(request.index)
      return []
    }
    guard let pause else { return owner(request.index, found, request.files.body) }
    leave(host)
    // The state of a subscription keeps its sentence, and would make a time in it untrue.
    let isUnstated = heads.last?.retryAfter == nil
    let outcome =
      isUnstated || retrievals[request.index].purpose == .feed
      ? found.outcome
      : CurlOutcome.pause(of: host, until: pause, at: now, status: found.result.head?.status)
    return owner(request.index, found.asking(for: pause, outcome), request.files.body)
  }

  /// Ends a process that has nothing but a host to ask which has just asked for a pause.
  private func leave(_ host: String) {
    let rest = active.compactMap(\.self)
    guard !rest.isEmpty, rest.allSatisfy({ retrievals[$0.index].request.address.host == host })
    else { return }
    for request in rest { request.files.remove() }
    paused += rest.map(\.index)
    active = []
    schedule()
  }

  /// Takes in the end of the process; requests that it has not reported have failed with it.
  private func finish(_ outcome: ChildOutcome) -> [LoopEvent] {
    child = nil
    var events: [LoopEvent] = []
    for number in active.indices { events += end(number, exit: Self.code(of: outcome)) }
    return events + goOn()
  }

  private func goOn() -> [LoopEvent] {
    child = nil
    active = []
    var events = endPaused()
    if !waiting.isEmpty, !startRound() {
      // The program was removed in the midst.
      let left = waiting
      waiting = []
      for index in left {
        let end = retrievals[index].take(exit: Self.unknownExit, heads: []) {
          Retrieval.Body(start: [], isPage: false)
        }
        if let end { events += owner(index, end, "") }
      }
    }
    events += endPaused()
    return child == nil ? events + onOver() : events
  }

  /// The exit code for a process that reported nothing; curl has no such code.
  private static let unknownExit = -1
  /// The exit code of curl for a transfer that took too long.
  private static let isTooSlow = 28

  private static func code(of outcome: ChildOutcome) -> Int {
    if outcome.isOverdue { return isTooSlow }
    if case .exited(let code) = outcome.end, code != 0 { return Int(code) }
    return unknownExit
  }

  private static func heads(of files: ScratchFolder.Files) -> [HTTPHead] {
    HTTPHeadReader.read(FileStart.read(files.head, limit: longestHead))
  }
}

enum FileStart {
  /// Returns at most `limit` bytes; none if the file is missing or no ordinary one.
  static func read(_ path: String, limit: Int) -> [UInt8] {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return [] }
    let size = min(limit, Int(status.st_size))
    return [UInt8](unsafeUninitializedCapacity: max(0, size)) { buffer, count in
      while count < size {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count..<size]
        )
        guard let got = OpenFile.read(file, at: count, before: size, into: rest), got > 0
        else { break }
        count += got
      }
    }
  }
}

extension Curl {
  /// The largest address space of the child in bytes: its libraries take a tenth of it.
  private static let memory: UInt = 1 << 30
  /// The bytes of output that are kept; the report on standard error is read as it arrives.
  private static let kept = 4 << 10
  /// The seconds that a batch may take beyond those of its transfers.
  private static let grace = 10

  /// Returns the child that makes the requests of `batch`.
  ///
  /// - Parameters:
  ///   - program: the program, or its path.
  ///   - now: the time from which its deadline counts.
  ///   - onErrors: receives its report, a line for each transfer.
  static func request(
    _ batch: CurlBatch,
    with program: String,
    now: Moment,
    onErrors: @escaping PipeReader.OnBytes
  ) -> ChildRequest {
    let limits = batch.requests.map(\.limits)
    let most = limits.map(\.bodyBytes).max() ?? 0
    let seconds = limits.map(\.totalSeconds).max() ?? 0
    let turns = (batch.requests.count + batch.most - 1) / max(1, batch.most)
    let patience = min(86_400, (seconds * turns) + grace)
    return ChildRequest(
      arguments: [program] + CurlBatch.arguments,
      streams: .pipes(input: Array(batch.configuration.utf8), limit: kept),
      limits: ChildLimits(memory: memory, fileSize: UInt(clamping: most)),
      deadline: now.advanced(byMilliseconds: patience * 1_000),
      onErrors: onErrors
    )
  }
}

/// The folder of the documents that curl is writing.
///
/// Each file is named after this process, so that files of a process that was killed are recognized and removed.
package final class ScratchFolder {
  struct Files: Equatable {
    let body: String
    let head: String

    func remove() {
      unlink(body)
      unlink(head)
    }
  }

  static let name = "incoming"

  private let path: String
  /// Tells apart the files of several folders of this process.
  private let mark = hexDigits(UInt64.random(in: .min ... .max))
  private var count = 0

  /// Makes the folder where it is missing, and removes files that other processes have left.
  ///
  /// - Throws: ``StateRefusal`` if there is no folder that can be used.
  package init(in cache: CacheFolder?) throws(StateRefusal) {
    guard let cache else {
      throw StateRefusal(
        "Nothing can be fetched: there is no folder for the cache. Set HOME or XDG_CACHE_HOME."
      )
    }
    guard let folder = cache.folder.openSubfolder(Self.name, creates: true) else {
      throw StateRefusal(
        "Nothing can be fetched: \(cache.path)/\(Self.name): \(SystemError.text(errno))"
      )
    }
    path = "\(cache.path)/\(Self.name)"
    Self.sweep(folder)
    for kind in [WebCopies.Kind.documents, .logs] {
      WebCopies(cache: cache, kind: kind).sweep(at: SystemTime().wall)
    }
  }

  /// Makes the files of a further request, for the user alone: curl would let others read them.
  func next() -> Files {
    count &+= 1
    let stem = "\(path)/\(getpid())-\(mark)-\(count)"
    let files = Files(body: stem + ".body", head: stem + ".head")
    for path in [files.body, files.head] {
      // Where it cannot be made, curl fails as well, and says so.
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      if file >= 0 { close(file) }
    }
    return files
  }

  /// Removes the files of processes that are gone.
  static func sweep(_ cache: CacheFolder) {
    if let folder = cache.folder.openSubfolder(name, creates: false) { sweep(folder) }
  }

  /// Removes the files of processes that are gone; closes `folder`.
  private static func sweep(_ folder: Int32) {
    defer { close(folder) }
    for name in DirectoryEntries(descriptor: folder).names() {
      guard let process = name.split(separator: "-").first.flatMap({ pid_t($0) }), process > 0,
        kill(process, 0) != 0, errno == ESRCH
      else { continue }
      unlinkat(folder, name, 0)
    }
  }
}
