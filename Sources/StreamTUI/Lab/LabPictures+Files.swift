import StreamHost
import StreamLab
import StreamUI

extension LabPictures {
  /// The PNG files beside a feed, as they are sent to the terminal.
  init(at location: FeedLocation) {
    let files = DemoPictures(location)
    self.init(grid: PictureGrid(run: 0)) { files.picture($0)?.slices }
  }
}

extension TerminalPicture {
  /// Encodes slice after slice; each call returns the bytes of one, nil after the last.
  var slices: LabPictures.Slices {
    var sent = 0
    return {
      guard sent < count else { return nil }
      let (payload, end) = slice(from: sent)
      sent = end
      return payload.utf8.count
    }
  }
}
