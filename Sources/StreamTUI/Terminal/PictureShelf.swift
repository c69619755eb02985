import Addresses
import CellGrid
import StreamUI

/// The pictures that the terminal has, and the one that is on its way.
///
/// A picture is sent in slices, one a turn of the loop, and only at rest: any key stops that, until the app, at rest
/// again, says what it wants. So a key waits for one slice at most, and none of it is sent while rows move.
final class PictureShelf {
  /// The most pictures that the terminal has at a time.
  static let most = 64
  /// The most pixels of these together, which take four bytes each in the terminal: 256 MB.
  static let mostPixels = 64 << 20

  private struct Upload {
    let wish: PictureWish
    let picture: TerminalPicture
    /// The bytes of the picture that were sent.
    var sent = 0
  }

  /// The picture that is on its way; one at a time.
  private enum Work {
    case none
    case decoding(PictureWish)
    case decoded(PictureWish, TerminalPicture)
    case sending(Upload)

    var wish: PictureWish? {
      switch self {
      case .none: nil
      case .decoding(let wish), .decoded(let wish, _): wish
      case .sending(let upload): upload.wish
      }
    }

    var upload: Upload? { if case .sending(let upload) = self { upload } else { nil } }
  }

  private struct Held {
    let file: FileTarget
    let pixels: Int
  }

  /// Writes bytes to the terminal; false where it has not accepted earlier ones, and takes none.
  private let write: (String) -> Bool
  /// Reads the file of a wish, and decodes it if need be.
  private let read: (PictureWish) -> PictureReading
  /// Told when a picture that is being decoded is not wanted any more.
  var onDrop: () -> Void = {}
  /// Told when the terminal has other pictures.
  var onChange: () -> Void = {}
  private let loop: EventLoop
  private var held: [PictureNumber: Held] = [:]
  private var wanted: [PictureWish] = []
  /// The numbers of all that is wanted, in the terminal or not.
  private var near: Set<PictureNumber> = []
  private var work = Work.none
  /// The files that are no pictures.
  private var refused: Set<String> = []
  private var isPaused = true
  /// Whether it waits for the terminal to accept bytes.
  private var isStalled = false
  private var timer: EventLoop.Token?
  /// Numbers to be deleted, once the terminal accepts that.
  private var leaving: [PictureNumber] = []
  /// The pictures and bytes that were sent.
  private(set) var traffic = PictureTraffic()

  init(
    loop: EventLoop,
    write: @escaping (String) -> Bool,
    read: @escaping (PictureWish) -> PictureReading
  ) {
    self.loop = loop
    self.write = write
    self.read = read
  }

  /// The number of pictures that the terminal has.
  var count: Int { held.count }

  /// Sends what is wanted from now on, and deletes what is far away.
  func want(_ wishes: PictureWishes) {
    isPaused = false
    let contested = Self.contested(wishes.wanted)
    wanted = wishes.wanted.filter { !contested.contains($0.number) }
    near = Set(wanted.map(\.number))
    let files = Dictionary(wanted.map { ($0.number, $0.file) }) { first, _ in first }
    for (number, picture) in held.sorted(by: { $0.key.id < $1.key.id }) {
      let isKept = wishes.kept.contains(number) && !contested.contains(number)
      // A picture that is wanted now takes the number of one that is out of sight.
      guard !isKept || files[number].map({ $0 != picture.file }) == true else { continue }
      held[number] = nil
      leaving.append(number)
    }
    if !leaving.isEmpty { onChange() }
    // A transmission that has begun is ended between two slices.
    if work.upload == nil, let wish = work.wish, !wanted.contains(wish) { drop() }
    goOn()
  }

  /// Takes the outcome of decoding the file of a wish; nil if it cannot be decoded.
  func take(_ picture: TerminalPicture?, of wish: PictureWish) {
    guard case .decoding(wish) = work else { return }
    work = picture.map { .decoded(wish, $0) } ?? .none
    if picture == nil { refused.insert(Self.key(wish.file)) }
    goOn()
  }

  /// Lets the picture go that is on its way.
  private func drop() {
    if case .decoding = work { onDrop() }
    work = .none
  }

  /// The numbers that several pictures have: their cells show the same, so none is shown.
  private static func contested(_ wishes: [PictureWish]) -> Set<PictureNumber> {
    var files: [PictureNumber: FileTarget] = [:]
    var contested: Set<PictureNumber> = []
    for wish in wishes {
      if let known = files.updateValue(wish.file, forKey: wish.number), known != wish.file {
        contested.insert(wish.number)
      }
    }
    return contested
  }

  /// Sends nothing until ``want(_:)``: a key has come.
  func pause() {
    isPaused = true
    loop.remove(timer)
    timer = nil
  }

  /// The bytes that delete all pictures, for the end and for a program that gets the terminal; nothing is held
  /// afterwards.
  func leave() -> String {
    pause()
    let bytes = farewell
    drop()
    held = [:]
    leaving = []
    wanted = []
    return bytes
  }

  /// The bytes that delete all pictures, and end a transmission.
  var farewell: String {
    let upload = work.upload
    let numbers = Set(held.keys).union(leaving).union(upload.map { [$0.wish.number] } ?? [])
    let end = upload.map { $0.sent > 0 ? Self.end : "" } ?? ""
    return end + numbers.sorted { $0.id < $1.id }.map(Self.delete).joined()
  }

  // MARK: Slices

  private func goOn(afterMilliseconds wait: Int = 0) {
    guard !isPaused, timer == nil else { return }
    timer = loop.schedule(afterMilliseconds: wait) { [weak self] in
      guard let self else { return [] }
      let sent = traffic.pictures
      step()
      return traffic.pictures == sent ? [] : [.event(.pictureSent)]
    }
  }

  private func step() {
    timer = nil
    isStalled = false
    guard !isPaused else { return }
    guard let isMore = advance() else {
      isStalled = true
      return goOn(afterMilliseconds: Self.patience)
    }
    if isMore { goOn() }
  }

  /// Goes on at once if it waits for the terminal, which has accepted all bytes.
  func outputIsFree() {
    guard isStalled else { return }
    isStalled = false
    loop.remove(timer)
    timer = nil
    goOn()
  }

  /// The time after which a terminal that accepts nothing is tried again, in milliseconds.
  private static let patience = 10

  /// Does one step; returns whether there is more to do, nil where the terminal accepts nothing now.
  private func advance() -> Bool? {
    if let upload = work.upload {
      guard !wanted.contains(upload.wish) else { return sendSlice(of: upload) }
      guard send(Self.end + Self.delete(upload.wish.number)) else { return nil }
      work = .none
      return true
    }
    if let number = leaving.first {
      guard send(Self.delete(number)) else { return nil }
      leaving.removeFirst()
      onChange()
      return true
    }
    return begin()
  }

  /// Begins with the next picture that the terminal lacks; returns whether there is one.
  private func begin() -> Bool {
    while !wanted.isEmpty {
      let wish = wanted[0]
      guard held[wish.number] == nil, !refused.contains(Self.key(wish.file)) else {
        wanted.removeFirst()
        continue
      }
      let picture: TerminalPicture
      switch work {
      case .decoding(wish): return false
      case .decoded(wish, let whole): picture = whole
      default:
        drop()
        switch read(wish) {
        case .picture(let whole): picture = whole
        case .pending:
          work = .decoding(wish)
          return false
        case .refused:
          refused.insert(Self.key(wish.file))
          wanted.removeFirst()
          return true
        }
      }
      let pixels = held.values.reduce(picture.pixels) { $0 + $1.pixels }
      guard held.count < Self.most, pixels <= Self.mostPixels else { return makeRoom() }
      work = .sending(Upload(wish: wish, picture: picture))
      onChange()
      return true
    }
    return false
  }

  /// Lets a picture go that is not wanted now; returns whether there is one.
  private func makeRoom() -> Bool {
    guard let number = held.keys.filter({ !near.contains($0) }).min(by: { $0.id < $1.id }) else {
      return false
    }
    held[number] = nil
    leaving.append(number)
    return true
  }

  /// Sends the next slice of the upload; nil where the terminal accepts nothing now.
  private func sendSlice(of begun: Upload) -> Bool? {
    var upload = begun
    let (payload, end) = upload.picture.slice(from: upload.sent)
    let isLast = end == upload.picture.count
    let more = isLast ? 0 : 1
    let id = upload.wish.number.id
    var text =
      upload.sent == 0
      ? "\u{1B}_Ga=t,t=d,\(upload.picture.keys),i=\(id),q=2,m=\(more);\(payload)\u{1B}\\"
      : "\u{1B}_Gm=\(more),q=2;\(payload)\u{1B}\\"
    if isLast {
      let box = upload.wish.box
      text += "\u{1B}_Ga=p,U=1,i=\(id),c=\(box.columns),r=\(box.lines),q=2\u{1B}\\"
    }
    guard send(text) else { return nil }
    upload.sent = end
    if isLast {
      traffic.pictures += 1
      held[upload.wish.number] = Held(file: upload.wish.file, pixels: upload.picture.pixels)
      wanted.removeAll { $0.number == upload.wish.number }
      work = .none
    } else {
      work = .sending(upload)
    }
    return true
  }

  private func send(_ text: String) -> Bool {
    guard write(text) else { return false }
    traffic.bytes += text.utf8.count
    return true
  }

  /// Ends a transmission that is not whole.
  private static let end = "\u{1B}_Gm=0,q=2;\u{1B}\\"

  private static func delete(_ number: PictureNumber) -> String {
    "\u{1B}_Ga=d,d=I,i=\(number.id),q=2\u{1B}\\"
  }

  private static func key(_ file: FileTarget) -> String {
    "\(file.source)\u{0}\(file.reference.path)"
  }
}
