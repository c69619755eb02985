/// The line breaking rules, applied scalar by scalar.
///
/// Implements UAX #14 of Unicode 15, with rule LB25 in the form of its section 8.2, example 7,
/// which keeps numbers whole. The state has a constant size, so a text of any length is read once.
struct LineBreakRules {
  enum Opportunity {
    case prohibited, allowed, mandatory
  }

  private enum Number {
    case none, digits, closed
  }

  private let bytes: Bytes
  private let end: Int
  /// The class of the previous scalar, with marks absorbed (LB9); nil at the start.
  private var before: LineBreakClass?
  /// The class before the spaces when `before` is a space.
  private var beforeSpaces: LineBreakClass?
  private var isAfterJoiner = false
  private var isAfterZeroWidthSpace = false
  private var number = Number.none
  private var indicators = 0
  private var isAfterHebrewHyphen = false

  init(_ bytes: Bytes, end: Int) {
    self.bytes = bytes
    self.end = end
  }

  /// Whether no break is possible between the next two bytes if both are letters or digits.
  var isInsideWord: Bool { before == .al || before == .nu }

  /// Consumes an ASCII letter or digit that follows another one, where no line may break.
  mutating func takeWordByte(isDigit: Bool) {
    before = isDigit ? .nu : .al
    number = isDigit ? .digits : .none
    isAfterJoiner = false
  }

  /// Consumes the scalar at `index`, `length` bytes long, and returns whether a line may break before it.
  mutating func take(_ scalar: UInt32, at index: Int, length: Int) -> Opportunity {
    let raw = ScalarProperties(scalar).lineBreak
    guard let previous = before else {
      absorb(raw == .cm || raw == .zwj ? .al : raw, isJoiner: raw == .zwj)
      return .prohibited
    }
    let isMark = raw == .cm || raw == .zwj
    let takesMarks =
      switch previous {
      case .bk, .cr, .lf, .nl, .sp, .zw: false
      default: true
      }
    if isMark, takesMarks {
      // LB9: the mark belongs to the character it combines with.
      isAfterJoiner = raw == .zwj
      return .prohibited
    }
    let current = isMark ? .al : raw
    let opportunity = opportunity(previous, current, after: index + length)
    absorb(current, isJoiner: raw == .zwj)
    return opportunity
  }

  private mutating func absorb(_ current: LineBreakClass, isJoiner: Bool) {
    if current == .sp {
      if before != .sp { beforeSpaces = before }
      if before == .zw { isAfterZeroWidthSpace = true }
    } else {
      beforeSpaces = nil
      isAfterZeroWidthSpace = false
    }
    switch (number, current) {
    case (_, .nu): number = .digits
    case (.digits, .sy), (.digits, .infix): break
    case (.digits, .cl), (.digits, .cp), (.digits, .cpWide): number = .closed
    default: number = .none
    }
    indicators = current == .ri ? indicators + 1 : 0
    isAfterHebrewHyphen = before == .hl && (current == .hy || current == .ba)
    isAfterJoiner = isJoiner
    before = current
  }

  private func opportunity(
    _ previous: LineBreakClass,
    _ current: LineBreakClass,
    after next: Int
  ) -> Opportunity {
    // LB4 to LB6.
    switch previous {
    case .bk, .lf, .nl: return .mandatory
    case .cr: return current == .lf ? .prohibited : .mandatory
    default: break
    }
    switch current {
    case .bk, .cr, .lf, .nl, .sp, .zw: return .prohibited  // LB6, LB7
    default: break
    }
    if previous == .zw || isAfterZeroWidthSpace { return .allowed }  // LB8
    if isAfterJoiner { return .prohibited }  // LB8a
    if current == .wj || previous == .wj { return .prohibited }  // LB11
    if previous == .gl { return .prohibited }  // LB12
    if current == .gl, previous != .sp, previous != .ba, previous != .hy {
      return .prohibited  // LB12a
    }
    switch current {
    case .cl, .cp, .cpWide, .ex, .infix, .sy: return .prohibited  // LB13
    default: break
    }
    let base = previous == .sp ? beforeSpaces : previous
    switch (base, current) {
    case (.op, _), (.opWide, _): return .prohibited  // LB14
    case (.qu, .op), (.qu, .opWide): return .prohibited  // LB15
    case (.cl, .ns), (.cp, .ns), (.cpWide, .ns): return .prohibited  // LB16
    case (.b2, .b2): return .prohibited  // LB17
    default: break
    }
    if previous == .sp { return .allowed }  // LB18
    if current == .qu || previous == .qu { return .prohibited }  // LB19
    if current == .cb || previous == .cb { return .allowed }  // LB20
    return pairs(previous, current, after: next) ? .prohibited : .allowed
  }

  /// Returns whether a pair without spaces stays together (LB21 to LB30b).
  private func pairs(
    _ previous: LineBreakClass,
    _ current: LineBreakClass,
    after next: Int
  ) -> Bool {
    switch current {
    case .ba, .hy, .ns, .inseparable: return true  // LB21, LB22
    default: break
    }
    if previous == .bb { return true }  // LB21
    switch (previous, current) {
    case (.hy, _), (.ba, _):
      // LB21a: no break after a hyphen that follows a Hebrew letter.
      if isAfterHebrewHyphen { return true }
      return previous == .hy && current == .nu
    case (.sy, .hl): return true  // LB21b
    case (.al, .nu), (.hl, .nu), (.nu, .al), (.nu, .hl): return true  // LB23
    case (.pr, .id), (.pr, .eb), (.pr, .em), (.pr, .idUnassigned): return true  // LB23a
    case (.id, .po), (.eb, .po), (.em, .po), (.idUnassigned, .po): return true
    case (.pr, .al), (.pr, .hl), (.po, .al), (.po, .hl): return true  // LB24
    case (.al, .pr), (.al, .po), (.hl, .pr), (.hl, .po): return true
    case (.pr, .nu), (.po, .nu): return true  // LB25
    case (.pr, .op), (.po, .op), (.pr, .opWide), (.po, .opWide): return isDigit(at: next)
    case (_, .nu) where number == .digits: return true
    case (_, .pr) where number != .none, (_, .po) where number != .none: return true
    case (.jl, .jl), (.jl, .jv), (.jl, .h2), (.jl, .h3): return true  // LB26
    case (.jv, .jv), (.jv, .jt), (.h2, .jv), (.h2, .jt): return true
    case (.jt, .jt), (.h3, .jt): return true
    case (.jl, .po), (.jv, .po), (.jt, .po), (.h2, .po), (.h3, .po): return true  // LB27
    case (.pr, .jl), (.pr, .jv), (.pr, .jt), (.pr, .h2), (.pr, .h3): return true
    case (.al, .al), (.al, .hl), (.hl, .al), (.hl, .hl): return true  // LB28
    case (.infix, .al), (.infix, .hl): return true  // LB29
    case (.al, .op), (.hl, .op), (.nu, .op): return true  // LB30
    case (.cp, .al), (.cp, .hl), (.cp, .nu): return true
    case (.ri, .ri): return indicators % 2 == 1  // LB30a
    case (.eb, .em), (.idUnassigned, .em): return true  // LB30b
    default: return false
    }
  }

  private func isDigit(at index: Int) -> Bool {
    guard index < end else { return false }
    let (scalar, _) = UTF8Scalar.decode(bytes, at: index)
    return scalar.map { ScalarProperties($0).lineBreak == .nu } ?? false
  }
}
