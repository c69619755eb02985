import Addresses
import StreamHost
import StreamModel
import StreamUI

/// The pictures of a viewer: those that the terminal draws, and those of blocks where it draws none.
final class ViewerPictures {
  // Each takes one picture after the other: neither waits for what the other wants.
  private let drawn: PictureFetcher
  private let symbolic: PictureFetcher
  private let shelf: PictureShelf
  private let symbols: SymbolReader

  /// - Parameter location: the folder or archive of the feed that names a file.
  init(
    on terminal: NcursesTerminal,
    _ fetcher: Fetcher,
    isSecure: Bool,
    location: @escaping (FileTarget) -> FeedLocation
  ) {
    drawn = PictureFetcher(fetcher, isSecure: isSecure)
    symbolic = PictureFetcher(fetcher, isSecure: isSecure)
    let children = fetcher.children
    let loop = children.loop
    let reader = PictureReader(children: children, fetcher: drawn, location: location)
    shelf = PictureShelf(loop: loop, reader: reader) { [weak terminal] in
      terminal?.write($0) ?? false
    }
    shelf.onFault = { [weak loop] number, fault in
      loop?.post([.event(.pictureFault(number, fault))])
    }
    reader.onEnd = { [weak shelf] wish, result in shelf?.take(result, of: wish) }
    reader.onArrival = { [weak shelf] in shelf?.arrived() }
    symbols = SymbolReader(
      children: children,
      colors: terminal.colorCount,
      fetcher: symbolic,
      location: location
    )
    symbols.onEnd = { [weak loop] number, result in
      switch result {
      case .success(let picture): loop?.post([.event(.symbols(number, picture))])
      case .failure(let fault): loop?.post([.event(.pictureFault(number, fault.text))])
      }
    }
    terminal.shelf = shelf
  }

  /// Sends the pictures that are wanted, or makes the first of them of blocks.
  func want(_ wishes: PictureWishes) {
    symbols.want(wishes.asSymbols ? wishes.wanted.first : nil)
    if !wishes.asSymbols { shelf.want(wishes) }
  }

  /// The bytes of a picture of the network that has come, to be saved.
  func bytes(of target: LinkTarget) -> [UInt8]? {
    drawn.bytes(of: target) ?? symbolic.bytes(of: target)
  }

  func cancel() {
    drawn.cancel()
    symbolic.cancel()
  }
}
