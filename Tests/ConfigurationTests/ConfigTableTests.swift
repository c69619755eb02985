import Testing

@testable import Configuration

@Suite struct ConfigTableTests {
  @Test func aTableAnswersWithTheValueOfAKey() {
    let place = ConfigPlace(line: 1, column: 1)
    let table = ConfigTable([.init("theme", at: place, ConfigValue(.string("ember"), at: place))])
    #expect(table["theme"]?.content == .string("ember"))
    #expect(table["themes"] == nil)
  }
}
