package import Addresses

/// Brings the bytes of pictures of the network, one at a time.
package protocol PictureTransfers: AnyObject {
  /// Told when the picture that was pending has come, or will not: reading it tells which.
  var onEnd: () -> Void { get set }
  /// Returns the bytes of a picture; nil while they are fetched.
  ///
  /// - Throws: If they cannot be, or are no picture.
  func file(of target: LinkTarget) throws(PictureFault) -> PictureFile?
  /// Returns the state of a picture, which is another one once it may be asked for again.
  func stamp(of target: LinkTarget) -> PictureFile.Stamp
  /// Ends the transfer that goes on; nobody hears of its end.
  func cancel()
}
