import StreamUI

/// The report as one JSON object.
struct BenchJSON {
  let report: BenchReport

  var text: String {
    var json = JSONText()
    json.open("{")
    json.member("feed", report.feed)
    json.member("posts", report.posts)
    json.member("size", report.size)
    json.member("terminal", BenchPlay.terminal)
    json.member("line_keys", report.lineKeys)
    json.member("page_keys", report.pageKeys)
    json.member("glances", report.glances)
    json.member("rests", report.rests)
    json.member("rounds", report.rounds)
    json.member("sync_rows_a_frame", BenchPlay.syncRows)
    json.key("strategies")
    json.open("[")
    for result in report.results { add(result, to: &json) }
    json.close("]")
    let verdict = BenchVerdict(report: report)
    json.member("noise_percent", Int(clamping: verdict.noisePercent))
    json.member("conclusion", verdict.text)
    json.close("}")
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }

  private func add(_ result: BenchResult, to json: inout JSONText) {
    json.open("{")
    json.member("strategy", result.strategy.rawValue)
    for (name, value) in zip(BenchCounts.names, result.counts.values) {
      json.member(name, value)
    }
    for (name, value) in zip(BenchFigures.names, BenchFigures.values(of: result.times)) {
      json.member(name, number: BenchFigures.decimal(value))
    }
    json.close("}")
  }
}
