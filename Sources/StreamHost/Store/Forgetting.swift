import Glibc
import StreamModel

/// Removes what is saved of a source, or of all: rows of the store, saved places and their drafts.
package struct Forgetting {
  package struct Report: Equatable {
    /// The sentence on the things that were removed; nil where nothing was.
    package var line: String?
    /// The sentence on the things that could not be removed; nil where all were.
    package var failure: String?

    package var isEmpty: Bool { line == nil && failure == nil }
  }

  /// Nil where nothing was ever saved.
  let state: SavedState?
  /// The folder of copies; nil where there is none.
  private let cache = CacheFolder()

  package init(state: SavedState?) { self.state = state }

  private static let contents = "read marks, kept posts and links"

  package func forget(_ word: String) -> Report {
    let copy = removeCopies(of: word)
    var report = Report()
    for family in state == nil ? [] : SourceFamily.candidates(for: word) where report.isEmpty {
      report = forget(family)
    }
    if report.isEmpty { report = forgetSubscriptions(named: word) }
    guard let copy else { return report }
    if copy == true {
      report.line =
        report.line.map { "\($0) and its copy" }
        ?? "Forgotten: the copy of \(FeedAddress.shown(word))"
    }
    if copy == nil { report.failure = report.failure ?? "Its copy could not be removed" }
    return report
  }

  /// Removes the copy and the log of an address; nil for a word that is none, or where there is no cache.
  ///
  /// - Returns: Whether something was there; nil in it if that cannot be removed.
  private func removeCopies(of word: String) -> Bool?? {
    guard let cache, let named = try? NamedAddress(word) else { return .none }
    let address = named.retrieval.request.address.text
    let removed = [
      WebCopies(cache: cache).remove(address),
      WebCopies(cache: cache, kind: .logs).remove(named.source.text),
    ]
    return .some(removed.contains(nil) ? nil : removed.contains(true))
  }

  package func forget(_ family: SourceFamily) -> Report {
    guard let state else { return Report() }
    guard let sources = state.store.sources(in: family) else { return refusal }
    var places = PlaceFolder.Removal()
    var hadPosts: Bool? = false
    let outcome = state.store.forget(sources) {
      places = removal(in: state.folder) { $0.forget(family) }
      guard let source = family.subscribed else { return }
      hadPosts = try? FeedFiles(folder: state.folder).remove(source)
      _ = cache.map { WebCopies(cache: $0, kind: .logs).remove(source.text) }
    }
    guard outcome != .failed else { return refusal }
    let rows =
      (sources.isEmpty ? [] : [Self.contents]) + (hadPosts == true ? ["fetched posts"] : [])
    return Self.report(family.shownTitle, rows, places, outcome, arePostsGone: hadPosts != nil)
  }

  /// Forgets the subscriptions that a word names as `remove` takes it, or all of a tag; what is known of them stands under
  /// their addresses.
  private func forgetSubscriptions(named word: String) -> Report {
    let found = SubscriptionChoice.subscriptions(named: word)
    let isTag = SubscriptionChoice.tag(word) != nil
    guard isTag || found.count <= 1 else {
      let addresses = found.map(\.source.shown).joined(separator: ", ")
      return Report(
        failure: "\(word): several subscriptions have this name; use an address: \(addresses)"
      )
    }
    let reports = found.map { forget(SourceFamily(of: $0.source)) }
    let lines = reports.compactMap(\.line)
    return Report(
      line: lines.isEmpty ? nil : lines.joined(separator: "\n"),
      failure: reports.lazy.compactMap(\.failure).first
    )
  }

  package func forgetAll() -> Report {
    let rest = forgetRest()
    var report = state.map(forgetAll) ?? Report()
    if let line = rest.line {
      report.line = report.line.map { "\($0), \(line)" } ?? "Forgotten: \(line)"
    }
    report.failure = report.failure ?? rest.failure
    return report
  }

  /// Forgets copies, and files of runs that were killed.
  private func forgetRest() -> Report {
    let removed = cache.map { cache in
      WebCopies.Kind.allCases.map { WebCopies(cache: cache, kind: $0).removeAll() }
    }
    let copies = removed.map { $0.contains(nil) ? nil : $0.compactMap(\.self).reduce(0, +) } ?? 0
    if let cache {
      ScratchFolder.sweep(cache)
      Hosts.removeAll(in: cache)
    }
    let drafts = TemporaryFile.sweep(isAny: true)
    if let folder = state?.folder, let files = try? PrivateFolder.opened(in: folder, creates: false)
    {
      files.removeDrafts()
    }
    var parts: [String] = []
    if let copies, copies > 0 { parts.append(copies == 1 ? "1 copy" : "\(copies.grouped) copies") }
    if drafts > 0 {
      parts.append(drafts == 1 ? "1 temporary file" : "\(drafts.grouped) temporary files")
    }
    return Report(
      line: parts.isEmpty ? nil : parts.joined(separator: ", "),
      failure: copies == nil ? "Some copies could not be removed" : nil
    )
  }

  private func forgetAll(_ state: SavedState) -> Report {
    guard let count = state.store.history(limit: .max)?.count else { return refusal }
    var places = PlaceFolder.Removal()
    var posts: Int?
    let outcome = state.store.forgetAll {
      places = removal(in: state.folder) { $0.forgetAll() }
      posts = try? FeedFiles(folder: state.folder).removeAll()
    }
    guard outcome != .failed else { return refusal }
    let sources = count == 1 ? "1 source" : "\(count.grouped) sources"
    let logs =
      switch posts ?? 0 {
      case 0: [String]()
      case 1: ["the fetched posts of 1 subscription"]
      case let count: ["the fetched posts of \(count.grouped) subscriptions"]
      }
    let rows = ["\(sources) with \(Self.contents)"] + logs
    return Self.report("everything", rows, places, outcome, arePostsGone: posts != nil)
  }

  private func removal(
    in state: StateFolder,
    _ remove: (PlaceFolder) -> PlaceFolder.Removal
  ) -> PlaceFolder.Removal {
    var sum = PlaceFolder.Removal()
    for kind in PlaceFolder.Kind.allCases {
      guard let folder = PlaceFolder(kind, in: state) else { continue }
      let removal = remove(folder)
      sum.count += removal.count
      sum.isClean = sum.isClean && removal.isClean
    }
    return sum
  }

  private static func report(
    _ name: String,
    _ rows: [String],
    _ places: PlaceFolder.Removal,
    _ outcome: StateStore.Erasure,
    arePostsGone: Bool
  ) -> Report {
    let count = places.count == 1 ? "1 saved place" : "\(places.count.grouped) saved places"
    let parts = rows + (places.count == 0 ? [] : [count])
    var report = Report()
    if !parts.isEmpty { report.line = "Forgotten: \(name) (\(parts.joined(separator: ", ")))" }
    if case .remains(let files) = outcome {
      let names = files.joined(separator: ", ")
      report.failure = "Its bytes may remain in \(names). Run streamtui forget all to remove them."
    } else if !places.isClean {
      report.failure = "Some saved places could not be removed"
    } else if !arePostsGone {
      report.failure = "Some fetched posts could not be removed"
    }
    return report
  }

  private var refusal: Report {
    let reason =
      state.map { StateRefusal("the saved state cannot be written now", $0.store).text } ?? ""
    return Report(line: nil, failure: "Not forgotten: \(reason)")
  }
}

/// The files that the program keeps on this machine, for the reader who wants to know or to empty them.
package enum StoredFiles {
  private struct Kind {
    let title: String
    let path: String
    var count = 0
    var bytes = 0
    /// When the oldest was last written, in seconds since 1970.
    var oldest: Int64?
  }

  /// The lines that say what lies where, and how to remove it.
  package static var lines: [String] {
    var kinds: [Kind] = []
    if let folder = StateFolder() {
      let state = folder.path
      kinds += [
        Self.kind("Read marks, kept posts, followed links, trusted hosts", state) {
          $0.hasPrefix("state.db")
        },
        Self.kind("Places where you stopped", state + "/places"),
        Self.kind("Marks", state + "/marks"),
        Self.kind("The list of subscriptions", state) { $0.hasPrefix("subscriptions") },
        Self.kind("Posts of subscriptions", state + "/feeds"),
        Self.kind("The index of these posts", state) {
          $0.hasPrefix(StateFiles.libraryName)
        },
      ]
    }
    if let cache = CacheFolder() {
      let days = "at most \(WebCopies.days) days and \(WebCopies.most) documents"
      kinds += [
        Self.kind(
          "Copies of addresses, \(days)",
          "\(cache.path)/\(WebCopies.Kind.documents.rawValue)"
        ),
        Self.kind(
          "Posts of addresses without a subscription, at most \(WebCopies.days) days and \(WebCopies.most) addresses",
          "\(cache.path)/\(WebCopies.Kind.logs.rawValue)"
        ),
        Self.kind(
          "Pictures of addresses, at most \(WebCopies.mostPictureBytes >> 20) MB",
          "\(cache.path)/\(WebCopies.Kind.pictures.rawValue)"
        ),
        Self.kind("Pauses that hosts have asked for", "\(cache.path)/\(Hosts.folderName)"),
        Self.kind("Documents that arrive now", "\(cache.path)/\(ScratchFolder.name)"),
      ]
    }
    kinds.append(
      Self.kind("Texts for editors and commands", TemporaryFile.folder) { TemporaryFile.isOwn($0) }
    )
    return kinds.map(Self.line) + [
      "streamtui forget NAME empties one source; streamtui forget all empties everything but the list of subscriptions.",
      "streamtui remove NAME ends a subscription.",
    ]
  }

  private static func line(_ kind: Kind) -> String {
    guard kind.count > 0 else { return "\(kind.title): none (\(kind.path))" }
    let files = kind.count == 1 ? "1 file" : "\(kind.count) files"
    let since = kind.oldest.map { ", since \(Timestamp(secondsSinceEpoch: $0).rfc3339.prefix(10))" }
    return
      "\(kind.title): \(files), \((kind.bytes + 1_023) / 1_024) KiB\(since ?? "") (\(kind.path))"
  }

  private static func kind(
    _ title: String,
    _ path: String,
    isMeant: (String) -> Bool = { _ in true }
  ) -> Kind {
    var kind = Kind(title: title, path: path)
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return kind }
    defer { close(folder) }
    for name in DirectoryEntries(descriptor: folder).names() where isMeant(name) {
      var status = stat()
      guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid()
      else { continue }
      kind.count += 1
      kind.bytes = kind.bytes &+ Int(status.st_size)
      kind.oldest = min(kind.oldest ?? .max, Int64(status.st_mtim.tv_sec))
    }
    return kind
  }
}
