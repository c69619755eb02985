extension Int {
  /// The number with a comma between thousands: "1,060".
  package var grouped: String {
    var rest = magnitude
    // Status lines ask with every key, and most numbers have one group.
    guard rest >= 1_000 else { return String(self) }
    var groups = ""
    while rest >= 1_000 {
      let group = rest % 1_000
      groups = (group < 10 ? ",00" : group < 100 ? ",0" : ",") + String(group) + groups
      rest /= 1_000
    }
    return (self < 0 ? "-" : "") + String(rest) + groups
  }
}
