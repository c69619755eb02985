import CellGrid

/// What can be done with the links of the sheet as a whole: narrow the list, open it, save it.
extension App {
  /// The keys for a text: on the sheet they narrow the list, elsewhere they look for it.
  mutating func promptForSearch() {
    if case .links(let sheet) = page.content {
      prompt = Prompt(.filter, text: sheet.filter)
    } else {
      prompt = Prompt(.search)
    }
  }

  /// What stands behind the line that is being typed.
  var promptNote: String {
    guard prompt?.kind == .filter, case .links(let sheet) = page.content else { return "" }
    return "  \(sheet.counts)"
  }

  /// Lists the links that hold `text` only.
  mutating func narrowSheet(to text: String) {
    guard case .links(var sheet) = page.content, sheet.filter != text else { return }
    sheet.narrow(to: text)
    page.content = .links(sheet)
    let rows = rows
    if rows.index(of: page.list.selection) == nil { setSelection(rows.id(at: 0)) }
    if rows.index(of: page.list.anchor.row) == nil {
      page.list.anchor = ListState.Anchor(row: rows.id(at: 0), line: 0)
    }
    settleViewport()
    if let selected = rows.index(of: page.list.selection) { reveal(selected) }
    refillQueue()
  }

  /// Lists all links again; false where nothing had narrowed the list.
  mutating func widenSheet() -> Bool {
    guard case .links(let sheet) = page.content, !sheet.filter.isEmpty else { return false }
    message = nil
    narrowSheet(to: "")
    return true
  }

  /// Asks about opening every link that is listed.
  mutating func openAllListed() -> [Effect] {
    listedLinks.map { openTogether($0, isShown: false) } ?? []
  }

  /// Asks for the file to save the links that are listed to.
  mutating func promptForFile() {
    guard let links = listedLinks, !links.isEmpty else { return }
    guard !isSecure else { return warn("secure mode: nothing is saved") }
    prompt = Prompt(.save)
  }

  /// The links that are listed, one a line, into the file that was named.
  mutating func saveListed(to path: String) -> [Effect] {
    guard let links = listedLinks, !isSecure else { return [] }
    guard !path.isEmpty else {
      say("not saved: no file was named")
      return []
    }
    let text = links.map { link in
      let (_, words) = LinkSheetRows.parts(of: link)
      let target = SafeText(sanitizing: link.target).string
      return "\(target)\t\(SafeText(sanitizing: words).string)\n"
    }
    return [.save(path: path, text: text.joined())]
  }

  private var listedLinks: [RowLink]? {
    mutating get {
      guard case .links(let sheet) = page.content else {
        say("this is for the list of links (type l)")
        return nil
      }
      return sheet.listedLinks
    }
  }
}
