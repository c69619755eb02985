import FuzzProperties
import Glibc

/// The fuzzer: libFuzzer's driver around the target that STREAMTUI_FUZZ_TARGET names.
@main
enum Fuzz {
  static let target: FuzzTarget = {
    let name = getenv("STREAMTUI_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
      print("fuzz: STREAMTUI_FUZZ_TARGET is '\(name)' (expected one of \(names))")
      exit(64)
    }
    return target
  }()

  /// Whether every input is held against every property.
  static let allChoices =
    getenv("STREAMTUI_FUZZ_CHOICES").map { String(cString: $0) } == "all"

  static func main() {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "storm" {
      Storm.run(over: CommandLine.arguments[2])
      exit(0)
    }
    if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "filters",
      let count = Int(CommandLine.arguments[2]), let seed = UInt64(CommandLine.arguments[3])
    {
      FilterStorm.run(count, seed: seed)
      exit(0)
    }
    _ = target
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    let status = runDriver(&count, &arguments) { data, length in
      let bytes = Array(UnsafeBufferPointer(start: data, count: length))
      guard Fuzz.allChoices else {
        Fuzz.target.run(FuzzInput(bytes))
        return 0
      }
      for choice in UInt8.min...UInt8.max {
        Fuzz.target.run(FuzzInput(bytes, choice: choice))
      }
      return 0
    }
    exit(status)
  }
}

/// libFuzzer's loop, for programs that have a main of their own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
