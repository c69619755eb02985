import StreamLab
import StreamUI

extension LabPictures {
  /// The PNG files beside a feed, as they are sent to the terminal.
  init(at location: FeedLocation) {
    self.init(grid: PictureGrid(run: 0)) { wish in
      guard case .open(let path) = FolderGate.judge(wish.file.reference, at: location),
        let read = try? PictureFile(path: path), case .whole(let file) = PNGFile.read(read.bytes)
      else { return nil }
      let picture = TerminalPicture(file)
      var sent = 0
      return {
        guard sent < picture.count else { return nil }
        let (payload, end) = picture.slice(from: sent)
        sent = end
        return payload.utf8.count
      }
    }
  }
}
