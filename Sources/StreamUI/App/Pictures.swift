import CellGrid

/// The pictures that were asked for, and what the terminal says about pictures.
struct Pictures {
  /// The wishes that were told last.
  private var told = PictureWishes()
  /// Whether nothing has come in between: a key drops what is not in the terminal yet.
  private var isTold = true
  /// The answer of the terminal while rows move: they are laid out anew at rest.
  private var answer: PictureGrid??
  /// The pictures that the terminal was sent so far.
  private(set) var traffic = PictureTraffic()
  /// The bytes of these that were sent while rows moved: 0, unless the rules are broken.
  private(set) var bytesWhileMoving = 0
  /// The faults that came while rows moved.
  private var faults: [PictureNumber: SafeText?] = [:]
  private var symbols: (number: PictureNumber, picture: SymbolPicture)?

  /// Something came in that may have ended what was asked for.
  mutating func noteInput() { isTold = false }

  /// Takes in how the terminal draws pictures; nil where it cannot.
  mutating func take(_ grid: PictureGrid?) { answer = .some(grid) }

  /// Notes the pictures that were sent up to now; since the last time rows moved, or did not.
  mutating func note(_ sent: PictureTraffic, isMoving: Bool) {
    guard sent != traffic else { return }
    if isMoving { bytesWhileMoving += sent.bytes - traffic.bytes }
    traffic = sent
  }

  /// Takes in why a picture is not shown; nil if it can be.
  mutating func take(_ fault: SafeText?, of number: PictureNumber) {
    faults.updateValue(fault, forKey: number)
  }

  /// Takes in a picture of blocks.
  mutating func take(_ picture: SymbolPicture, of number: PictureNumber) {
    symbols = (number, picture)
  }

  /// Returns the picture of blocks that can be shown by now.
  mutating func takeSymbols(isMoving: Bool) -> (number: PictureNumber, picture: SymbolPicture)? {
    guard !isMoving else { return nil }
    defer { symbols = nil }
    return symbols
  }

  /// Returns the faults that rows can show by now.
  mutating func takeFaults(isMoving: Bool) -> [PictureNumber: SafeText?] {
    guard !faults.isEmpty, !isMoving else { return [:] }
    defer { faults = [:] }
    return faults
  }

  /// Returns the answer that rows can be laid out by now; nil where there is none.
  mutating func takeAnswer(isMoving: Bool) -> PictureGrid?? {
    guard let answer, !isMoving else { return nil }
    self.answer = nil
    return .some(answer)
  }

  /// Asks for the pictures near the viewport, unless that is done; call it at rest.
  mutating func wishes(in view: PageView) -> [Effect] {
    guard view.options.pagePictures != nil || told != PictureWishes() else { return [] }
    let wishes = view.pictureWishes
    guard wishes != told || !isTold else { return [] }
    let isNothing = wishes == PictureWishes() && told == PictureWishes()
    told = wishes
    isTold = true
    return isNothing ? [] : [.wantPictures(wishes)]
  }
}
