import CellGrid
import StreamHost
import StreamUI

/// Makes pictures of blocks for the page of a picture, one at a time, where the terminal draws none itself.
final class SymbolReader {
  private let children: Children
  private let program: String
  private let fetcher: (any PictureTransfers)?
  private let location: (FileTarget) -> FeedLocation
  private let colors: Int
  /// Told about a picture that has been made, or the reason why not.
  var onEnd: (PictureNumber, Result<SymbolPicture, PictureFault>) -> Void = { _, _ in }
  /// The last one that was asked for: its number says its size, too.
  private var last: PictureNumber?
  private var decoder: PictureDecoder?
  private var fetched: PictureWish?

  /// - Parameters:
  ///   - fetcher: Fetches pictures of the network; nil where none are.
  ///   - location: The folder or archive that holds the feed of a file.
  init(
    children: Children,
    colors: Int,
    program: String = TerminalPicture.decoder,
    fetcher: (any PictureTransfers)? = nil,
    location: @escaping (FileTarget) -> FeedLocation
  ) {
    self.children = children
    self.colors = colors
    self.program = program
    self.fetcher = fetcher
    self.location = location
    fetcher?.onEnd = { [weak self] in
      guard let self, let wish = fetched else { return }
      begin(wish)
    }
  }

  /// Makes the picture of a wish, unless it is the one that was asked for last; nil ends what is going on.
  func want(_ wish: PictureWish?) {
    guard wish?.number != last else { return }
    decoder?.cancel()
    fetcher?.cancel()
    fetched = nil
    last = wish?.number
    if let wish { begin(wish) }
  }

  private func begin(_ wish: PictureWish) {
    fetched = nil
    let decoder = decoder ?? PictureDecoder(children: children, program: program)
    self.decoder = decoder
    do throws(PictureFault) {
      let file: PictureFile
      switch wish.target {
      case .file(let target):
        file = try PictureFile(target.reference, beside: location(target))
      case .web(let target):
        guard let whole = try fetcher?.file(of: target) else {
          fetched = wish
          return
        }
        file = whole
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
