import FuzzProperties
import TestSupport

/// Filters made from the grammar, with words and expressions that the kept records nearly hold: more of them read, and
/// more of them match, than of what a fuzzer makes of bytes.
enum FilterStorm {
  /// Parts of words of the records that the properties of views are held against, in several spellings.
  private static let words = [
    "water", "Wa", "ter", "WATER", "\u{FC}ber", "uber", "\u{DC}BER", "k\u{E9}lvin", "kelvin", "vin",
    "\u{D8}rsted", "orsted", "olga", "ab", "stra\u{DF}e", "strasse", "lake", "level", "lakes",
    "ice",
    "fire", "z\u{FC}rich", "zu\u{308}rich", "snow", "1", "&", "uml",
  ]
  private static let fields = [
    "title", "text", "author", "tag", "mentions", "link", "host", "feed", "lang", "is", "has",
    "likes",
    "words", "after", "date",
  ]
  private static let atoms = [
    ".", "\\w", "\\d", "\\s", "[a-t]", "[^k]", "[\\w&]", "\\b", "^", "$", "x",
  ]
  private static let quantifiers = ["", "", "", "?", "*", "+", "{2}", "{0,3}", "{1,}", "*?", "+?"]

  /// Checks `count` filters of a seed, and prints how many there were; a broken property ends the program.
  static func run(_ count: Int, seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<count {
      let line = filter(depth: 3, &random)
      FuzzTarget.view.run(FuzzInput(Array(line.utf8) + [0]))
    }
    print("\(count) filters of seed \(seed), nothing broken")
  }

  private static func one(_ list: [String], _ random: inout SplitMix) -> String {
    list[random.below(list.count)]
  }

  private static func filter(depth: Int, _ random: inout SplitMix) -> String {
    (0...random.below(4)).map { _ in term(depth: depth, &random) }
      .joined(separator: one([" ", " ", " or ", " and ", " not ", " -"], &random))
  }

  private static func term(depth: Int, _ random: inout SplitMix) -> String {
    switch random.below(8) {
    case 0: "-" + value(&random)
    case 1, 2:
      one(fields, &random) + one([":", ":", ":", "=", "!=", ">"], &random) + value(&random)
    case 3 where depth > 0: "(\(filter(depth: depth - 1, &random)))"
    default: value(&random)
    }
  }

  private static func value(_ random: inout SplitMix) -> String {
    switch random.below(6) {
    case 0: "\"\(one(words, &random)) \(one(words, &random))\""
    case 1: "\(one(words, &random)),\(one(words, &random))"
    case 2, 3: "/\(expression(depth: 2, &random))/\(one(["", "", "c"], &random))"
    default: one(words, &random)
    }
  }

  private static func expression(depth: Int, _ random: inout SplitMix) -> String {
    (0...random.below(4)).map { _ in
      let piece: String
      switch random.below(6) {
      case 0 where depth > 0: piece = "(?:\(expression(depth: depth - 1, &random)))"
      case 1 where depth > 0:
        piece =
          "(\(expression(depth: depth - 1, &random))|\(expression(depth: depth - 1, &random)))"
      case 2: piece = one(atoms, &random)
      default: piece = one(words, &random)
      }
      return piece + one(quantifiers, &random)
    }.joined()
  }
}
