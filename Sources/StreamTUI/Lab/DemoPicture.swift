import Addresses
import StreamHost
import StreamUI

/// A picture of the demonstration's feed: a lake under a sky, made by a formula from its number.
struct DemoPicture {
  let number: Int

  static let width = 160
  static let height = 80
  /// The line of the picture where sky and water meet.
  private static let shore = 48

  /// Makes the picture that the built-in feed names; nil for any other name.
  init?(path: String) {
    let parts = path.split(separator: "/")
    guard parts.count == 2, parts[0] == "lakes", parts[1].hasSuffix(".png"),
      let number = Int(parts[1].dropLast(4))
    else { return nil }
    self.number = number
  }

  var picture: TerminalPicture {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.width * Self.height * 4)
    for line in 0..<Self.height {
      for column in 0..<Self.width { bytes += color(line, column) + [255] }
    }
    return TerminalPicture(width: Self.width, height: Self.height, bytes: bytes)
  }

  private func color(_ line: Int, _ column: Int) -> [UInt8] {
    let isWater = line >= Self.shore
    // The water shows the sky upside down, and darker.
    let height = isWater ? 2 * Self.shore - line : line
    let (sunLine, sunColumn) = (14 + number * 5 % 22, 20 + number * 37 % 120)
    let (down, across) = (height - sunLine, column - sunColumn)
    let isSun = down * down + across * across < 90
    let hill = 40 - (column + number * 29) * (160 - column + number * 13 % 60) % 97 / 9
    let sky = [250 - height * 2, 140 + height + number * 31 % 60, 110 + number * 17 % 140]
    let base = isSun ? [255, 240, 190] : height > hill ? [50, 80 + number % 40, 70] : sky
    return base.map { UInt8(clamping: isWater ? $0 * 3 / 5 + (line + column / 9) % 3 * 8 : $0) }
  }
}

/// The pictures of a demonstration: PNG files beside its feed, or those of the built-in one.
final class DemoPictures: PictureSource {
  private let location: FeedLocation?

  /// - Parameter location: Where the feed was found; nil for the built-in one.
  init(_ location: FeedLocation?) { self.location = location }

  func picture(_ wish: PictureWish) -> TerminalPicture? {
    guard case .file(let target) = wish.target else { return nil }
    guard let location else { return DemoPicture(path: wish.target.path)?.picture }
    guard let read = try? PictureFile(target.reference, beside: location),
      case .whole(let file) = PNGFile.read(read.bytes)
    else { return nil }
    return TerminalPicture(file)
  }

  /// A file counts as the same for as long as the demonstration runs.
  func stamp(of wish: PictureWish) -> PictureFile.Stamp? { nil }

  func read(_ wish: PictureWish) -> PictureReading {
    picture(wish).map { .picture($0) } ?? .refused(.otherKind)
  }

  func cancel() {}
}
