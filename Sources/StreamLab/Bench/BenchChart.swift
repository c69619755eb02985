import StreamUI

/// The report as a picture (SVG 1.1): bars with names, values and spreads.
///
/// Colours follow the reader's light or dark scheme, on a ground of their own.
struct BenchChart {
  /// One group of bars.
  private struct Panel {
    let title: String
    let bars: [Bar]
  }

  /// A bar with its value, and the spread around its end.
  private struct Bar {
    /// The length in the unit of the panel.
    let value: Int64
    /// The first part of the bar, drawn darker.
    let part: Int64
    var spread: Int64 = 0
    let label: String
  }

  private static let width: Int64 = 640
  private static let left: Int64 = 80
  private static let room: Int64 = 400
  private static let barHeight: Int64 = 16
  private static let step: Int64 = 22
  private static let panelGap: Int64 = 40

  let report: BenchReport

  var text: String {
    let panels = panels
    let title = "\(report.subject.feed): the cost of each strategy"
    let verdict = report.verdict.text
    var top: Int64 = 58
    var body = ""
    for panel in panels {
      body += picture(panel, top: top)
      top += Int64(panel.bars.count) * Self.step + Self.panelGap
    }
    let notes = verdict.wrapped(columns: 96)
    for note in notes {
      body += Self.text(note, x: 20, y: top, kind: "note")
      top += 17
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(top)" \
      width="\(Self.width)" height="\(top)" role="img" aria-label="\(Self.escaped(title))">
      <title>\(Self.escaped(title))</title>
      <desc>\(Self.escaped(verdict))</desc>
      <style>text { font: 13px system-ui, sans-serif; fill: #374151; } .title { font-size: 15px; \
      font-weight: 600; } .panel { font-weight: 600; } .name, .value, .note { font-size: 12px; } \
      .ground { fill: #ffffff; } .bar { fill: #fdba74; } .part { fill: #c2410c; } \
      .spread { stroke: #111827; stroke-width: 1.5; }
      @media (prefers-color-scheme: dark) { text { fill: #d1d5db; } .ground { fill: #0d1117; } \
      .bar { fill: #9a5b2f; } .part { fill: #fb923c; } .spread { stroke: #f9fafb; } }</style>
      <rect class="ground" width="\(Self.width)" height="\(top)" rx="6"/>
      \(Self.text(title, x: 20, y: 26, kind: "title"))\(body)</svg>

      """
  }

  private var panels: [Panel] {
    [
      panel("A frame while rows move, mean with spread") { _, times in
        let label = "\(BenchUnits.microseconds(times.mean)) ± \(BenchUnits.tenths(times.spread))"
        return Bar(value: times.mean, part: times.mean, spread: times.spread, label: label)
      },
      panel("The slowest frame of a hundred") { _, times in
        let time = times.frame(percent: 99)
        return Bar(value: time, part: time, label: BenchUnits.microseconds(time))
      },
      panel("Bytes to the terminal: while rows move, and at rest") { counts, _ in
        let label = "\(counts.bytesMoving.grouped) + \(counts.bytesResting.grouped)"
        return Bar(value: Int64(counts.bytes), part: Int64(counts.bytesMoving), label: label)
      },
    ]
  }

  private func panel(_ title: String, _ bar: (BenchCounts, BenchTimes) -> Bar) -> Panel {
    Panel(title: title, bars: report.results.map { bar($0.counts, $0.times) })
  }

  private func picture(_ panel: Panel, top: Int64) -> String {
    var text = Self.text(panel.title, x: 20, y: top, kind: "panel")
    let longest = panel.bars.map { $0.value + $0.spread }.max() ?? 0
    for (index, (result, bar)) in zip(report.results, panel.bars).enumerated() {
      let y = top + 8 + Int64(index) * Self.step
      let length = Self.scaled(bar.value, to: longest)
      let part = Self.scaled(bar.part, to: longest)
      let middle = y + Self.barHeight / 2
      text += Self.text(result.strategy.rawValue, x: 20, y: y + 12, kind: "name")
      text += Self.rectangle(x: Self.left, y: y, width: length, kind: "bar")
      text += Self.rectangle(x: Self.left, y: y, width: part, kind: "part")
      var end = length
      if bar.spread > 0 {
        let from = Self.left + Self.scaled(max(0, bar.value - bar.spread), to: longest)
        end = Self.scaled(bar.value + bar.spread, to: longest)
        text += "<line class=\"spread\" x1=\"\(from)\" y1=\"\(middle)\" "
        text += "x2=\"\(Self.left + end)\" y2=\"\(middle)\"/>\n"
      }
      text += Self.text(bar.label, x: Self.left + end + 8, y: y + 12, kind: "value")
    }
    return text
  }

  private static func scaled(_ value: Int64, to longest: Int64) -> Int64 {
    longest > 0 ? value * room / longest : 0
  }

  private static func rectangle(x: Int64, y: Int64, width: Int64, kind: String) -> String {
    "<rect class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(barHeight)\"/>\n"
  }

  private static func text(_ text: String, x: Int64, y: Int64, kind: String) -> String {
    "<text class=\"\(kind)\" x=\"\(x)\" y=\"\(y)\">\(escaped(text))</text>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
