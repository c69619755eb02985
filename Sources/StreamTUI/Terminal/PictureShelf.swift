import CellGrid
import StreamHost
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

  /// The picture that is on its way; one at a time.
  private enum Work {
    case none
    case decoding(PictureWish)
    case decoded(PictureWish, TerminalPicture)
    case sending(PictureUpload)

    var wish: PictureWish? {
      switch self {
      case .none: nil
      case .decoding(let wish), .decoded(let wish, _): wish
      case .sending(let upload): upload.wish
      }
    }

    var upload: PictureUpload? { if case .sending(let upload) = self { upload } else { nil } }
  }

  private struct Held {
    let target: PictureTarget
    let pixels: Int
    let stamp: PictureFile.Stamp?
  }

  /// Writes bytes to the terminal; false where it has not accepted earlier ones, and takes none.
  private let write: (String) -> Bool
  private let reader: any PictureSource
  /// Told why a picture is not shown, or nil once it is, where its row says something else.
  var onFault: (PictureNumber, SafeText?) -> Void = { _, _ in }
  var onChange: () -> Void = {}
  var isInTmux = false
  private let loop: EventLoop
  private var held: [PictureNumber: Held] = [:]
  private var wanted: [PictureWish] = []
  /// The numbers of all that is wanted, in the terminal or not, with their rank from 0, the nearest.
  private var near: [PictureNumber: Int] = [:]
  private var work = Work.none
  /// The state of the file of the picture that is on its way, from before it was read.
  private var stamp: PictureFile.Stamp?
  private var refused = RefusedPictures()
  private var isPaused = true
  /// The next step, and whether it waits for the terminal to accept bytes.
  private var timer: (token: EventLoop.Token, isStalled: Bool)?
  /// Numbers to be deleted, once the terminal accepts that.
  private var leaving: [PictureNumber] = []
  /// The pictures and bytes that were sent.
  private(set) var traffic = PictureTraffic()

  init(loop: EventLoop, reader: any PictureSource, write: @escaping (String) -> Bool) {
    self.loop = loop
    self.reader = reader
    self.write = write
  }

  var count: Int { held.count }

  /// Sends what is wanted from now on, and deletes what is far away.
  func want(_ wishes: PictureWishes) {
    isPaused = false
    let contested = Self.contested(wishes.wanted)
    wanted = wishes.wanted.filter { !contested.contains($0.number) }
    near = Dictionary(wanted.enumerated().map { ($0.element.number, $0.offset) }) { first, _ in
      first
    }
    let targets = Dictionary(wanted.map { ($0.number, $0.target) }) { first, _ in first }
    for (number, picture) in held.sorted(by: { $0.key.id < $1.key.id }) {
      let isKept = wishes.kept.contains(number) && !contested.contains(number)
      // A picture that is wanted now takes the number of one that is out of sight.
      guard !isKept || targets[number].map({ $0 != picture.target }) == true else { continue }
      held[number] = nil
      leaving.append(number)
    }
    if !leaving.isEmpty { onChange() }
    // A transmission that has begun is ended between two slices.
    if work.upload == nil, let wish = work.wish, !wants(wish) { drop() }
    goOn()
  }

  /// Whether a picture is wanted, whatever its row says now.
  private func wants(_ wish: PictureWish) -> Bool {
    wanted.contains { $0.number == wish.number && $0.target == wish.target }
  }

  func take(_ result: Result<TerminalPicture, PictureFault>, of wish: PictureWish) {
    guard case .decoding(wish) = work else { return }
    switch result {
    case .success(let picture): work = .decoded(wish, picture)
    case .failure(let fault):
      work = .none
      refuse(wish, fault)
    }
    goOn()
  }

  /// The picture that was fetched has come, or will not: it is read at rest.
  func arrived() {
    if case .decoding = work { work = .none }
    goOn()
  }

  private func refuse(_ wish: PictureWish, _ fault: PictureFault) {
    refused.note(fault, of: wish, stamp)
    tell(wish, fault)
  }

  private func tell(_ wish: PictureWish, _ fault: PictureFault?) {
    if wish.fault != fault?.text { onFault(wish.number, fault?.text) }
  }

  /// Lets the picture go that is on its way.
  private func drop() {
    if case .decoding = work { reader.cancel() }
    work = .none
  }

  /// The numbers that several pictures have: their cells show the same, so none is shown.
  private static func contested(_ wishes: [PictureWish]) -> Set<PictureNumber> {
    var targets: [PictureNumber: PictureTarget] = [:]
    var contested: Set<PictureNumber> = []
    for wish in wishes {
      if let known = targets.updateValue(wish.target, forKey: wish.number), known != wish.target {
        contested.insert(wish.number)
      }
    }
    return contested
  }

  /// Sends nothing until ``want(_:)``: a key has come.
  func pause() {
    isPaused = true
    loop.remove(timer?.token)
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
    let end = upload?.hasBegun == true ? [PictureUpload.end] : []
    return bytes(of: end + numbers.sorted { $0.id < $1.id }.map(PictureUpload.delete))
  }

  private func bytes(of commands: [String]) -> String {
    (isInTmux ? commands.map(TmuxPassthrough.wrapped) : commands).joined()
  }

  // MARK: Slices

  private func goOn(afterMilliseconds wait: Int = 0) {
    guard !isPaused, timer == nil else { return }
    let token = loop.schedule(afterMilliseconds: wait) { [weak self] in
      guard let self else { return [] }
      let sent = traffic.pictures
      step()
      return traffic.pictures == sent ? [] : [.event(.pictureSent)]
    }
    timer = (token, wait > 0)
  }

  private func step() {
    timer = nil
    guard !isPaused else { return }
    guard let isMore = advance() else { return goOn(afterMilliseconds: Self.patience) }
    if isMore { goOn() }
  }

  /// Goes on at once if it waits for the terminal, which has accepted all bytes.
  func outputIsFree() {
    guard let timer, timer.isStalled else { return }
    loop.remove(timer.token)
    self.timer = nil
    goOn()
  }

  /// The time after which a terminal that accepts nothing is tried again, in milliseconds.
  private static let patience = 10

  /// Does one step; returns whether there is more to do, nil where the terminal accepts nothing now.
  private func advance() -> Bool? {
    if let upload = work.upload {
      guard !wants(upload.wish) else { return sendSlice(of: upload) }
      guard send([PictureUpload.end, PictureUpload.delete(upload.wish.number)]) else { return nil }
      work = .none
      return true
    }
    if let number = leaving.first {
      guard send([PictureUpload.delete(number)]) else { return nil }
      leaving.removeFirst()
      onChange()
      return true
    }
    return begin()
  }

  /// Begins with the next picture that the terminal lacks; returns whether there is one.
  private func begin() -> Bool {
    while let wish = wanted.first {
      guard !isSettled(wish) else {
        wanted.removeFirst()
        continue
      }
      // Another picture that has the number goes first.
      guard leaving.isEmpty else { return true }
      let picture: TerminalPicture
      switch work {
      case .decoding(let begun) where begun.number == wish.number: return false
      case .decoded(let begun, let whole) where begun.number == wish.number: picture = whole
      default:
        drop()
        stamp = reader.stamp(of: wish)
        switch reader.read(wish) {
        case .picture(let whole): picture = whole
        case .pending:
          work = .decoding(wish)
          return false
        case .refused(let fault):
          refuse(wish, fault)
          wanted.removeFirst()
          return true
        }
      }
      let pixels = held.values.reduce(picture.pixels) { $0 + $1.pixels }
      guard held.count < Self.most, pixels <= Self.mostPixels else {
        if makeRoom(for: wish) { return true }
        let fault = PictureFault.refused("\(held.count) other pictures are nearer")
        for wish in wanted where held[wish.number] == nil { tell(wish, fault) }
        drop()
        return false
      }
      work = .sending(PictureUpload(picture, of: wish))
      onChange()
      return true
    }
    return false
  }

  /// Whether the terminal has the picture of a wish, or it is known that there is none; the file may be another one by
  /// now.
  private func isSettled(_ wish: PictureWish) -> Bool {
    if let picture = held[wish.number] {
      guard reader.stamp(of: wish) != picture.stamp else {
        tell(wish, nil)
        return true
      }
      held[wish.number] = nil
      leaving.append(wish.number)
      onChange()
      return false
    }
    guard let fault = refused.fault(of: wish, reader.stamp) else { return false }
    tell(wish, fault)
    return true
  }

  /// Lets a picture go that is not wanted now, or farther away than that of a wish; returns whether there is one.
  private func makeRoom(for wish: PictureWish) -> Bool {
    let rank = { [near] (number: PictureNumber) in near[number] ?? Int.max }
    let farthest = held.keys.max { (rank($0), $0.id) < (rank($1), $1.id) }
    guard let farthest, rank(farthest) > rank(wish.number) else { return false }
    held[farthest] = nil
    leaving.append(farthest)
    onChange()
    return true
  }

  /// Sends the next slice of the upload; nil where the terminal accepts nothing now.
  private func sendSlice(of begun: PictureUpload) -> Bool? {
    var upload = begun
    guard send(upload.next()) else { return nil }
    guard upload.isWhole else {
      work = .sending(upload)
      return true
    }
    let number = upload.wish.number
    traffic.pictures += 1
    held[number] = Held(target: upload.wish.target, pixels: upload.picture.pixels, stamp: stamp)
    let wish = wanted.first { $0.number == number } ?? upload.wish
    wanted.removeAll { $0.number == number }
    work = .none
    tell(wish, nil)
    return true
  }

  private func send(_ commands: [String]) -> Bool {
    let text = bytes(of: commands)
    guard write(text) else { return false }
    traffic.bytes += text.utf8.count
    return true
  }
}

/// A picture on its way to the terminal, as commands of kitty's graphics protocol.
struct PictureUpload {
  let wish: PictureWish
  let picture: TerminalPicture
  /// The bytes of the picture that were sent.
  private var sent = 0

  /// Ends a transmission that is not whole.
  static let end = "\u{1B}_Gm=0,q=2;\u{1B}\\"

  init(_ picture: TerminalPicture, of wish: PictureWish) {
    self.picture = picture
    self.wish = wish
  }

  /// Whether the terminal waits for more of it.
  var hasBegun: Bool { sent > 0 }

  var isWhole: Bool { sent == picture.count }

  /// Takes the next slice: a command, and after the last one that which places the picture.
  mutating func next() -> [String] {
    let (payload, end) = picture.slice(from: sent)
    let isLast = end == picture.count
    let more = isLast ? 0 : 1
    let id = wish.number.id
    var commands = [
      sent == 0
        ? "\u{1B}_Ga=t,t=d,\(picture.keys),i=\(id),q=2,m=\(more);\(payload)\u{1B}\\"
        : "\u{1B}_Gm=\(more),q=2;\(payload)\u{1B}\\"
    ]
    if isLast {
      let box = wish.box
      commands.append("\u{1B}_Ga=p,U=1,i=\(id),c=\(box.columns),r=\(box.lines),q=2\u{1B}\\")
    }
    sent = end
    return commands
  }

  static func delete(_ number: PictureNumber) -> String {
    "\u{1B}_Ga=d,d=I,i=\(number.id),q=2\u{1B}\\"
  }
}
