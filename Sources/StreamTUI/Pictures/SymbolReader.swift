import CellGrid
import StreamUI

/// Makes pictures of blocks for the page of a picture, one at a time, where the terminal draws none itself.
final class SymbolReader {
  private let children: Children
  private let program: String
  private let location: (FileTarget) -> FeedLocation
  /// The colours of the terminal's palette.
  private let colors: Int
  /// Told about a picture that has been made, or the reason why not.
  var onEnd: (PictureNumber, Result<SymbolPicture, PictureFault>) -> Void = { _, _ in }
  /// The last one that was asked for: its number says its size, too.
  private var last: PictureNumber?
  private var decoder: PictureDecoder?

  /// - Parameter location: The folder or archive that holds the feed of a file.
  init(
    children: Children,
    colors: Int,
    program: String = TerminalPicture.decoder,
    location: @escaping (FileTarget) -> FeedLocation
  ) {
    self.children = children
    self.colors = colors
    self.program = program
    self.location = location
  }

  /// Makes the picture of a wish, unless it is the one that was asked for last; nil ends what is going on.
  func want(_ wish: PictureWish?) {
    guard wish?.number != last else { return }
    decoder?.cancel()
    last = wish?.number
    guard let wish else { return }
    let decoder = decoder ?? PictureDecoder(children: children, program: program)
    self.decoder = decoder
    do throws(PictureFault) {
      let file: PictureFile
      switch FolderGate.judge(wish.file.reference, at: location(wish.file)) {
      case .open(let path): file = try PictureFile(path: path)
      case .refuse(let reason): throw .refused(reason)
      }
      if file.kind == .png, case .fault(let fault) = PNGFile.read(file.bytes) { throw fault }
      let hasBegun = decoder.symbols(file.bytes, to: wish.box, hasColors: colors >= 256) {
        [weak self] in self?.onEnd(wish.number, $0)
      }
      guard hasBegun else { throw .needsDecoder(program, for: "a picture") }
    } catch {
      onEnd(wish.number, .failure(error))
    }
  }
}
