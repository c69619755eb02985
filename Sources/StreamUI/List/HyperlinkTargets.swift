import CellGrid

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
