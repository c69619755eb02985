import CellGrid
import StreamModel

/// Keeps measured and enriched rows; clearing it changes no frame.
package final class RowMemo {
  /// Everything that a row's lines depend on, besides the feed's bytes.
  struct Key: Hashable {
    let page: Int
    let row: RowID
    let columns: Int
    let shape: RowShape

    /// Hashes the row alone: it tells nearly all keys apart, and to hash the rest would cost more than
    /// to compare it.
    func hash(into hasher: inout Hasher) { hasher.combine(row) }
  }

  /// A measured row, with its rich form and the judged targets of its links once they are made.
  private struct Kept {
    let laid: LaidRow
    var rich: RichRow?
    /// Where each link of the row leads without a question; nil for a link that needs one.
    var targets: [Hyperlink.Target?]?

    var cost: Int {
      (targets ?? []).reduce(laid.cost + (rich?.cost ?? 0)) { sum, target in
        sum + MemoryLayout<Hyperlink.Target?>.stride + (target?.text.utf8.count ?? 0)
      }
    }
  }

  /// The number of screens of flat and rich rows beyond which the oldest are forgotten.
  private static let screens = 8

  private var rows: BoundedCache<Key, Kept>
  let signedLines = SignedLines()
  let statusLine = StatusMemo()
  package private(set) var measuredCount = 0
  /// Rows whose spans and links were placed, with the number of these; rows that are still kept are
  /// not counted again.
  private(set) var styled = (rows: 0, spans: 0, links: 0)

  package init(limit: Int = 1024, bytes: Int = 32 << 20) {
    rows = BoundedCache(limit: limit, costLimit: bytes)
  }

  /// Keeps the rows of this screen, those ahead of it, and of older ones as many as scrolling back over a
  /// few screens needs.
  func fit(_ size: Size) {
    let screen = size.columns * size.lines * MemoryLayout<Cell>.stride
    // Each row has a line at least. Flat and rich form have as many cells.
    rows.keepOlder(than: 3 * size.lines, upTo: Self.screens * 2 * screen)
  }

  package func clear() {
    rows.clear()
    signedLines.clear()
    statusLine.clear()
  }

  /// Forgets the rows with one of these pictures: their cells have become others.
  func forget(with numbers: Set<PictureNumber>) {
    rows.remove { kept in
      !kept.laid.pictures.isEmpty && kept.laid.pictures.contains { numbers.contains($0.number) }
    }
  }

  /// Forgets the rows with pictures of the network: others of them may come now.
  func forgetPicturesOfNetwork() {
    rows.remove { kept in
      kept.laid.pictures.contains { if case .web = $0.place { true } else { false } }
    }
  }

  private func keep(_ kept: Kept, for key: Key) {
    rows.keep(kept, for: key, cost: kept.cost)
  }

  func knownRow(_ key: Key) -> LaidRow? { rows[key]?.laid }

  /// The measured row, which `make` measures where it is not kept.
  func laidRow(_ key: Key, make: () -> LaidRow) -> LaidRow {
    if let known = knownRow(key) { return known }
    let laid = make()
    measuredCount += 1
    keep(Kept(laid: laid), for: key)
    return laid
  }

  func richRow(_ key: Key, _ laid: LaidRow, make: (LaidRow) -> RichRow) -> RichRow {
    var kept = rows[key] ?? Kept(laid: laid)
    if let known = kept.rich { return known }
    let rich = make(kept.laid)
    styled.rows += 1
    styled.spans += rich.spanCount
    styled.links += rich.placedLinkCount
    kept.rich = rich
    keep(kept, for: key)
    return rich
  }

  func targets(
    _ key: Key,
    _ laid: LaidRow,
    make: () -> [Hyperlink.Target?]
  ) -> [Hyperlink.Target?] {
    var kept = rows[key] ?? Kept(laid: laid)
    if let known = kept.targets { return known }
    let targets = make()
    kept.targets = targets
    keep(kept, for: key)
    return targets
  }
}

/// The state that a row's lines depend on.
struct RowShape: Equatable {
  var folds = PostRow.Folds()
  var deeds = PostFlags()
  var isCollapsed = false
  /// Grows when later records add to the row's post.
  var revision = 0
  /// The wall clock's minute, for "5m"; 0 where the row shows no age.
  var minute: Int64 = 0
  var density = Density.normal
  var drawsPictures = false
}

/// Keeps the first lines of rows with the signs that were drawn over them last; clearing it changes no frame.
///
/// A line that is kept has the same buffer in each frame, so that frames are compared without looking at its cells.
final class SignedLines {
  struct Signs: Equatable {
    /// How the bar beside the selected row looks; nil beside others.
    var bar: Role?
    var isUnread = false
    var isKept = false
  }

  private struct Known {
    let row: RowID
    let plain: CellLine
    let signs: Signs
    let line: CellLine
  }

  /// The rows of a few screens; a power of two, because each has a place by its number.
  private static let count = 128

  private var known: [Known?] = Array(repeating: nil, count: count)

  func line(
    of row: RowID,
    _ plain: CellLine,
    _ signs: Signs,
    draw: (inout CellLine) -> Void
  ) -> CellLine {
    // Records of one source have numbers side by side; those of several often have the same.
    let place = (row.number &>> 3 &+ row.number &>> 35 &* 67) & (Self.count - 1)
    if let known = known[place], known.row == row, known.signs == signs, known.plain == plain {
      return known.line
    }
    var line = plain
    draw(&line)
    known[place] = Known(row: row, plain: plain, signs: signs, line: line)
    return line
  }

  func clear() { known = Array(repeating: nil, count: Self.count) }
}

/// Keeps the last status line, and the key that it names for the help; clearing it changes no frame.
final class StatusMemo {
  struct Words: Equatable {
    let text: SafeText
    let role: Role
    let hint: SafeText
    /// Whether the text is cut where both have no room; else the hint goes.
    let keepsHint: Bool
    let columns: Int
  }

  private var shown: (words: Words, line: CellLine)?
  private var help: (page: KeyPage, name: String)?

  func line(of words: Words, make: () -> CellLine) -> CellLine {
    if let shown, shown.words == words { return shown.line }
    let line = make()
    shown = (words, line)
    return line
  }

  func nameOfHelp(_ keymap: PageKeymap) -> String {
    if let help, help.page == keymap.page { return help.name }
    let name = keymap.name(of: .help)
    help = (keymap.page, name)
    return name
  }

  func clear() {
    shown = nil
    help = nil
  }
}

/// A cache that drops its oldest values, one by one, once it holds too many or they cost too much.
///
/// One by one, so that no key waits for many. Not to be copied: a look-up in a cache that an object holds copied all of it.
struct BoundedCache<Key: Hashable, Value>: ~Copyable {
  private let limit: Int
  private let costLimit: Int
  /// The newest values, which are kept up to ``costLimit``.
  private var newest = Int.max
  /// The cost of all values beyond which only the newest are kept.
  private var olderCostLimit = Int.max
  private var entries: [Key: (value: Value, cost: Int)] = [:]
  /// The keys in the order in which they came: the n-th ever kept is at n modulo the limit.
  private var ring: [Key] = []
  private var keptCount = 0
  private var droppedCount = 0
  private var cost = 0

  /// Keeps at most `limit` values (at least 1), and at most `costLimit` bytes unless one value alone
  /// exceeds that.
  init(limit: Int, costLimit: Int) {
    self.limit = max(1, limit)
    self.costLimit = costLimit
  }

  subscript(key: Key) -> Value? { entries[key]?.value }

  /// Keeps values older than the newest `count` only while all together cost at most `cost` bytes.
  mutating func keepOlder(than count: Int, upTo cost: Int) {
    newest = max(1, count)
    olderCostLimit = cost
    dropOld()
  }

  mutating func clear() {
    entries = [:]
    ring = []
    keptCount = 0
    droppedCount = 0
    cost = 0
  }

  mutating func remove(where isUnwanted: (Value) -> Bool) {
    for (key, entry) in entries where isUnwanted(entry.value) {
      entries[key] = nil
      cost -= entry.cost
    }
  }

  mutating func keep(_ value: Value, for key: Key, cost added: Int) {
    cost += added
    if let known = entries.updateValue((value, added), forKey: key) {
      cost -= known.cost
    } else {
      if count == limit { dropOldest() }
      let place = keptCount % limit
      if place == ring.count { ring.append(key) } else { ring[place] = key }
      keptCount += 1
    }
    dropOld()
  }

  private var count: Int { keptCount - droppedCount }

  private mutating func dropOld() {
    while cost > costLimit && count > 1 || cost > olderCostLimit && count > newest {
      dropOldest()
    }
  }

  private mutating func dropOldest() {
    let key = ring[droppedCount % limit]
    droppedCount += 1
    if let dropped = entries.removeValue(forKey: key) { cost -= dropped.cost }
  }
}
