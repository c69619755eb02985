import TestSupport
import Testing

@testable import StreamUI

@Suite struct WordDiffTests {
  private func text(_ old: String, _ new: String) -> String {
    WordDiff(from: old, to: new).parts.map { part in
      switch part.kind {
      case .same: part.text
      case .removed: "[-\(part.text)-]"
      case .added: "{+\(part.text)+}"
      }
    }.joined()
  }

  @Test(arguments: [
    ("", "", ""), ("a", "a", "a"), ("", "ice", "{+ice+}"), ("ice", "", "[-ice-]"),
    ("The ice is thick.", "The ice is thin.", "The ice is [-thick-]{+thin+}."),
    ("The ice is thick.", "The ice is not thick.", "The ice is {+not +}thick."),
    ("cross the ice now", "cross the ice", "cross the ice[- now-]"),
    // Neighbouring words are one change, with the space between them.
    ("a red boat sails", "a small green boat sails", "a [-red-]{+small green+} boat sails"),
    ("one two three", "uno dos three", "[-one two-]{+uno dos+} three"),
    ("first\nsecond", "first\nthird", "first\n[-second-]{+third+}"),
    ("42 metres, or so", "43 metres; or so", "[-42-]{+43+} metres[-,-]{+;+} or so"),
    ("湖は凍った", "湖は溶けた", "湖は[-凍っ-]{+溶け+}た"),
    ("лёд толстый", "лёд тонкий", "лёд [-толстый-]{+тонкий+}"),
    ("don't go", "do go", "[-don't-]{+do+} go"),
    // Spaces stand beside a change: one of added words is the one after them.
    ("in April and May", "in the first week and May", "in [-April-]{+the first week+} and May"),
    ("on April 3 and", "on May 4 and", "on [-April 3-]{+May 4+} and"),
    ("the ice, too", "the thick ice, too", "the {+thick +}ice, too"),
    ("ice now and then", "ice and then", "ice [-now -]and then"),
    ("ice now", "ice now too", "ice now{+ too+}"), ("ice.", "ice there.", "ice{+ there+}."),
    ("a  b", "a b", "a [- -]b"),
  ])
  func changedWordsAreMarked(_ old: String, _ new: String, _ expected: String) {
    #expect(text(old, new) == expected)
  }

  /// Beyond the limits both texts stand one after the other, without their common start and end.
  @Test func textsThatDifferInMuchStandOneAfterTheOther() {
    let old = (0..<600).map { "a\($0)" }.joined(separator: ",")
    let new = (0..<600).map { "b\($0)" }.joined(separator: ",")
    #expect(
      text("Start " + old + " end", "Start " + new + " end") == "Start [-\(old)-]{+\(new)+} end"
    )
    // Very long texts are not compared.
    let long = String(repeating: "x ", count: WordDiff.byteLimit / 2)
    let rest = long.dropLast()
    #expect(text("a " + long, "b " + long) == "[-a \(rest)-]{+b \(rest)+} ")
    #expect(text(long, long) == long)
  }

  /// Any two texts: the parts without what was added are the old one, those without what was removed the new one.
  @Test func thePartsHoldBothTexts() {
    let words = [
      "ice", "lake", " ", " ", ",", ".", "\n", "湖", "é", "e\u{301}", "👍🏽", "a_b", "7", "\u{0}",
    ]
    var random = SplitMix(seed: 29)
    for _ in 0..<2_000 {
      let old = (0..<random.below(30)).map { _ in words[random.below(words.count)] }
      var new = old
      for _ in 0..<random.below(6) where !new.isEmpty {
        let place = random.below(new.count)
        switch random.below(3) {
        case 0: new.remove(at: place)
        case 1: new.insert(words[random.below(words.count)], at: place)
        default: new[place] = words[random.below(words.count)]
        }
      }
      let diff = WordDiff(from: old.joined(), to: new.joined())
      let without = { (kind: WordDiff.Part.Kind) in
        diff.parts.filter { $0.kind != kind }.map(\.text).joined()
      }
      #expect(without(.added) == old.joined())
      #expect(without(.removed) == new.joined())
      // Two ways to write an accented letter are two texts.
      #expect(diff.isEmpty == Array(old.joined().utf8).elementsEqual(new.joined().utf8))
      for (part, next) in zip(diff.parts, diff.parts.dropFirst()) {
        #expect(part.kind != next.kind && (part.kind, next.kind) != (.added, .removed))
      }
      expectSpacesOutside(diff.parts)
    }
  }

  /// Both sides of a change share no space at an edge; one that stands alone begins with none that may end it as well.
  private func expectSpacesOutside(_ parts: [WordDiff.Part]) {
    let spaces: Set<Character> = [" ", "\n"]
    for (index, part) in parts.enumerated() where part.kind != .same {
      let next = index + 1 < parts.count ? parts[index + 1] : nil
      if part.kind == .removed, let next, next.kind == .added {
        let (first, last) = (part.text.first, part.text.last)
        #expect(first != next.text.first || !spaces.contains(first ?? "x"), "\(parts)")
        #expect(last != next.text.last || !spaces.contains(last ?? "x"), "\(parts)")
        continue
      }
      let isAlone = index == 0 || parts[index - 1].kind == .same
      guard isAlone, let next, let first = part.text.first, spaces.contains(first),
        !part.text.allSatisfy(spaces.contains)
      else { continue }
      // The last space between two changes stays: it parts them.
      let isLast = index + 2 >= parts.count
      #expect(next.text.first != first || (next.text.count == 1 && !isLast), "\(parts)")
    }
  }

  @Test func theDifferenceIsTheShortest() {
    var random = SplitMix(seed: 4)
    for _ in 0..<300 {
      let signs = ["-", "+", "*", "/"]
      let old = (0..<random.below(14)).map { _ in signs[random.below(4)] }
      let new = (0..<random.below(14)).map { _ in signs[random.below(4)] }
      var common = Array(repeating: Array(repeating: 0, count: new.count + 1), count: old.count + 1)
      for x in old.indices {
        for y in new.indices {
          common[x + 1][y + 1] =
            old[x] == new[y] ? common[x][y] + 1 : max(common[x][y + 1], common[x + 1][y])
        }
      }
      let same = WordDiff(from: old.joined(), to: new.joined()).parts.filter { $0.kind == .same }
      #expect(same.reduce(0) { $0 + $1.text.count } == common[old.count][new.count])
    }
  }
}
