extension Timestamp {
  /// Reads a date as feeds write them: RFC 3339, a day alone, or RFC 822 with zones in digits.
  init?(feedDate text: String) {
    if let timestamp = Timestamp(rfc3339: text) ?? Timestamp(rfc3339: text + "T00:00:00") {
      self = timestamp
      return
    }
    // "Mon, 26 Jun 2017 12:20:05 GMT" (RFC 822 and RFC 2822, date-time).
    var words = text.split { $0 == " " || $0 == "," }.map(String.init)
    if let first = words.first, Int(first) == nil { words.removeFirst() }
    let months = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    guard words.count >= 4, let month = months.firstIndex(of: words[1].lowercased()),
      words[0].utf8.count <= 2, words[2].utf8.count == 4
    else { return nil }
    let pad = { (word: String) in word.utf8.count == 1 ? "0" + word : word }
    let clock = words[3].utf8.count == 5 ? words[3] + ":00" : words[3]
    let zone = words.count > 4 && words[4].utf8.count == 5 ? words[4] : "Z"
    self.init(rfc3339: "\(words[2])-\(pad("\(month + 1)"))-\(pad(words[0]))T\(clock)\(zone)")
  }
}
