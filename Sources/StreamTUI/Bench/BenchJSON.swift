import StreamUI

/// The report as one JSON object.
struct BenchJSON {
  let report: BenchReport

  var text: String {
    var json = JSONText()
    json.open("{")
    json.key("feed")
    json.value(report.feed)
    json.key("posts")
    json.value(report.posts)
    json.key("size")
    json.value(report.size)
    json.key("terminal")
    json.value(BenchPlay.terminal)
    json.key("line_keys")
    json.value(report.lineKeys)
    json.key("page_keys")
    json.value(report.pageKeys)
    json.key("glances")
    json.value(report.glances)
    json.key("rests")
    json.value(report.rests)
    json.key("rounds")
    json.value(report.rounds)
    json.key("sync_rows_a_frame")
    json.value(BenchPlay.syncRows)
    json.key("strategies")
    json.open("[")
    for result in report.results { add(result, to: &json) }
    json.close("]")
    let verdict = BenchVerdict(report: report)
    json.key("noise_percent")
    json.value(Int(clamping: verdict.noisePercent))
    json.key("verdict")
    json.value(verdict.text)
    json.close("}")
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }

  private func add(_ result: BenchResult, to json: inout JSONText) {
    json.open("{")
    json.key("strategy")
    json.value(result.strategy.rawValue)
    for (name, value) in zip(BenchCounts.names, result.counts.values) {
      json.key(name)
      json.value(value)
    }
    for (name, value) in zip(BenchFigures.names, BenchFigures.values(of: result.times)) {
      json.key(name)
      json.value(Int(clamping: value))
    }
    json.close("}")
  }
}
