/// The links that frames have shown: keys and clicks act on no others.
struct ShownLinks {
  /// A link as a frame names it: in the status line, or in the selected row of a page of links.
  struct NamedLink: Equatable, Sendable {
    let page: Int
    let focus: LinkFocus
    let target: String
  }

  /// The targets that the last accepted frame shows whole, as lines of the page.
  private(set) var written: Set<String> = []
  /// The most recent link whose target the user has seen: set once the terminal has accepted the
  /// frame that names it.
  private(set) var link: NamedLink?

  mutating func note(_ frame: FrameAck) {
    if let named = frame.named { link = named }
    written = frame.written
  }
}

/// The content of a frame that keys and clicks rely on.
///
/// It is handed back once the terminal has accepted the frame.
package struct FrameAck: Equatable, Sendable {
  let named: ShownLinks.NamedLink?
  /// The targets that the page shows whole; none while rows move or something covers the page.
  let written: Set<String>
  /// The number of changes of the mode, which tells a frame that shows the mode as it is from older ones.
  let modeCount: Int
  /// Whether the status line is that of the hints, and names the link that was taken last.
  let namesTaken: Bool
}
