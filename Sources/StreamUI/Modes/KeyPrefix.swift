/// Keys that begin a sequence, while the next key is waited for.
struct KeyPrefix {
  let keys: KeySequence
  /// The number that was typed before them.
  let count: Int?

  /// The text of the status line: the keys, those that may follow, and the way out.
  func text(_ keymap: PageKeymap) -> String {
    var steps: [(key: Key, commands: [KeyCommand])] = []
    for binding in keymap.continuations(of: keys) {
      guard let key = keys.next(in: binding.keys), let command = binding.command else { continue }
      let isLast = binding.keys.rest.count == keys.rest.count + 1
      let ends = isLast ? [command] : []
      if let known = steps.firstIndex(where: { $0.key == key }) {
        steps[known].commands += ends
      } else {
        steps.append((key, ends))
      }
    }
    let ways = steps.map { step in
      "\(KeyName.text(of: step.key)) \(step.commands.first?.text ?? "…")"
    }
    let number = count.map { "\($0) " } ?? ""
    return "\(number)\(keys.text) …  " + (ways + ["Esc leaves"]).joined(separator: " · ")
  }
}
