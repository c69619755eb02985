import Addresses

/// A person or organization that posts or reacts (an ActivityStreams actor).
public struct Account: Equatable, Hashable, Sendable {
  /// The display name.
  public internal(set) var name: String?
  /// The handle with a leading "@", such as "@olga@social.example".
  public internal(set) var handle: String?
  /// The page of the account.
  public internal(set) var url: String?
  /// The description that the account gives of itself, as HTML.
  public internal(set) var bioHTML: String?
  /// The names of further accounts involved, such as the other authors of a post.
  public internal(set) var companions: [String]

  /// Makes an account of the known facts.
  public init(
    name: String?,
    handle: String?,
    url: String? = nil,
    bioHTML: String? = nil,
    companions: [String] = []
  ) {
    self.name = name
    self.handle = handle
    self.url = url
    self.bioHTML = bioHTML
    self.companions = companions
  }

  /// Makes one account of several: the first, with the others' names; nil if there are none.
  init?(together accounts: [Account]) {
    guard let first = accounts.first else { return nil }
    self = first
    companions = accounts.dropFirst().compactMap { $0.name ?? $0.handle ?? $0.url }
  }

  func isAddress(of other: Account) -> Bool {
    name == nil && handle == nil && url != nil && url == other.url
  }

  /// The account without its biography.
  public var withoutBiography: Account {
    Account(name: name, handle: handle, url: url, companions: companions)
  }

  /// The name of the account, else its handle, else its address as people write it; nil where it states none of them.
  package var shownName: String? { name ?? handle ?? url.map(Self.short) }

  /// Returns an account's address as a handle if it has the form of fediverse servers, otherwise without its scheme.
  package static func short(_ address: String) -> String {
    let bytes = Array(address.utf8)
    let split = AddressParts(AddressParts.trimmed(bytes))
    guard split.scheme != nil, let name = split.authority else { return address }
    let host = String(decoding: name, as: UTF8.self)
    let rest = String(decoding: bytes[name.endIndex...], as: UTF8.self)
    // The path begins with a slash; without a path, a query may follow the host.
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first?.isEmpty == true else { return host + rest }
    if parts.count == 3, parts[1] == "users", !parts[2].isEmpty { return "@\(parts[2])@\(host)" }
    if parts.count == 2, parts[1].hasPrefix("@"), parts[1].count > 1 {
      return "\(parts[1])@\(host)"
    }
    return host + rest
  }
}
