import CellGrid
import StreamModel

/// The head of an account's or a tag's page.
enum MatchesRows {
  static func heading(of matches: MatchesContent) -> Row {
    switch matches.subject {
    case .account(let key):
      let account = matches.account ?? Account(name: nil, handle: key.handle, url: key.url)
      return AccountRow.head(account)
    case .tag(let tag):
      let run = MetaLine.Run(SafeText(sanitizing: "#\(tag)"), .hashtag, .bold)
      return Row(before: [MetaLine([run])])
    }
  }
}

/// Who liked or reshared: the line on the post's page and the head of the list.
enum PeopleRows {
  /// "Liked by Ann, Ben and 3 others".
  static func summary(_ verb: String, _ accounts: [Account]) -> Row {
    let text = SafeText(sanitizing: "\(verb) \(names(accounts, of: accounts.count, most: 3))")
    return Row(before: [MetaLine([.init("♥ ", .counts), .init(text, .counts)])])
  }

  /// The first `most` names, and how many of `count` are left: "Ann, Ben and 3 more".
  static func names(_ accounts: [Account], of count: Int, most: Int) -> String {
    let shown = accounts.prefix(most).map { $0.name ?? $0.handle ?? "(no name)" }
    let others = count - shown.count
    return shown.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
  }

  static func heading(of people: PeopleContent) -> Row {
    var lines = [MetaLine([.init(people.title, .title, .bold)])]
    let listed = people.accounts.count
    if let stated = people.statedCount, stated > listed {
      let text = "\(listed) of \(stated) are named in the feed"
      lines.append(MetaLine([.init(SafeText(sanitizing: text), .faint)]))
    }
    return Row(before: lines)
  }
}

/// The help page, made from the action table and the keymap.
enum HelpRows {
  private enum Line {
    case heading(String)
    case action(Action)
  }

  static var count: Int { lines.count }

  static func row(at index: Int, _ keymap: Keymap) -> Row {
    guard lines.indices.contains(index) else { return Row(before: []) }
    switch lines[index] {
    case .heading(let text):
      let run = MetaLine.Run(SafeText(sanitizing: text), .title, .bold)
      return Row(before: [MetaLine([.init("", .text)]), MetaLine([run])], endsWithGap: false)
    case .action(let action):
      let keys = keymap.bindings.first { $0.action == action }?.keys ?? []
      let names = keys.map(KeyName.text).joined(separator: "  ")
      let padded = names + String(repeating: " ", count: max(2, 26 - names.count))
      return Row(
        before: [
          MetaLine(
            [
              .init(SafeText(sanitizing: "  \(padded)"), .helpKey),
              .init(SafeText(sanitizing: action.help), .text),
            ],
            overflow: .wrap(hang: 28)
          )
        ],
        endsWithGap: false
      )
    }
  }

  private static let lines: [Line] = Action.Group.allCases.flatMap { group in
    [Line.heading(group.rawValue)]
      + Action.allCases.filter { $0.group == group }.map { Line.action($0) }
  }
}
