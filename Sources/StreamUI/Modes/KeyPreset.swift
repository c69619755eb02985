/// Keys as another program has them, as changes of the built-in keys.
package struct KeyPreset: Sendable {
  /// The keys of all pages or of one, in the notation of the configuration.
  struct Table: Sendable {
    let page: KeyPage?
    let rows: [(command: String, keys: [String])]
    var none: [String] = []
  }

  package let name: String
  package let surprises: [String]
  let tables: [Table]
  var digitsOpenLinks = false

  package static let all = [standard, less, vim, newsboat]

  package var keymap: Keymap {
    let (notation, commands) = (KeyNotation(), KeyCommandNotation())
    var standard = Keymap.standard
    standard.digitsOpenLinks = digitsOpenLinks
    return standard.applying(
      tables.map { table in
        KeyChanges(
          page: table.page,
          assignments: table.rows.compactMap { row in
            guard let command = try? commands.command(row.command) else { return nil }
            return KeyChanges.Assignment(
              command,
              row.keys.compactMap { try? notation.sequence($0) }
            )
          },
          unbound: table.none.compactMap { try? notation.sequence($0) }
        )
      }
    )
  }

  private static let standard = KeyPreset(name: "default", surprises: [], tables: [])

  private static let less = KeyPreset(
    name: "less",
    surprises: [
      "Enter follows the link in focus or opens the post; j and e scroll a line.",
      "q goes back; on the timeline it quits. Q quits from everywhere.",
      "r reloads and R marks read; ^L draws the screen again.",
      "< and > do nothing; g and G go to the ends.",
      "F goes to the end; --follow is an option of the command line.",
      "v opens the post in the browser.",
      "= does nothing: the status line always shows the position.",
      "i shows the labels of links, L lists unread posts, Y copies, ^ goes to the parent, ^_ undoes.",
      "E opens the post in your editor, C copies its text.",
      "^O ^N, ^O ^P and ^O ^O do nothing: Tab and S-Tab go to links, o opens them.",
      "z and w move no window: z and Z collapse replies, w lists people.",
      "M marks the post and all above it read; t and T go to unread posts.",
      "V lists the followed links; H and S do nothing.",
      "Left goes back and Right opens the post: lines are never wider than the screen.",
      "J and K go from post to post; ( ) do as well, { } [ ] go from comment to comment.",
      "- and + change the density; no key sets options.",
      "! lists problems, | pipes the post and s saves it; no key starts a shell.",
      ": is a command line of its own, without :n, :p, :e, :x and :d.",
      "& filters posts, with the list following each key, and && shows all again; , offers filters for the post.",
      "^C quits. # _ ^G ^K ^R and ^X do nothing.",
    ],
    tables: [
      Table(
        page: nil,
        rows: [
          ("line-down", ["j", "e", "<Down>", "<C-e>", "<C-n>"]),
          ("line-up", ["k", "y", "<Up>", "<C-y>", "<C-p>"]),
          ("page-down", ["<Space>", "f", "<PageDown>", "<C-f>", "<C-v>"]),
          ("page-up", ["b", "<PageUp>", "<C-b>", "<A-v>"]),
          ("half-page-down", ["d", "<C-d>"]), ("half-page-up", ["u", "<C-u>"]),
          ("last", ["G", "<End>", "F"]), ("percent", ["p", "%"]),
          ("search-backward", ["?"]), ("help", ["h", "<F1>"]),
          ("open", ["o", "v"]), ("copy", ["Y"]), ("hints", ["i"]),
          ("unread", ["L"]), ("kept", ["<A-l>"]), ("parent", ["^"]),
          ("undo", ["<C-_>"]), ("edit-post", ["E"]),
          ("copy-text", ["C"]),
        ],
        none: ["="]
      ),
      Table(page: .start, rows: [("forget", ["D"])]),
      Table(page: .detail, rows: [("changes", ["E"])]),
    ]
  )

  private static let vim = KeyPreset(
    name: "vim",
    surprises: [
      "j and k scroll the page by lines; J and K go from post to post.",
      "z a folds a long text; z c and z o both collapse or expand the replies to a comment.",
      "z M and z R both collapse or expand all comments.",
      "z z, z t and z b place the selected post, H, M and L select one; the screen has no cursor.",
      "g M marks the post and all above it read.",
      "* keeps the post; there is no search for the word under the cursor.",
      "f shows labels on links, and F does nothing; t and T go to unread posts.",
      "y y copies the address of the link in focus, else of the post.",
      "d d works on the start page only, where it forgets a feed.",
      "w, W, b, e, a, A, i, I, o, O, s, S, c, r, R, p, P, U, V, X and B neither move by words nor edit.",
      "A marks all posts read and R the selected one; u takes that back, and ^R does nothing.",
      "( and ) go from post to post.",
      "< and > do nothing, = + and - change the density.",
      "! lists problems, | pipes the post, Y copies its text; ^W, @ and # do nothing.",
      "& filters posts while you type, and , offers filters for the post that you stand on.",
      "; and a letter answers a post on the fediverse; f is not repeated.",
      "] s and [ s go to the next and previous reply to the same comment.",
    ],
    tables: [
      Table(
        page: nil,
        rows: [
          ("back", ["h", "<Left>", "<Backspace>", "<C-o>"]),
          ("enter", ["<Enter>", "l", "<Right>"]),
          ("first", ["g g", "<Home>"]), ("links", ["g l"]), ("open", ["o", "g x"]),
          ("help", ["<F1>", "g ?"]), ("search-backward", ["?"]), ("jump-to-mark", ["'", "`"]),
          ("selection-to-middle", ["z z"]), ("selection-to-top", ["z t"]),
          ("selection-to-bottom", ["z b"]), ("first-on-screen", ["H"]),
          ("middle-on-screen", ["M"]), ("last-on-screen", ["L"]),
          ("mark-read-above", ["g M"]),
          ("toggle-fold", ["x", "z a"]), ("collapse", ["z c", "z o"]),
          ("collapse-all", ["z M", "z R"]), ("next-sibling", ["] s"]),
          ("previous-sibling", ["[ s"]), ("copy", ["y y"]),
          ("quit", ["Q", "Z Z", "Z Q", "<C-c>"]),
        ],
        none: ["d"]
      ),
      Table(page: .start, rows: [("forget", ["d d"])]),
      Table(page: .timeline, rows: [("next-feed", ["g n"]), ("previous-feed", ["g N"])]),
      Table(page: .unread, rows: [("next-feed", ["g n"]), ("previous-feed", ["g N"])]),
    ]
  )

  private static let newsboat = KeyPreset(
    name: "newsboat",
    surprises: [
      "Posts show their texts in the list; j and k go from post to post, and scroll in a post.",
      "n and p go to unread posts; ; and , go to the next and previous match.",
      "A and C mark the feed of the post read, once more all feeds, and ask first.",
      "<A-f>, <A-b>, <A-k>, <A-v>, <A-+> and <A-m> answer a post on the fediverse.",
      "s keeps the post; in the list of links it saves the links to a file. <A-s> saves the post.",
      "g changes the order, and G goes to the last post.",
      "u lists links; ^_ undoes.",
      "e opens the post in your editor; E shows the last edit of the open post, and ^K does nothing.",
      "f shows labels on links; there are no flags of one's own.",
      "F filters posts by a language of its own, with the list following each key; <A-a> offers filters for the post.",
      "In an open post 1 to 9 and 0 open its first ten links; in lists they begin a count.",
      "O does nothing, and o marks nothing read.",
      "t and T go to unread posts: B lists tags and feeds; ^N and ^P work in a feed that was opened there.",
      ", is the previous match; macros are chains of actions in the configuration.",
      "^E, ^D, ^U, ^F and ^B scroll, and ^P in an open post; d scrolls half a page.",
      "D, $, #, v, ^G, ^R, ^T, ^V and ^X do nothing.",
      "l opens the row; it hides feeds without unread posts in the list of feeds.",
      ": is a command line of its own.",
    ],
    tables: [
      Table(
        page: nil,
        rows: [
          ("row-down", ["j", "J", "<Down>", ")"]), ("row-up", ["k", "K", "<Up>", "("]),
          ("line-down", ["<C-e>"]), ("line-up", ["<C-y>"]),
          ("enter", ["<Enter>", "l", "<Right>"]), ("back", ["h", "<Backspace>", "<Left>"]),
          ("help", ["?", "<F1>"]), ("next-unread", ["n", "t"]), ("previous-unread", ["p", "T"]),
          ("next-match", [";"]), ("previous-match", [","]), ("mark-read", ["N"]),
          ("mark-all-read?", ["A", "C"]), ("reload", ["r", "R"]), ("links", ["u"]),
          ("undo", ["<C-_>"]), ("keep", ["s", "*"]), ("cycle-order", ["g", "c"]),
          ("first", ["<Home>"]), ("parent", ["^"]), ("save-post", ["<A-s>"]),
          ("filter", ["F", "&"]), ("filter-like-this", ["<A-a>"]),
          ("favourite", ["<A-f>"]), ("boost", ["<A-b>"]), ("bookmark", ["<A-k>"]),
          ("vote", ["<A-v>"]), ("follow", ["<A-+>"]), ("mute", ["<A-m>"]),
        ]
      ),
      Table(page: .timeline, rows: [("next-feed", ["<C-n>"]), ("previous-feed", ["<C-p>"])]),
      Table(page: .unread, rows: [("next-feed", ["<C-n>"]), ("previous-feed", ["<C-p>"])]),
      Table(
        page: .detail,
        rows: [
          ("row-down", ["J", ")"]), ("row-up", ["K", "("]),
          ("line-down", ["j", "<Down>", "<C-e>", "<C-n>"]),
          ("line-up", ["k", "<Up>", "<C-y>", "<C-p>"]),
          ("next-post", ["n"]), ("previous-post", ["p"]),
        ]
      ),
      Table(
        page: .article,
        rows: [
          ("next-post", ["n"]), ("previous-post", ["p"]), ("next-feed", ["<C-n>"]),
          ("previous-feed", ["<C-p>"]),
        ]
      ),
      Table(page: .links, rows: [("save-links", ["s"])]),
      Table(
        page: .feeds,
        rows: [("refresh", ["r"]), ("refresh-all", ["R"]), ("hide-read", ["l"])]
      ),
    ],
    digitsOpenLinks: true
  )
}

extension Keymap {
  /// The keys of the preset called `name`: default, less, vim or newsboat; nil for other names.
  package static func preset(named name: String) -> Keymap? {
    KeyPreset.all.first { $0.name == name }?.keymap
  }
}
