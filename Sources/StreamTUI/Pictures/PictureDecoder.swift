import CellGrid
import StreamHost
import StreamModel
import StreamUI

/// Decodes pictures by chafa, a child with limits, one at a time.
final class PictureDecoder {
  static var isThere: Bool { ChildProcess.exists(TerminalPicture.decoder) }

  private let children: Children
  private let time: any TimeSource
  private var running: Children.Token?
  private let limits: ChildLimits
  private let name: String

  /// The time for one picture, in milliseconds.
  private static let patience = 5_000
  private static let mostErrors = 1_000

  /// - Parameter program: The program, which tests replace.
  init(children: Children, program: String = TerminalPicture.decoder) {
    self.children = children
    name = program
    time = children.loop.time
    // A picture of 12 million pixels passes, and one of 400 million does not. chafa copies its standard input to a
    // temporary file, which it removes at once.
    limits = ChildLimits(
      memory: 600 << 20,
      fileSize: UInt(max(PictureFile.mostBytes, PictureFile.mostFetchedBytes)),
      processorSeconds: 3
    )
  }

  /// Decodes the bytes of a file to the size of a box; `onEnd` gets the picture, or why there is none.
  ///
  /// - Returns: False if the program cannot be started.
  func decode(
    _ file: [UInt8],
    to box: RowPicture.Box,
    onEnd: @escaping (Result<TerminalPicture, PictureFault>) -> Void
  ) -> Bool {
    let output = Output(ChafaOutput())
    return run(
      ["--format", "kitty"],
      file,
      box,
      { output.reader.read($0) },
      { output.reader.picture },
      onEnd
    )
  }

  /// The same as signs of cells.
  ///
  /// - Parameter hasColors: Whether the palette has 256 colours; otherwise there are none.
  func symbols(
    _ file: [UInt8],
    to box: RowPicture.Box,
    hasColors: Bool,
    onEnd: @escaping (Result<SymbolPicture, PictureFault>) -> Void
  ) -> Bool {
    let output = Output(ChafaSymbols(columns: box.columns, lines: box.lines))
    return run(
      [
        "--format", "symbols", "--symbols", "block", "--colors", hasColors ? "256" : "none",
        "--scale", "max",
      ],
      file,
      box,
      { output.reader.read($0) },
      { output.reader.picture },
      onEnd
    )
  }

  private func run<Picture>(
    _ format: [String],
    _ file: [UInt8],
    _ box: RowPicture.Box,
    _ read: @escaping ([UInt8]) -> Void,
    _ picture: @escaping () -> Picture?,
    _ onEnd: @escaping (Result<Picture, PictureFault>) -> Void
  ) -> Bool {
    cancel()
    var request = ChildRequest(
      arguments: [name] + format + [
        "--size", "\(box.columns)x\(box.lines)", "--animate", "off", "--threads", "1", "--polite",
        "on", "-",
      ]
    )
    request.streams = .pipes(input: file, limit: Self.mostErrors)
    request.limits = limits
    request.deadline = time.now.advanced(byMilliseconds: Self.patience)
    request.endsGroup = true
    // It must not wrap its output for a multiplexer, nor look for a terminal.
    request.variables = [
      "TMUX": nil, "STY": nil, "TERM_PROGRAM": nil, "TERM_PROGRAM_VERSION": nil,
      "TERM": "xterm-kitty",
    ]
    request.onOutput = { bytes in
      read(Array(bytes))
      return []
    }
    running = children.start(request) { [weak self] outcome in
      self?.running = nil
      if outcome.isOverdue {
        onEnd(.failure(.slow(seconds: Self.patience / 1_000)))
      } else if outcome.end == .exited(0) {
        let fault = PictureFault.strangeOutput(of: TerminalPicture.decoder)
        onEnd(picture().map { .success($0) } ?? .failure(fault))
      } else if case .exited = outcome.end {
        onEnd(.failure(.undecodable(by: TerminalPicture.decoder)))
      } else {
        onEnd(.failure(.beyondLimits))
      }
      return []
    }
    return running != nil
  }

  /// Ends the program that runs; nobody hears of its end.
  func cancel() {
    if let running { children.cancel(running) }
    running = nil
  }

  private final class Output<Reader> {
    var reader: Reader
    init(_ reader: Reader) { self.reader = reader }
  }
}
