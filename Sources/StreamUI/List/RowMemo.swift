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
    func hash(into hasher: inout Hasher) {
      hasher.combine(row)
    }
  }

  /// A measured row, with its rich form and the judged targets of its links once they are made.
  private struct Kept {
    let laid: LaidRow
    var rich: RichRow?
    var targets: HyperlinkTargets?

    var cost: Int { laid.cost + (rich?.cost ?? 0) + (targets?.cost ?? 0) }
  }

  /// The number of screens of flat and rich rows beyond which the oldest are forgotten.
  private static let screens = 8

  private var rows: BoundedCache<Key, Kept>
  let signedLines = SignedLines()
  package private(set) var measuredCount = 0
  /// Rows whose spans and links were placed, with the number of these; rows that are still kept are
  /// not counted again.
  private(set) var styled = (rows: 0, spans: 0, links: 0)

  /// Keeps at most `limit` rows of together at most `bytes` bytes.
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

  /// Forgets all rows.
  package func clear() {
    rows.clear()
    signedLines.clear()
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

  /// The measured row if it is kept.
  func knownRow(_ key: Key) -> LaidRow? { rows[key]?.laid }

  /// The measured row, which `make` measures where it is not kept.
  func laidRow(_ key: Key, make: () -> LaidRow) -> LaidRow {
    if let known = rows[key] { return known.laid }
    let laid = make()
    measuredCount += 1
    rows.keep(Kept(laid: laid), for: key, cost: laid.cost)
    return laid
  }

  /// The rich form of a row, which `make` makes where it is not kept.
  func richRow(_ key: Key, _ laid: LaidRow, make: (LaidRow) -> RichRow) -> RichRow {
    var kept = rows[key] ?? Kept(laid: laid)
    if let known = kept.rich { return known }
    let rich = make(kept.laid)
    styled.rows += 1
    styled.spans += rich.spanCount
    styled.links += rich.placedLinkCount
    kept.rich = rich
    rows.keep(kept, for: key, cost: kept.cost)
    return rich
  }

  /// Where the links of a row may lead without a question, as `make` judges them once.
  func targets(_ key: Key, _ laid: LaidRow, make: () -> HyperlinkTargets) -> HyperlinkTargets {
    var kept = rows[key] ?? Kept(laid: laid)
    if let known = kept.targets { return known }
    let targets = make()
    kept.targets = targets
    rows.keep(kept, for: key, cost: kept.cost)
    return targets
  }
}

/// The state that a row's lines depend on.
struct RowShape: Equatable {
  var folds = PostRow.Folds()
  var isCollapsed = false
  /// Grows when later records add to the row's post.
  var revision = 0
  /// The wall clock's minute, for "5m"; 0 where the row shows no age.
  var minute: Int64 = 0
  var density = Density.normal
  /// Whether the lines are those of the side panel about the row.
  var isPanel = false
  /// Whether pictures have lines.
  var drawsPictures = false
}

/// Where each link of a row leads without a question; nil for a link that needs one.
struct HyperlinkTargets {
  let list: [Hyperlink.Target?]

  /// Approximate bytes of memory.
  var cost: Int {
    list.reduce(0) { sum, target in
      sum + MemoryLayout<Hyperlink.Target?>.stride + (target?.text.utf8.count ?? 0)
    }
  }
}
