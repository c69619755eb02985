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

/// Reads the files of pictures for the terminal, one at a time: small PNG files as they are, others by the decoder.
final class PictureReader: PictureSource {
  private let decoder: PictureDecoder
  private let loop: EventLoop
  private let location: (FileTarget) -> FeedLocation
  /// Gets the outcome of each reading that was pending, unless it was cancelled.
  var onEnd: (PictureWish, Result<TerminalPicture, PictureFault>) -> Void = { _, _ in }
  private var check: EventLoop.Token?

  /// - Parameter location: The folder or archive that holds the feed of a file.
  init(
    children: Children,
    decoder: PictureDecoder? = nil,
    location: @escaping (FileTarget) -> FeedLocation
  ) {
    self.decoder = decoder ?? PictureDecoder(children: children)
    loop = children.loop
    self.location = location
  }

  /// The state of the file of a wish; nil where the gate lets none through.
  func stamp(of wish: PictureWish) -> PictureFile.Stamp? {
    PictureFile.Stamp(wish.file.reference, beside: location(wish.file))
  }

  /// Reads the file of a wish; the reading before ends.
  func read(_ wish: PictureWish) -> PictureReading {
    cancel()
    do throws(PictureFault) {
      let file = try PictureFile(wish.file.reference, beside: location(wish.file))
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

  /// Ends the reading that goes on; nobody hears of its end.
  func cancel() {
    loop.remove(check)
    check = nil
    decoder.cancel()
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
