/// How long the posts of a subscription stay that its feed has dropped.
struct Retention: Equatable {
  /// The number of the latest posts that stay.
  var posts = 1_000
  /// The days after their time for which posts stay; those without a time stay.
  var days = 90

  /// The same in seconds.
  var seconds: Int64 { Int64(days) * 86_400 }
}
