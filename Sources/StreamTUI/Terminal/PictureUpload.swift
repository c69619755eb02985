import CellGrid
import StreamUI

/// A picture on its way to the terminal, as commands of kitty's graphics protocol.
struct PictureUpload {
  let wish: PictureWish
  let picture: TerminalPicture
  /// The bytes of the picture that were sent.
  private var sent = 0

  /// Ends a transmission that is not whole.
  static let end = "\u{1B}_Gm=0,q=2;\u{1B}\\"

  init(_ picture: TerminalPicture, of wish: PictureWish) {
    self.picture = picture
    self.wish = wish
  }

  /// Whether the terminal waits for more of it.
  var hasBegun: Bool { sent > 0 }

  var isWhole: Bool { sent == picture.count }

  /// Takes the next slice: a command, and after the last one that which places the picture.
  mutating func next() -> [String] {
    let (payload, end) = picture.slice(from: sent)
    let isLast = end == picture.count
    let more = isLast ? 0 : 1
    let id = wish.number.id
    var commands = [
      sent == 0
        ? "\u{1B}_Ga=t,t=d,\(picture.keys),i=\(id),q=2,m=\(more);\(payload)\u{1B}\\"
        : "\u{1B}_Gm=\(more),q=2;\(payload)\u{1B}\\"
    ]
    if isLast {
      let box = wish.box
      commands.append("\u{1B}_Ga=p,U=1,i=\(id),c=\(box.columns),r=\(box.lines),q=2\u{1B}\\")
    }
    sent = end
    return commands
  }

  /// Returns the command that deletes the picture of a number.
  static func delete(_ number: PictureNumber) -> String {
    "\u{1B}_Ga=d,d=I,i=\(number.id),q=2\u{1B}\\"
  }
}
