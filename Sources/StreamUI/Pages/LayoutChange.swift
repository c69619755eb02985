import CellGrid
import StreamModel

/// A change of how rows are laid out; the reader stays where he is.
enum LayoutChange {
  /// The size of the screen in columns and lines, the status line included.
  case size(Size)
  case density(Density)
  case layout(ScreenLayout)
  /// Whether the side panel is open, and the columns that the reader wants for it: where no room is beside the text,
  /// rows make it.
  case panel(isOpen: Bool, width: Int?)
  /// The most columns of a row's text; 0 stands for the whole window.
  case measure(Int)
  /// The number of lines of a text at normal density before "+N lines".
  case foldLines(Int)
  case zone(TimeZoneRules?, Keymap)
  case strategy(Strategy)
  /// How rows draw pictures; nil where they draw none.
  case pictures(PictureGrid?)

  /// Lays the pages out again.
  func apply(to layout: inout PageLayout, _ pages: inout PageStack) {
    let old = layout.rows(of: pages.top)
    // A list below an open post may come to stand beside it, and go again: its place is that of the reader, too.
    let oldBeside = pages.beside.map { layout.rows(of: $0) }
    let wasBeside = layout.panes != nil
    change(&layout)
    // Other rows have other links, and are flat until their turn comes; columns change no link.
    switch self {
    case .size: break
    case .strategy: pages.top.list.flatten()
    case .density, .layout, .panel, .measure, .foldLines, .pictures, .zone:
      pages.forEach { $0.list.flatten() }
    }
    let rows = layout.rows(of: pages.top)
    let policy = layout.policy
    let isBeside = layout.panes != nil
    if wasBeside || isBeside {
      pages.changeBeside { page in
        let rows = layout.rows(of: page)
        if let oldBeside { page.list.standpoint.reshape(from: oldBeside, to: rows) }
        if isBeside { page.list.refill(policy, in: rows) }
      }
    }
    switch self {
    case .size, .density, .layout, .panel, .measure, .foldLines, .pictures:
      pages.top.list.standpoint.reshape(from: old, to: rows)
    case .zone: pages.top.list.standpoint.settle(in: rows)
    case .strategy: break
    }
    switch self {
    case .size, .strategy: pages.top.list.refill(policy, in: rows)
    case .density, .layout, .panel, .measure, .foldLines, .pictures, .zone:
      pages.top.list.comeToRest(policy, in: rows)
      pages.top.list.beginPreparation(in: rows)
    }
  }

  private func change(_ layout: inout PageLayout) {
    switch self {
    case .size(let size): layout.resize(to: size)
    case .density(let density): layout.options.density = density
    case .layout(let screen): layout.options.layout = screen
    case .panel(let isOpen, let width):
      layout.options.showsPanel = isOpen
      layout.options.panelWidth = width
    case .measure(let measure): layout.options.measure = measure
    case .foldLines(let lines):
      layout.options.foldLines = lines
      layout.memo.clear()
    case .zone(let zone, let keymap):
      layout.keymap = keymap
      if let zone { layout.options.zone = zone }
      layout.memo.clear()
    case .strategy(let strategy): layout.options.strategy = strategy
    case .pictures(let pictures):
      layout.options.pictures = pictures
      layout.memo.clear()
    }
  }
}
