import CellGrid
import Glibc
import StreamModel

/// The saved state as a command uses it, without a viewer.
package struct SavedState {
  let folder: StateFolder
  package let store: StateStore

  /// Opens the state that is there.
  ///
  /// - Returns: nil where nothing was ever saved; no folder is made then.
  /// - Throws: ``StateRefusal`` if it may not or cannot be used.
  package static func opened() throws(StateRefusal) -> SavedState? {
    guard !Environment.isSecure else {
      throw StateRefusal("The saved state is off: secure mode is on (STREAMTUI_SECURE)")
    }
    guard let folder = StateFolder() else {
      throw StateRefusal("The saved state is off: \(StateError.noPlace.reason)")
    }
    guard access(folder.path, F_OK) == 0 else {
      guard errno == ENOENT else {
        throw StateRefusal("The saved state is off: \(folder.path): \(SystemError.text(errno))")
      }
      return nil
    }
    let store = StateStore(in: folder)
    guard store.isOn else { throw StateRefusal("The saved state is off", store) }
    return SavedState(folder: folder, store: store)
  }

  package func close() {
    store.close()
    while let notice = store.takeNotice() { Diagnostics.print("streamtui: \(notice.text.string)") }
  }
}

extension StateRefusal {
  /// Says `text`, unless the store has a reason of its own.
  package init(_ text: String, _ store: StateStore) {
    self.init(store.takeNotice()?.text.string ?? text)
  }
}

/// Counts the posts of subscriptions that the reader has not read.
package struct UnreadPosts {
  let folder: StateFolder
  /// The read marks; nil if nothing was ever saved.
  let store: StateStore?
  /// The posts that do not count, because rules of the reader hide them or show them as read, by the texts of their
  /// sources.
  var ruled: [String: Set<UInt64>] = [:]
  private let table: LibraryTable?
  /// A number that changes with every mark; nil if the store cannot say.
  private let marks: UInt64?

  package init(folder: StateFolder, store: StateStore?, ruled: [String: Set<UInt64>] = [:]) {
    self.folder = folder
    self.store = store
    self.ruled = ruled
    table = LibraryTable(in: folder, creates: false)
    marks = ruled.isEmpty ? store?.marks : nil
  }

  /// Runs `body`, which counts those of many subscriptions.
  package func reading<T>(_ body: () -> T) -> T {
    guard let table else { return store.map { $0.reading(body) } ?? body() }
    return table.reading { store.map { $0.reading(body) } ?? body() }
  }

  /// Counts the unread posts in the log of a subscription; nil if they cannot be counted now.
  package func count(of source: Subscription.Source) -> Int? {
    let log = PostLog(of: source, in: folder)
    let family = SourceFamily(of: source)
    let ruled = ruled[source.text] ?? []
    do throws(StateError) {
      if let table, let marks, let known = try log.unread(table, marks) { return known }
      if let read = store.map({ $0.ids(with: .read, in: family) }) ?? [] {
        // Without a log nothing was fetched.
        let unread = try log.ids(table)?.count { !read.contains($0) && !ruled.contains($0) } ?? 0
        if let table, let marks { table.keep(unread: unread, marks, of: log.name) }
        return unread
      }
      // A source with changing ids has its posts under their fallbacks, which no index keeps.
      guard let marked = store?.posts(with: .read, in: family) else { return nil }
      let read = Set(marked.map(\.id))
      return try log.index()?.entries.count { entry in
        !read.contains(entry.identity.id) && !read.contains(entry.identity.fallback)
          && !ruled.contains(entry.identity.id)
      } ?? 0
    } catch {
      return nil
    }
  }
}

extension SavedState {
  /// Reads the sources that the reader has opened, the last one first; feeds of one archive together.
  ///
  /// - Parameter limit: the most feeds, each one of an archive counted.
  package func history(limit: Int = .max) throws(StateRefusal) -> [HistoryEntry] {
    guard let entries = store.history(limit: limit) else {
      throw StateRefusal("The history cannot be read now", store)
    }
    let places = PlaceFolder(in: folder)
    var sources: [HistoryEntry] = []
    var indexes: [String: Int] = [:]
    for var entry in entries {
      let family = entry.family.key
      if family != entry.key, let index = indexes[family] {
        sources[index].posts = sources[index].posts.addingSaturated(entry.posts)
        sources[index].unread = sources[index].unread.flatMap { sum in
          entry.unread.map { sum.addingSaturated($0) }
        }
        sources[index].place = nil
        continue
      }
      if family != entry.key { indexes[family] = sources.count }
      // Sorted posts have other numbers on the screen than in their source.
      entry.place = places?.place(in: entry.key).flatMap { saved in
        saved.order == .document ? saved.selection.number + 1 : nil
      }
      sources.append(entry)
    }
    return sources
  }
}

extension Int {
  /// The sum of two counts of a file that may be damaged.
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let (sum, hasOverflowed) = addingReportingOverflow(other)
    return hasOverflowed ? .max : sum
  }
}
