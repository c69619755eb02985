/// What a cell means; a theme says what the meaning looks like.
///
/// The raw value is stable within a run only. `letter` is the cell's sign in the style plane of a
/// snapshot and is part of what golden screens promise.
package enum Role: UInt8, CaseIterable, Sendable, Hashable {
  case text
  case faint
  case gutter
  case gutterSelected
  case accountName
  case handle
  case time
  case reshared
  case title
  case contentWarning
  case heading
  case code
  case quoteMark
  case listMark
  case mark
  case customEmoji
  case link
  case linkFocused
  case linkPressed
  case mention
  case hashtag
  case counts
  case attachment
  case more
  case problem
  case commentMark
  case status
  case statusWarning
  case statusTarget
  case pageTitle
  case helpKey

  /// The sign of this role in a style plane.
  package var letter: UInt8 {
    switch self {
    case .text: UInt8(ascii: ".")
    case .faint: UInt8(ascii: ",")
    case .gutter: UInt8(ascii: "g")
    case .gutterSelected: UInt8(ascii: "G")
    case .accountName: UInt8(ascii: "n")
    case .handle: UInt8(ascii: "h")
    case .time: UInt8(ascii: "t")
    case .reshared: UInt8(ascii: "r")
    case .title: UInt8(ascii: "T")
    case .contentWarning: UInt8(ascii: "w")
    case .heading: UInt8(ascii: "1")
    case .code: UInt8(ascii: "c")
    case .quoteMark: UInt8(ascii: "q")
    case .listMark: UInt8(ascii: "l")
    case .mark: UInt8(ascii: "m")
    case .customEmoji: UInt8(ascii: "e")
    case .link: UInt8(ascii: "L")
    case .linkFocused: UInt8(ascii: "F")
    case .linkPressed: UInt8(ascii: "f")
    case .mention: UInt8(ascii: "M")
    case .hashtag: UInt8(ascii: "H")
    case .counts: UInt8(ascii: "#")
    case .attachment: UInt8(ascii: "a")
    case .more: UInt8(ascii: "+")
    case .problem: UInt8(ascii: "p")
    case .commentMark: UInt8(ascii: "|")
    case .status: UInt8(ascii: "=")
    case .statusWarning: UInt8(ascii: "!")
    case .statusTarget: UInt8(ascii: "@")
    case .pageTitle: UInt8(ascii: "P")
    case .helpKey: UInt8(ascii: "k")
    }
  }
}
