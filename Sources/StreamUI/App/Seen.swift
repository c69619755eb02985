/// The things that frames have shown: keys and clicks act on nothing else.
struct Seen {
  /// A link as a frame names it: in the status line, or in the selected row of a page of links.
  package struct NamedLink: Equatable, Sendable {
    let page: Int
    let focus: LinkFocus
    let target: String
  }

  /// The targets that the last accepted frame shows whole, as lines of the page.
  private(set) var written: Set<String> = []
  /// The most recent link whose target the user has seen: set once the terminal has accepted the
  /// frame that names it.
  private(set) var link: NamedLink?
  /// Grows with every change of the mode, which tells a frame that shows the mode as it is from older
  /// ones.
  private(set) var stamp = 0

  mutating func modeChanged() {
    stamp &+= 1
  }

  mutating func note(_ receipt: FrameReceipt) {
    if let named = receipt.named { link = named }
    written = receipt.written
  }
}

/// The content of a frame that keys and clicks rely on.
///
/// It is handed back once the terminal has accepted the frame.
package struct FrameReceipt: Equatable, Sendable {
  let named: Seen.NamedLink?
  /// The targets that the page shows whole; none while rows move or something covers the page.
  let written: Set<String>
  let stamp: Int
  /// Whether the status line is that of the hints, and names the link that was taken last.
  let namesTaken: Bool
}
