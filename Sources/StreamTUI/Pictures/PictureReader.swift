import CellGrid
import StreamHost
import StreamUI

/// The source of a shelf's pictures.
protocol PictureSource: AnyObject {
  /// Returns the state of the file of a wish; nil where there is none.
  func stamp(of wish: PictureWish) -> PictureFile.Stamp?
  /// Reads the file of a wish, and decodes it if need be; the reading before ends.
  func read(_ wish: PictureWish) -> PictureReading
  /// Ends the reading that goes on.
  func cancel()
}

/// Reads pictures for the terminal, one at a time: small PNG files as they are, others by the decoder.
///
/// Those of the network are fetched first.
final class PictureReader: PictureSource {
  private let decoder: PictureDecoder
  private let loop: EventLoop
  private let fetcher: PictureFetcher?
  private let location: (FileTarget) -> FeedLocation
  /// Gets the outcome of each reading that was pending, unless it was cancelled.
  var onEnd: (PictureWish, Result<TerminalPicture, PictureFault>) -> Void = { _, _ in }
  /// Told when a picture that was fetched has come, or will not: it can be read again.
  var onArrival: () -> Void = {}
  private var check: EventLoop.Token?

  /// - Parameters:
  ///   - fetcher: Fetches pictures of the network; nil where none are.
  ///   - location: The folder or archive that holds the feed of a file.
  init(
    children: Children,
    decoder: PictureDecoder? = nil,
    fetcher: PictureFetcher? = nil,
    location: @escaping (FileTarget) -> FeedLocation
  ) {
    self.decoder = decoder ?? PictureDecoder(children: children)
    loop = children.loop
    self.fetcher = fetcher
    self.location = location
    fetcher?.onEnd = { [weak self] in self?.onArrival() }
  }

  /// The state of the picture of a wish; nil where the gate lets none through.
  func stamp(of wish: PictureWish) -> PictureFile.Stamp? {
    switch wish.target {
    case .file(let file): PictureFile.Stamp(file.reference, beside: location(file))
    case .web(let target): fetcher?.stamp(of: target)
    }
  }

  /// Reads the picture of a wish; the reading before ends.
  func read(_ wish: PictureWish) -> PictureReading {
    cancel()
    do throws(PictureFault) {
      guard let file = try file(of: wish.target) else { return .pending }
      guard file.kind == .png else { return decode(file, wish) }
      switch PNGFile.read(file.bytes) {
      case .whole(let whole):
        look(PNGCheck(whole), at: whole, for: wish)
        return .pending
      case .large: return decode(file, wish)
      case .fault(let fault): throw fault
      }
    } catch {
      return .refused(error)
    }
  }

  /// The bytes of a picture; nil as long as they are fetched.
  private func file(of target: PictureTarget) throws(PictureFault) -> PictureFile? {
    switch target {
    case .file(let file): return try PictureFile(file.reference, beside: location(file))
    case .web(let target): return try fetcher?.file(of: target)
    }
  }

  /// Ends the reading that goes on; nobody hears of its end.
  func cancel() {
    loop.remove(check)
    check = nil
    decoder.cancel()
    fetcher?.cancel()
  }

  private func decode(_ file: PictureFile, _ wish: PictureWish) -> PictureReading {
    let hasBegun = decoder.decode(file.bytes, to: wish.box) { [weak self] in self?.onEnd(wish, $0) }
    let kind = file.kind == .png ? "a large PNG file" : "a \(file.kind.rawValue) file"
    return hasBegun ? .pending : .refused(.needsDecoder(TerminalPicture.decoder, for: kind))
  }

  /// Looks at a slice of the pixels a turn.
  private func look(_ pixels: PNGCheck, at file: PNGFile, for wish: PictureWish) {
    check = loop.schedule(afterMilliseconds: 0) { [weak self] in
      guard let self else { return [] }
      check = nil
      do throws(PictureFault) {
        if try pixels.advance() {
          look(pixels, at: file, for: wish)
        } else {
          onEnd(wish, .success(TerminalPicture(file)))
        }
      } catch {
        onEnd(wish, .failure(error))
      }
      return []
    }
  }
}

/// The files that are no pictures, as long as they are the same.
struct RefusedPictures {
  private struct Refusal {
    let fault: PictureFault
    let stamp: PictureFile.Stamp?
  }

  private var refusals: [String: Refusal] = [:]

  /// The most files that are remembered.
  private static let most = 4_096

  /// Takes in why the file of a wish, with this stamp, is no picture.
  mutating func note(_ fault: PictureFault, of wish: PictureWish, _ stamp: PictureFile.Stamp?) {
    if refusals.count >= Self.most { refusals = [:] }
    refusals[Self.key(wish.target)] = Refusal(fault: fault, stamp: stamp)
  }

  /// Returns why the file of a wish is no picture; nil if that is not known, or its stamp is another one by now.
  mutating func fault(
    of wish: PictureWish,
    _ stamp: (PictureWish) -> PictureFile.Stamp?
  ) -> PictureFault? {
    let key = Self.key(wish.target)
    guard let refusal = refusals[key] else { return nil }
    guard stamp(wish) != refusal.stamp else { return refusal.fault }
    refusals[key] = nil
    return nil
  }

  private static func key(_ target: PictureTarget) -> String {
    if case .file(let file) = target { "\(file.source)\u{0}\(target.path)" } else { target.path }
  }
}

/// Makes pictures of blocks for the page of a picture, one at a time, where the terminal draws none itself.
final class SymbolReader {
  private let children: Children
  private let fetcher: PictureFetcher?
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
    fetcher: PictureFetcher?,
    location: @escaping (FileTarget) -> FeedLocation
  ) {
    self.children = children
    self.colors = colors
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
    let decoder = decoder ?? PictureDecoder(children: children)
    self.decoder = decoder
    do throws(PictureFault) {
      let file: PictureFile
      switch wish.target {
      case .file(let target): file = try PictureFile(target.reference, beside: location(target))
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
      guard hasBegun else { throw .needsDecoder(TerminalPicture.decoder, for: "a picture") }
    } catch {
      onEnd(wish.number, .failure(error))
    }
  }
}
