import Testing

@testable import StreamUI

struct AccountKeyTests {
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
