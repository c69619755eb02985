import CellGrid

/// A cluster as the terminal is sent it.
struct TerminalCluster {
  /// How ncurses' picture holds a cluster.
  enum Drawing: Equatable {
    /// Cells that together take the cluster's columns, each with its scalars.
    case cells([[UInt32]])
    /// One piece, for which ``StandIns`` stand.
    case whole([UInt32])
  }

  let drawing: Drawing

  /// Decides how a cluster of `columns` is drawn.
  ///
  /// - Parameter width: The C library's width of a scalar; negative if it does not know it.
  init(_ all: [UInt32], columns: Int, forms: ClusterForms, width: (UInt32) -> Int) {
    var scalars = Self.composed(all)
    let blank: [UInt32] = [0x20]
    guard let first = scalars.first, !scalars.allSatisfy({ Self.isFiller($0) || $0 == 0xA0 }) else {
      drawing = .cells(Array(repeating: blank, count: columns))
      return
    }
    if scalars.count == 2, !forms.contains(.flags), scalars.allSatisfy(Self.indicators.contains) {
      drawing = .cells(scalars.map { [$0 - Self.indicators.lowerBound + 0x41] })
      return
    }
    let isPicture = ColumnWidth.isPictograph(first)
    if isPicture, width(first) < 0, !forms.contains(.newEmoji) {
      drawing = .cells([[0xFFFD]] + Array(repeating: blank, count: columns - 1))
      return
    }
    if isPicture, !forms.contains(.skinTones) { scalars.removeAll(where: Self.tones.contains) }
    if !forms.contains(.joined), let single = Self.single(scalars, columns: columns) {
      drawing = .cells([[single]] + Array(repeating: blank, count: columns - width(single)))
      return
    }
    // A sign in the feed's text would show a part of any picture that is there.
    scalars = scalars.map { $0 == PicturePlaceholder.scalar ? 0xFFFD : $0 }
    let plain = scalars.filter { $0 != 0xFE0F }
    let lead = width(first)
    if plain.count <= CursesCells.scalarsPerCell, first < StandIns.scalars.lowerBound,
      Self.isOneCell(plain, width), forms.contains(.newMarks) || !plain.contains(where: Self.isNew)
    {
      if lead == columns {
        drawing = .cells([plain])
        return
      }
      // If a selector makes a narrow character wide, its text form and a blank are drawn.
      if lead == 1, columns == 2, plain.count < scalars.count, ColumnWidth.columns(of: first) == 1 {
        drawing = .cells([plain, blank])
        return
      }
    }
    drawing = .whole(scalars)
  }

  /// Whether a character draws nothing in its columns: the fillers of Hangul.
  static func isFiller(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x115F, 0x1160, 0x3164, 0xFFA0: true
    default: false
    }
  }

  /// Whether all terminals write `scalars` into the columns of the first, as far as was measured.
  ///
  /// Joined emoji are, if the first is wide and the terminal joins them; kitty has letters of Hangul that do not make
  /// a syllable side by side.
  private static func isOneCell(_ scalars: [UInt32], _ width: (UInt32) -> Int) -> Bool {
    let isWide = width(scalars[0]) == 2
    return zip(scalars, scalars.dropFirst()).allSatisfy { before, scalar in
      if scalar == joiner || before == joiner { return isWide }
      return width(scalar) == 0 && !isVowel(scalar) || isWide && tones.contains(scalar)
    }
  }

  /// Whether a scalar was assigned after Unicode 5.0.
  private static func isNew(_ scalar: UInt32) -> Bool {
    guard let age = Unicode.Scalar(scalar)?.properties.age else { return true }
    return (age.major, age.minor) > (5, 0)
  }

  private static let joiner: UInt32 = 0x200D
  private static let tones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF
  private static let indicators: ClosedRange<UInt32> = 0x1F1E6...0x1F1FF

  /// Whether a scalar is a vowel or a final consonant of Hangul.
  private static func isVowel(_ scalar: UInt32) -> Bool {
    (0x1160...0x11FF).contains(scalar) || (0xD7B0...0xD7FB).contains(scalar)
  }

  /// Returns the scalars with the letters of a Hangul syllable as one (Unicode 3.12, "Hangul Syllable Composition").
  private static func composed(_ scalars: [UInt32]) -> [UInt32] {
    guard scalars.count > 1 else { return scalars }
    var syllable = scalars[0]
    var count = 1
    if (0x1100...0x1112).contains(syllable), (0x1161...0x1175).contains(scalars[1]) {
      syllable = 0xAC00 + ((syllable - 0x1100) * 21 + scalars[1] - 0x1161) * 28
      count = 2
    }
    if count < scalars.count, (0xAC00...0xD7A3).contains(syllable), (syllable - 0xAC00) % 28 == 0,
      (0x11A8...0x11C2).contains(scalars[count])
    {
      syllable += scalars[count] - 0x11A7
      count += 1
    }
    return [syllable] + scalars.dropFirst(count)
  }

  private static let kiss: UInt32 = 0x1F48B
  private static let heart: UInt32 = 0x2764
  /// Man, woman, boy, girl, baby, person.
  private static let people: Set<UInt32> = [
    0x1F466, 0x1F467, 0x1F468, 0x1F469, 0x1F476, 0x1F9D1, 0x1F9D2,
  ]

  /// Returns a sign that stands for joined ones in a terminal that draws them side by side; nil for other clusters.
  ///
  /// It means the same with less detail, or nothing: a part of a family would be another family, and half a couple
  /// another person.
  private static func single(_ scalars: [UInt32], columns: Int) -> UInt32? {
    guard columns > 1, scalars.contains(joiner) else { return nil }
    if scalars.contains(kiss) { return 0x1F48F }
    if scalars.contains(heart), scalars.count(where: people.contains) > 1 { return 0x1F491 }
    switch scalars.count(where: people.contains) {
    case ...1: return scalars[0] >= 0x1F000 ? scalars[0] : nil
    case 2: return 0x3013
    default: return 0x1F46A
    }
  }
}
