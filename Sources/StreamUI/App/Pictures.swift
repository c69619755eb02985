import Addresses
import CellGrid
import StreamModel

struct Pictures {
  private var told = PictureWishes()
  /// Whether nothing has come in between: a key drops what is not in the terminal yet.
  private var isTold = true
  /// The answer of the terminal while rows move: they are laid out anew at rest; nil where there is none.
  var answer: PictureGrid??
  private(set) var traffic = PictureTraffic()
  /// The bytes of these that were sent while rows moved: 0, unless the rules are broken.
  private(set) var bytesWhileMoving = 0
  /// The faults that came while rows moved.
  private var faults: [PictureNumber: SafeText?] = [:]
  /// The picture that came in symbols while rows moved.
  var symbols: (number: PictureNumber, picture: SymbolPicture)?

  mutating func noteInput() { isTold = false }

  /// Notes the pictures that were sent up to now; since the last time rows moved, or did not.
  mutating func note(_ sent: PictureTraffic, isMoving: Bool) {
    guard sent != traffic else { return }
    if isMoving { bytesWhileMoving += sent.bytes - traffic.bytes }
    traffic = sent
  }

  mutating func take(_ fault: SafeText?, of number: PictureNumber) {
    faults.updateValue(fault, forKey: number)
  }

  mutating func takeFaults() -> [PictureNumber: SafeText?] {
    defer { faults = [:] }
    return faults
  }

  mutating func follow(_ trust: Trust, in view: inout PageView) {
    let hosts = trust.pictureHosts
    guard hosts != view.options.allowedPictures.hosts else { return }
    view.options.allowedPictures.hosts = hosts
    askAgain(in: &view)
  }

  private mutating func askAgain(in view: inout PageView) {
    // Nothing moves: the lines stay.
    view.memo.forgetPicturesOfNetwork()
    // Rows ahead are measured again, so that their pictures come before they are seen.
    view.withList { list, rows in list.beginPreparation(in: rows) }
    isTold = false
  }

  /// Lets the pictures of the selected post come that wait for it; where none does, asks whether those of their host
  /// always may.
  mutating func allow(in view: inout PageView) -> [Reply] {
    guard let post = view.subject.post else { return [.say("Select a post first")] }
    guard view.options.pictureChoice.isOfNetwork else {
      return [.say("Not fetched: pictures = \"ask\" in the configuration allows it")]
    }
    guard let grid = view.options.pagePictures(view.keymap) else {
      return [.say("Not fetched: this terminal draws no pictures")]
    }
    guard !view.options.isSecure else { return [.warn(Effect.secure("Not fetched"))] }
    let places = post.attachments.compactMap { grid.place(of: $0) }
    let targets = places.compactMap { place -> LinkTarget? in
      if case .web(let target) = place { target } else { nil }
    }
    guard !targets.isEmpty else { return [.say("This post has no pictures of the network")] }
    guard view.options.pictureChoice == .ask else { return [.say("Its pictures are fetched")] }
    guard Self.showsLines(in: view) else {
      return [
        .sayKeys("Its pictures have no lines here: {toggle-fold} unfolds it, {enter} opens it")
      ]
    }
    guard !places.contains(where: { grid.permission.asks(for: $0) }) else {
      view.options.allowedPictures.add(targets)
      askAgain(in: &view)
      return [.sayKeys("Its pictures are fetched ({show-pictures} always shows those of the host)")]
    }
    let hosts = view.options.allowedPictures.hosts
    guard let host = targets.first(where: { !hosts.contains($0.host) })?.host else {
      return [.say("Pictures of \(targets.first?.host ?? "") are shown already")]
    }
    let question = Question(
      "y always shows the pictures of",
      .name(host),
      because: Question.because("it learns when you read"),
      refused: "Not allowed",
      noun: "name",
      yes: .trust(TrustedHost(picturesOf: host, time: view.now))
    )
    return [.ask(question)]
  }

  /// Whether the selected row, here or beside, has lines for pictures of the network.
  private static func showsLines(in view: PageView) -> Bool {
    if hasLines(view.list.selection, view.rows) { return true }
    guard let beside = view.beside, let record = view.page.content.record(of: view.list.selection)
    else { return false }
    return beside.content.opened == record
      && hasLines(beside.list.selection, view.layout.rows(of: beside))
  }

  private static func hasLines(_ row: RowID, _ rows: PageRows) -> Bool {
    guard let position = rows.position(of: row) else { return false }
    return rows.laid(at: position).pictures.contains {
      if case .web = $0.place { true } else { false }
    }
  }

  /// Asks for the pictures near the viewport, unless that is done; call it at rest.
  mutating func wishes(in view: PageView) -> [Effect] {
    guard view.options.hasPagePictures || told != PictureWishes() else { return [] }
    let wishes = view.pictureWishes
    guard wishes != told || !isTold else { return [] }
    let isNothing = wishes == PictureWishes() && told == PictureWishes()
    told = wishes
    isTold = true
    return isNothing ? [] : [.wantPictures(wishes)]
  }
}

/// The pictures that the terminal was sent, counted where they are written.
package struct PictureTraffic: Equatable, Sendable {
  package var pictures = 0
  package var bytes = 0

  package init() {}
}
