import Addresses
import StreamModel

/// The identity of an account: its handle, its address, or both; where a feed states neither, its name.
package struct AccountKey: Sendable, Equatable {
  /// In lower case, without the leading "@".
  let handle: String?
  let url: String?
  /// nil where a handle or an address tells accounts apart.
  private let name: String?

  init(handle: String?, url: String?, name: String? = nil) {
    self.name = handle == nil && url == nil ? name : nil
    self.handle = handle.map { $0.lowercased().trimmingPrefix("@") }.map { String($0) }
    self.url = url
  }

  init(_ account: Account) {
    let handle = account.handle ?? account.url.flatMap { AccountKey(mention: $0).handle }
    self.init(handle: handle, url: account.url, name: account.name)
  }

  /// The account that a mention's address belongs to, as Mastodon and its kin write addresses:
  /// `https://host/@user` or `https://host/users/user`.
  init(mention target: String) {
    var handle: String?
    if let address = WebAddress(target), !address.host.isEmpty {
      let bytes = Array(target.utf8)
      let parts = AddressParts(AddressParts.trimmed(bytes))
      let rest = parts.authority.map { bytes[$0.endIndex...] } ?? []
      let path = String(decoding: rest, as: UTF8.self).split(separator: "/")
      if let last = path.last,
        let user = path.count == 1 && last.hasPrefix("@")
          ? last.dropFirst()
          : path.count == 2 && path.first == "users" ? last : nil
      {
        handle = user.contains("@") ? String(user) : "\(user)@\(address.host)"
      }
    }
    self.init(handle: handle, url: target)
  }

  var address: String? { handle.map { "@\($0)" } }

  func matches(_ account: Account?) -> Bool {
    guard let account else { return false }
    if let name { return account.handle == nil && account.url == nil && account.name == name }
    if let url, let other = account.url, url == other { return true }
    guard let handle else { return false }
    // An archive names accounts by their addresses alone.
    guard let other = account.handle else {
      return account.url.flatMap { AccountKey(mention: $0).handle } == handle
    }
    return other.lowercased().trimmingPrefix("@") == handle
  }

  /// Whether `mention` is one of this account; its handle may lack the host, its address does not.
  func matches(_ mention: Mention) -> Bool {
    matches(Account(name: nil, handle: mention.handle, url: mention.url))
      || matches(Account(name: nil, handle: nil, url: mention.url))
  }
}
