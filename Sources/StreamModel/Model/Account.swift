/// Who did something (an ActivityStreams actor).
public struct Account: Equatable, Hashable, Sendable {
  /// The display name.
  public let name: String?
  /// With a leading "@", such as "@olga@social.example".
  public let handle: String?
  /// The page of the account.
  public let url: String?
  /// What the account says of itself, as HTML.
  public let bioHTML: String?

  /// An account with what is known of it.
  public init(name: String?, handle: String?, url: String? = nil, bioHTML: String? = nil) {
    self.name = name
    self.handle = handle
    self.url = url
    self.bioHTML = bioHTML
  }

  /// Several who did something together, named one after the other; nil for nobody.
  init?(together accounts: [Account]) {
    guard let first = accounts.first else { return nil }
    guard accounts.count > 1 else {
      self = first
      return
    }
    let names = accounts.compactMap { $0.name ?? $0.handle ?? $0.url }
    self.init(name: names.joined(separator: ", "), handle: nil, url: first.url)
  }
}
