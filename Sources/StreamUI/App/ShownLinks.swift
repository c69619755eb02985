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
  /// The targets that frames have shown so since their page was opened, by the numbers of open posts on the page stack.
  private var writtenEarlier: [Int: Set<String>] = [:]
  /// The most recent link whose target the user has seen: set once the terminal has accepted the
  /// frame that names it.
  private(set) var link: NamedLink?

  mutating func note(_ frame: FrameAck) {
    if let named = frame.named { link = named }
    written = frame.written
    // Numbers rise with each page that is opened, so the higher ones are of pages that were left.
    if writtenEarlier.keys.contains(where: { $0 > frame.page }) {
      writtenEarlier = writtenEarlier.filter { $0.key <= frame.page }
    }
    if frame.isOpenPost { writtenEarlier[frame.page, default: []].formUnion(frame.written) }
  }

  /// Whether a frame has shown the target as a line of the page: the last frame, or any since a post was opened there.
  func hasWritten(_ target: String, on page: Int) -> Bool {
    written.contains(target) || writtenEarlier[page]?.contains(target) == true
  }
}

/// The content of a frame that keys and clicks rely on.
///
/// It is handed back once the terminal has accepted the frame.
package struct FrameAck: Equatable, Sendable {
  let named: ShownLinks.NamedLink?
  /// The number of the page.
  let page: Int
  /// Whether the page is an open post, whose links are numbered from its first line to its last.
  let isOpenPost: Bool
  /// The targets that the page shows whole; none while rows move or something covers the page.
  let written: Set<String>
  /// The number of changes of the mode, which tells a frame that shows the mode as it is from older ones.
  let modeCount: Int
  /// Whether the status line is that of the hints, and names the link that was taken last.
  let namesTaken: Bool
}
