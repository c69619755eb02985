import StreamModel
import Testing

@testable import StreamUI

struct AccountKeyTests {
  /// Feeds of articles name their authors and state nothing else of them.
  @Test func aNameTellsAccountsApartThatHaveNothingElse() {
    let ann = AccountKey(Account(name: "Ann", handle: nil, url: nil))
    #expect(ann.matches(Account(name: "Ann", handle: nil, url: nil)))
    #expect(!ann.matches(Account(name: "Ben", handle: nil, url: nil)))
    #expect(!ann.matches(Account(name: "Ann", handle: "@ann@a.example", url: nil)))
    let known = AccountKey(Account(name: "Ann", handle: "@ann@a.example", url: nil))
    #expect(!known.matches(Account(name: "Ann", handle: nil, url: nil)))
  }

  @Test(arguments: [
    ("https://a.example/@olga", "olga@a.example"),
    ("https://a.example/users/olga", "olga@a.example"),
    ("https://a.example:80/@olga@b.example", "olga@b.example"), ("https://a.example/olga", nil),
    ("mailto:olga@a.example", nil),
    // A query names nobody.
    ("https://a.example?x/@olga", nil), ("https://a.example#users/users/olga", nil),
  ])
  func aMentionsAddressNamesItsAccount(_ target: String, _ handle: String?) {
    #expect(AccountKey(mention: target).handle == handle)
  }
}
