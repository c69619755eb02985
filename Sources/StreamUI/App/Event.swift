package import CellGrid
package import StreamModel

package enum Event {
  case input(Input)
  case resized(Size)
  /// The deadline that the app asked for has come.
  case due
  /// The outcome of an effect, for the status line.
  case message(SafeText, isWarning: Bool)
  case reloaded(ReloadEnd)
  /// A file has changed in a way that only a reload shows, such as "feed.json was replaced"; where a key has asked for it, it
  /// is shown at once, unless the reader has gone elsewhere.
  case outdated(SafeText, isAsked: Bool = false)
  /// Flags that were kept in earlier runs; more may come until an empty list says that these were all. Until then no post is
  /// shown as unread, and no flag is handed out to be kept.
  case recalled([PostState])
  /// Flags that another stream or another viewer has set or cleared, as ``PostState/changed`` names them.
  case reflagged([PostState])
  /// Comments that the reader saw in conversations of earlier runs; more may come.
  case recalledComments([SeenConversation])
  case stateIsOff
  /// The ids of a source change with every fetch, as its number tells: flags that were kept name its posts
  /// by ``PostIdentity/fallback``, and come after this.
  case namedByFallback(Int)
  case forgotten(String)
  /// Hashes of the addresses of links that were followed in earlier runs; more may come.
  case recalledVisits([UInt64])
  case recalledHosts([TrustedHost])
  /// No program could open the target or file that the feed writes so; answers ``Effect/open(_:)`` and
  /// ``Effect/openFile(_:)``.
  case notOpened(String)
  case opened(StreamOpening)
  /// The paths that complete one that is typed; answers ``Effect/listPaths(_:)``.
  case paths(of: String, [String])
  case recent([RecentSource])
  /// The place of a capital letter's mark, which is in the stream that is seen; answers ``Effect/findMark(_:)``.
  case mark(SavedPlace)
  /// The configuration was read again: its options, of which those that differ from before are changed, and its keys.
  case configured(ViewOptions, Keymap)
  /// The subscriptions as they are now, in the reader's order; answers ``Effect/listFeeds``, and comes
  /// unasked when they have changed.
  case feeds([FeedEntry])
  /// The list of subscriptions was changed, as the text says; the prompt of `undoneBy` offers the former value. Answers
  /// ``Effect/changeFeeds(_:)``.
  case feedChanged(SafeText, undoneBy: Action?)
  /// This subscription was added, by its key: the reader wants to act on it next; answers ``Effect/changeFeeds(_:)``.
  case feedAdded(String)
  /// The address that is being fetched to subscribe to it; nil once that has ended; answers ``Effect/changeFeeds(_:)``.
  case subscribing(SafeText?)
  /// The reader must confirm an address before it is subscribed to; answers ``Effect/changeFeeds(_:)``.
  case feedDoubted(FeedDoubt)
  /// A page offers several feeds, and the reader must choose; answers ``Effect/changeFeeds(_:)``.
  case feedsOffered([String], by: String)
  /// How far a refresh of subscriptions is; nil once it is over.
  case refreshing(RefreshProgress?)
  /// The accounts of streams by their slots, as ``OpenStream/answeredSlots`` has them: their servers cannot do all.
  case answering([Int: StreamAccount])
  case refreshed(RefreshProgress)
  /// Answers ``Effect/ask(_:)`` of this token.
  case answer(Answer, to: Int)
  /// The sample was opened, because no source was named; whether that is the first start of all.
  case welcome(isFirst: Bool)
  case hint(SafeText)
  /// Why the stream that is seen has no post yet.
  case unfetched(StreamOptions.Failure)
  /// The posts before the first one of the stream that is seen, as far as they are known; answers ``Effect/fetchOlder(_:)``.
  case older(OlderPosts?)
  /// How the terminal draws pictures, as its answer to a question tells; nil where it cannot.
  case pictures(PictureGrid?)
  case pictureSent
  /// Why a picture is not shown, or nil once it can be; answers ``Effect/wantPictures(_:)``.
  case pictureFault(PictureNumber, SafeText?)
  /// How pictures are drawn as blocks on pages of their own; nil where nothing can decode them.
  case pictureSymbols(PictureGrid?)
  /// A picture of blocks; answers ``Effect/wantPictures(_:)``.
  case symbols(PictureNumber, SymbolPicture)
  case focus(Bool)
  case resumed

  package static func warning(_ text: String) -> Event {
    .message(SafeText(sanitizing: text), isWarning: true)
  }

  var isOfReader: Bool {
    switch self {
    case .input, .due: true
    default: false
    }
  }
}
