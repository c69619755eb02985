/// Texts that a shell, an option parser, C or a terminal would take for something else: 160 of them.
package enum HostileText {
  /// The texts, the same in each run.
  package static let all: [String] = {
    let pieces = [
      "'", "\"", "\\", "$(touch pwned)", "`touch pwned`", "; touch pwned", "| sh", "&& id",
      "> pwned",
      "-rf", "--exec=id", "-", "--", "+!id", "\n", "\r\n-x", "\u{0}", "a\u{0}b",
      "\u{1B}]52;c;eA==\u{7}",
      "\u{202E}txt.exe", "\u{2066}x\u{2069}", "%{url}", "%{file}", "%%", "$STREAMTUI_TITLE",
      "${IFS}",
      "*", "~", "~root/", "!!", "@/etc/passwd", "#{x}", "é\u{301}", "👩‍💻", "\u{FEFF}", "\t",
      String(repeating: "x", count: 140_000), String(repeating: "é\u{301}", count: 3_000),
      "%s%n", " ",
    ]
    var random = SplitMix(seed: 17)
    var texts = pieces
    while texts.count < 160 {
      texts.append((0...random.below(4)).map { _ in pieces[random.below(36)] }.joined())
    }
    return texts
  }()
}
