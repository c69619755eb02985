import CellGrid
import StreamModel

/// A picture of a post that fills the screen, with its description below; the other pictures of the post follow it.
struct PicturePage: SingleRowPage {
  private typealias Picture = (attachment: Attachment, place: PicturePlace, number: Int)

  private let pictures: [Picture]
  private var index: Int
  private let post: Post
  private let key: Timeline.SourceKey?
  private let record: RecordID

  /// The page of the picture with this address among those of the selected row's post; nil where it is none, or cannot
  /// be drawn.
  init?(showing address: String, in view: PageView) {
    guard let grid = view.options.pagePictures(view.keymap), let record = view.linkedRecord,
      let page = view.pages.linked,
      let post = page.content.subject(of: page.list.selection, in: page.feed).post
    else { return nil }
    pictures = post.attachments.enumerated().compactMap { number, attachment in
      grid.place(of: attachment).map { (attachment: attachment, place: $0, number: number) }
    }
    guard let index = pictures.firstIndex(where: { $0.attachment.url == address }) else {
      return nil
    }
    self.index = index
    self.post = post
    self.record = record
    key = page.feed.key(of: record)
  }

  let keyPage = KeyPage.picture

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    let shown = pictures[index]
    let words = shown.attachment.alt.map { [line($0, .text)] } ?? []
    let lines = words + [line(name, .faint)]
    guard let grid = context.pagePictures else { return Row(before: lines, endsWithGap: false) }
    // For a description of more than half the page the picture does not become smaller.
    let room = max(1, min(context.size.columns, RowLayout.widestText) - RowLayout.gutter)
    let below = lines.reduce(1) { sum, line in
      sum + line.runs.reduce(0) { $0 + ColumnWidth.columns(of: $1.text) } / room + 1
    }
    let most = context.size.lines - min(below, context.size.lines / 2)
    let picture = RowPicture(
      shown.place,
      size: shown.attachment.size,
      mostLines: most,
      fillsPage: true,
      seed: stableHash(of: "\(post.id.rawValue)\u{0}\(shown.number)\u{0}\(shown.place.written)"),
      grid: grid
    )
    return Row(before: [MetaLine([], picture: picture), MetaLine([])] + lines, endsWithGap: false)
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    RowState(revision: index, fillsPage: true)
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject { .post(post) }
  func record(of row: RowID) -> RecordID? { record }
  func post(of row: RowID, in feed: Timeline) -> Timeline.SourceKey? { key }

  func link(of row: RowID) -> RowLink? {
    let shown = pictures[index]
    return RowLink(
      target: shown.place.written,
      label: shown.attachment.alt ?? "",
      kind: .attachment,
      spots: []
    )
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    .sayKeys("{open} opens it outside ({leave} goes back)")
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    switch action {
    case .nextPost: return step(by: 1)
    case .previousPost: return step(by: -1)
    case .savePost:
      guard let source = feed.sourceName(of: record) else { return .nothing }
      let place = pictures[index].place
      let target = PictureTarget(place, in: source)
      let prompt = Prompt(
        .savePicture(target),
        "save the picture to: ",
        enter: "saves",
        proposing: place.fileName
      )
      return .wait(.prompt(prompt))
    default: return nil
    }
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    "picture \(index + 1) of \(pictures.count) · "
      + keymap.fill("{open} opens it outside, {save-post} saves it · {leave} goes back")
  }

  private mutating func step(by step: Int) -> Reply {
    guard pictures.indices.contains(index + step) else {
      return .say(step > 0 ? "This is the last picture" : "This is the first picture")
    }
    index += step
    return .reshaped([:], [])
  }

  private var name: String {
    let size = pictures[index].attachment.size.map { " · \($0.width) x \($0.height)" } ?? ""
    return "\(pictures[index].place.name)\(size) · picture \(index + 1) of \(pictures.count)"
  }
}
