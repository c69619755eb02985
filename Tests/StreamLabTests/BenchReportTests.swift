import Foundation
import FoundationXML
import StreamUI
import Testing

@testable import StreamLab

/// The report in each of its formats.
struct BenchReportTests {
  private let report = BenchReport.made(
    [
      .made(.idle, microseconds: 100, slowest: 150, spread: 2, bytes: (61_204, 20_111)),
      .made(.eager, microseconds: 310, slowest: 1_700, spread: 40, bytes: (70_000, 9_000)),
      .made(.flat, microseconds: 98, bytes: (58_000, 1_000)),
    ],
    feed: #"<a> & "b".json"#
  )

  @Test func tablesFitIntoEightyColumns() {
    let text = report.text(as: .table)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(text)")
    #expect(lines.first?.contains("1,234 posts, 80x24") == true)
    let bytes = lines.first { $0.contains("61,204") }.map { $0.split(separator: " ") }
    #expect(bytes == ["idle", "102", "61,204", "20,111", "81,315"])
    #expect(
      text.hasSuffix("between two frames of\na screen.\n") || text.hasSuffix("of a screen.\n")
    )
  }

  @Test func jsonHasEveryFigure() throws {
    let text = report.text(as: .json)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    )
    #expect(object["feed"] as? String == report.subject.feed)
    #expect(object["posts"] as? Int == 1_234)
    #expect(object["rounds"] as? Int == 5)
    #expect(object["conclusion"] as? String == BenchVerdict(report: report).text)
    let strategies = try #require(object["strategies"] as? [[String: Any]])
    #expect(strategies.map { $0["strategy"] as? String } == ["idle", "eager", "flat"])
    #expect(strategies[0]["bytes_moving"] as? Int == 61_204)
    #expect(strategies[0]["bytes"] as? Int == 81_315)
    for name in ["frames", "spans", "links"] { #expect(strategies[0][name] is Int) }
    #expect(strategies[1]["p99_us"] as? Double == 1_700)
    #expect(strategies[1]["p50_us"] is Double)
    // A part of the median round: 2 of 100 microseconds.
    #expect(strategies[0]["spread"] as? Double == 0.02)
    #expect(strategies[2]["rows_enriched"] as? Int == 0)
  }

  @Test func picturesHaveATableAndASentenceWhereThereAreAny() {
    #expect(!report.text(as: .table).contains("ictures"))
    var eager = BenchResult.made(.eager, microseconds: 310)
    eager = eager.with(pictures: 40, moving: 5_000_000, resting: 100_000)
    let idle = BenchResult.made(.idle, microseconds: 100)
      .with(pictures: 9, moving: 0, resting: 800_000)
    let report = BenchReport.made([idle, eager, .made(.flat, microseconds: 98)])
    let text = report.text(as: .table)
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.contains { $0.split(separator: " ") == ["eager", "40", "5,000,000", "100,000"] })
    #expect(
      text.replacing("\n", with: " ").contains(
        "While rows move, idle sends 0 bytes of pictures and eager 5,000,000."
      )
    )
    #expect(report.text(as: .json).contains(#""picture_bytes_moving":5000000"#))
  }

  @Test func csvHasALineForEachStrategyAndAColumnForEachFigure() {
    let lines = report.text(as: .csv).split(separator: "\n").map {
      $0.split(separator: ",").map { String($0) }
    }
    #expect(lines.map { $0[0] } == ["strategy", "idle", "eager", "flat"])
    #expect(Set(lines.map(\.count)).count == 1)
    let column = lines[0].firstIndex(of: "bytes_moving")
    #expect(column.map { lines[1][$0] } == "61204")
  }

  /// Parsed as XML: well-formed, escaped, a bar for each figure and as long as the figure says.
  @Test func theChartDrawsEachFigureToScale() throws {
    let chart = ChartParser()
    let parser = XMLParser(data: Data(report.text(as: .svg).utf8))
    parser.delegate = chart
    #expect(parser.parse())
    #expect(chart.texts.contains(#"<a> & "b".json: the cost of each strategy"#))
    for name in ["idle", "eager", "flat"] { #expect(chart.texts.count { $0 == name } == 3) }
    #expect(chart.texts.contains("310.0 us ± 40.0"))
    #expect(chart.texts.contains("1700.0 us"))
    #expect(chart.texts.contains("61,204 + 20,111"))
    #expect(chart.bars.count == 9)
    // Means: eager with its spread fills the room, and the others are in proportion.
    let (idle, eager, flat) = (chart.parts[0], chart.parts[1], chart.parts[2])
    #expect(abs(idle * 310 - eager * 100) <= 310)
    #expect(abs(flat * 310 - eager * 98) <= 310)
    // The bytes of rests continue the bytes of movement.
    #expect(chart.bars[6] > chart.parts[6])
    #expect(chart.spreads == 2)
    #expect(report.text(as: .svg).contains("prefers-color-scheme: dark"))
  }

  @Test func numbersAreRoundedAndNeverShiftTheirPoint() {
    #expect(BenchUnits.tenths(8_649) == "8.6")
    #expect(BenchUnits.tenths(8_650) == "8.7")
    #expect(BenchUnits.microseconds(9_999_900) == "9999.9 us")
    #expect(BenchUnits.microseconds(10_000_000) == "10.0 ms")
    #expect(BenchUnits.factor(1_020) == "1.02")
    #expect(BenchUnits.factor(995) == "1.00")
    #expect(BenchUnits.factor(9_994) == "9.99")
    #expect(BenchUnits.factor(9_995) == "10.0")
    #expect(BenchUnits.factor(31_440) == "31.4")
    #expect(BenchUnits.percent(14) == "1.4 %")
  }
}

/// Takes the texts, bars and spreads out of a chart.
private final class ChartParser: NSObject, XMLParserDelegate {
  private(set) var texts: [String] = []
  private(set) var bars: [Int] = []
  private(set) var parts: [Int] = []
  private(set) var spreads = 0
  private var text: String?

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    let width = attributes["width"].flatMap { Int($0) } ?? -1
    switch (name, attributes["class"]) {
    case ("rect", "bar"): bars.append(width)
    case ("rect", "part"): parts.append(width)
    case ("line", "spread"): spreads += 1
    case ("text", _): text = ""
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    text? += string
  }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard name == "text", let text else { return }
    texts.append(text)
    self.text = nil
  }
}
