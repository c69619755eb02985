import Testing

/// Law 1 in two processes, whose hash seeds differ: same bytes, keys, times and size, same frames.
struct ProcessLawTests {
  @Test(arguments: [
    "k", "jjj<wait 400><Tab>", "<CR><wait 400>jj", "l", "w", "a<wait 50>", "G<wait 400>f", "?G",
    "!",
    "<CR>P", "/the<CR><wait 50>", "-<wait 400>", ">", "<CR>Z<wait 400>", "F<wait 50>aa",
  ])
  func twoProcessesShowTheSame(_ keys: String) throws {
    var frames: Set<String> = []
    for _ in 0..<3 {
      let run = try Program.run(
        ["snapshot", "--format", "ansi", "--size", "100x30", "--keys=\(keys)", Program.sample]
      )
      #expect(run.status == 0)
      frames.insert(run.output)
    }
    #expect(frames.count == 1)
    #expect(frames.first?.isEmpty == false)
  }
}
