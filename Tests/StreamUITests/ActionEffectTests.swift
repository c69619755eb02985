import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// The effect of each action: on some page it changes the page, the state of the app, or something outside it.
///
/// A sentence on the status line is no effect: an action that only explains itself fails here.
struct ActionEffectTests {
  private struct Experiment {
    var keys = ""
    var argument: String?
    var count: Int?
    /// Whether the list of subscriptions lies below the stream.
    var isInFeed = false
    /// Whether a post comes in above meanwhile.
    var hasNews = false
    /// Whether the viewer shows the page of feeds that were opened before.
    var isStartPage = false
    /// Whether pictures of the network wait for a key.
    var hasPictures = false
  }

  @Test(arguments: Action.allCases) func hasAnEffect(_ action: Action) throws {
    let experiment = Self.experiment(action)
    var scene = try Scene(isStartPage: experiment.isStartPage, hasPictures: experiment.hasPictures)
    if experiment.isInFeed { try scene.openFeed() }
    try scene.play(experiment.keys)
    if experiment.hasNews { try scene.grow() }
    let before = scene.seen
    let effects = scene.perform(action, experiment.argument, experiment.count)
    let after = scene.seen
    #expect(after != before || !effects.isEmpty, "\(action): \(scene.viewer.status)")
  }

  private static func experiment(_ action: Action) -> Experiment {
    switch action {
    case .lineDown, .rowDown, .halfPageDown, .pageDown, .last, .middleOnScreen, .lastOnScreen,
      .command, .search, .searchBackward, .filter, .filterLikeThis, .setMark, .jumpToMark,
      .nextUnread, .nextLink, .hints, .enter, .open, .copy, .links, .visited,
      .fullText, .savePost, .editPost, .copyText, .pipe, .author, .listPeople, .denser,
      .cycleOrder, .reload, .unread, .kept, .feeds, .refresh, .refreshAll, .subscribe,
      .markRead, .markReadAbove, .markAllRead, .keep, .favourite, .boost, .bookmark, .vote, .follow,
      .mute, .leave, .cycleStrategy, .cycleFigures,
      .problems, .configReload, .rules, .why, .help, .redraw, .suspend, .quit:
      Experiment()
    case .lineUp, .rowUp, .halfPageUp, .pageUp, .first, .previousUnread, .previousLink:
      Experiment(keys: "G")
    case .selectionToTop, .firstOnScreen: Experiment(keys: "JJ")
    case .selectionToMiddle, .selectionToBottom: Experiment(keys: "<C-f><C-f>JJ")
    case .percent: Experiment(count: 50)
    case .nextMatch, .previousMatch: Experiment(keys: "/text<CR>")
    case .narrow, .saveLinks: Experiment(keys: "l")
    case .view: Experiment(argument: "tea")
    case .count: Experiment(argument: "author")
    case .newRows: Experiment(keys: "J", hasNews: true)
    case .nextPost: Experiment(keys: "<CR>")
    case .previousPost: Experiment(keys: "JJ<CR>")
    case .nextFeed, .previousFeed: Experiment(isInFeed: true)
    case .goToPost: Experiment(keys: "V")
    case .toggleFold: Experiment(keys: "J")
    case .collapse: Experiment(keys: "<CR>J")
    case .collapseAll: Experiment(keys: "<CR>")
    case .changes: Experiment(keys: "G<CR>")
    case .parent: Experiment(keys: "<CR>JJ")
    case .nextSibling: Experiment(keys: "<CR>J")
    case .previousSibling: Experiment(keys: "<CR>G")
    case .order: Experiment(argument: "oldest")
    case .fuller: Experiment(keys: "-")
    case .density: Experiment(argument: "compact")
    case .layout: Experiment(argument: "split")
    case .theme: Experiment(argument: "mono")
    case .strategy: Experiment(argument: "flat")
    case .hideRead: Experiment(keys: "B")
    case .unsubscribe, .renameFeed, .tagFeed: Experiment(keys: "BG")
    case .undo: Experiment(keys: "R")
    case .back, .cancel: Experiment(keys: "<CR>")
    case .forget: Experiment(isStartPage: true)
    case .showPictures: Experiment(keys: "JJ", hasPictures: true)
    }
  }
}

/// A viewer of a feed with everything that actions are about.
private struct Scene {
  var viewer: Viewer
  private let source: ScriptedSource

  init(isStartPage: Bool, hasPictures: Bool) throws {
    var options = ReadingStage.options
    if hasPictures {
      options.pictures = PictureGrid(run: 7)
      options.pictureChoice = .ask
    }
    options.stream.refreshes = true
    options.stream.answeredSlots = [0: StreamAccount(name: "home", base: "https://a.example")]
    options.views = [try SavedView("tea", "text")]
    options.rules = [try PostRule("tea", "text", colour: "title")]
    if isStartPage {
      options.stream.recent = [
        RecentSource(key: "k", name: "lakes", place: 2, posts: 9, unread: nil, seen: Stage.wall)
      ]
    }
    let comments =
      #"[{"id":"c1","body_text":"a"},{"id":"c2","parent":"c1","body_text":"b"},"#
      + #"{"id":"c3","body_text":"c"},{"id":"c4","body_text":"d"}]"#
    let posts = (1...40).map { number in
      #"{"id":"p\#(number)","author":{"name":"Olga","url":"https://a.example/@o"},"#
        + #""published":"2026-01-\#(31 - number / 2)T08:15:00Z","url":"https://a.example/\#(number)","#
        + #""body_html":"<p>text \#(number) <a href=\"https://h.example/\#(number)\">link</a></p>","#
        + #""likes":["@mia@a.example"],"comments":\#(comments)"#
        + (number == 1 ? #","poll":{"options":[{"title":"tea"}]}"# : "")
        + (number == 2 ? #","content_warning":"wet""# : "")
        + (number == 3
          ? #","attachments":[{"type":"image","url":"https://m.example/a.png"}]"# : "")
        + "}\n"
    }
    let update = #"{"type":"update","post":"p38","body_text":"text 38, edited"}"#
    let feed = Feed(source: MemoryBytes(name: "test", text: posts.joined() + update), hint: .ndjson)
    source = try ScriptedSource(feed, records: 38)
    viewer = try Viewer(Timeline(sources: [source], order: .document), options: options)
    viewer.handle(.recalled([]))
    viewer.work()
  }

  /// The page without the status line, with its styles, and the state that the next frames depend on.
  var seen: [String] {
    let screen = viewer.app.draw()
    let style = screen.stylePlane().split(separator: "\n", omittingEmptySubsequences: false)
    let mode = viewer.app.mode.isBrowsing ? "browsing" : "waiting"
    let options = viewer.app.view.options
    return viewer.page + style.prefix(viewer.app.view.pageLines).map { String($0) }
      + [
        mode,
        "\(options.strategy) \(options.figures) \(viewer.app.feed.order) \(viewer.app.isFinished)",
      ]
      + ["\(viewer.app.view.page.number) \(viewer.app.view.list.selection)"]
  }

  mutating func play(_ keys: String) throws {
    for step in try KeyScript(keys).steps {
      guard case .input(.key(let key)) = step else { continue }
      for effect in viewer.press(key) { answer(effect) }
      viewer.work()
    }
    viewer.wait(milliseconds: 400)
    viewer.work()
  }

  mutating func perform(_ action: Action, _ argument: String?, _ count: Int?) -> [Effect] {
    let effects = viewer.app.perform(action, argument, count: count, at: viewer.now)
    for effect in effects { answer(effect) }
    viewer.work()
    return effects
  }

  /// A post comes in above the first.
  mutating func grow() throws {
    source.prepend(1)
    try viewer.grow()
    viewer.work()
  }

  mutating func openFeed() throws {
    try play("BJ JJ")
    let options = viewer.app.view.options
    viewer.handle(.opened(StreamOpening(viewer.app.feed, options: options, keymap: .standard)))
    viewer.work()
  }

  private mutating func answer(_ effect: Effect) {
    switch effect {
    case .listFeeds:
      let quiet = FeedEntry(key: "quiet", name: "Quiet", unread: 0, posts: 3)
      viewer.handle(.feeds(FeedsPageTests.entries + [quiet]))
    case .ask(let request):
      guard case .visits = request.wish else { break }
      let links = VisitedPageTests.links(in: viewer.app.feed)
      viewer.handle(.answer(.visits(links), to: request.token))
    default: break
    }
  }
}
