import Addresses
import StreamHost
import StreamUI

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
