// swift-tools-version: 6.2
import PackageDescription

/// Shared by every target: the language mode is Swift 6, and a warning stops the build.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "streamtui",
  products: [
    .executable(name: "streamtui", targets: ["StreamTUI"]),
    .library(name: "StreamModel", targets: ["StreamModel"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    // No pkg-config: SwiftPM refuses its -D flags with a warning; CNcurses.h defines them.
    .target(
      name: "CNcurses",
      cSettings: [.treatAllWarnings(as: .error), .enableWarning("all"), .enableWarning("extra")],
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]
    ),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(name: "CPCRE2", providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
    .target(name: "Addresses", swiftSettings: settings),
    .target(name: "Configuration", swiftSettings: settings),
    .target(
      name: "StreamModel",
      dependencies: ["Addresses", "CellGrid", "Configuration", "CPCRE2", "RichText"],
      swiftSettings: settings
    ),
    .target(
      name: "StreamHost",
      dependencies: ["StreamModel", "Addresses", "CellGrid", "CZlib", "CSQLite"],
      swiftSettings: settings
    ),
    .target(name: "RichText", swiftSettings: settings),
    .target(name: "CellGrid", swiftSettings: settings),
    .target(
      name: "StreamUI",
      dependencies: ["StreamModel", "RichText", "CellGrid", "Addresses", "Configuration"],
      swiftSettings: settings
    ),
    .target(
      name: "StreamLab",
      dependencies: ["StreamUI", "StreamModel", "CellGrid", "Addresses"],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "StreamTUI",
      dependencies: [
        "StreamLab", "StreamUI", "StreamHost", "StreamModel", "RichText", "CellGrid",
        "Addresses", "Configuration", "CNcurses",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    // What more than one test target needs.
    .target(
      name: "TestSupport",
      dependencies: ["CellGrid", "StreamModel"],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    // The properties that every input must keep: tests check the kept inputs, the fuzzer new ones.
    .target(
      name: "FuzzProperties",
      dependencies: [
        "StreamUI", "StreamModel", "RichText", "CellGrid", "Addresses", "Configuration",
        "TestSupport",
      ],
      path: "Fuzz/Properties",
      swiftSettings: settings
    ),
    .testTarget(
      name: "FuzzTests",
      dependencies: ["FuzzProperties"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "AddressesTests",
      dependencies: ["Addresses", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ConfigurationTests",
      dependencies: ["Configuration", "TestSupport"],
      exclude: ["BrokenFiles.txt"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StreamModelTests",
      dependencies: ["StreamModel", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StreamHostTests",
      dependencies: ["StreamHost", "StreamModel", "Addresses", "CellGrid", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "RichTextTests",
      dependencies: ["RichText", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CellGridTests",
      dependencies: ["CellGrid", "TestSupport"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StreamUITests",
      dependencies: [
        "StreamUI", "StreamModel", "RichText", "CellGrid", "Addresses", "Configuration",
        "TestSupport",
      ],
      exclude: ["Golden", "Feeds"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StreamLabTests",
      dependencies: ["StreamLab", "StreamUI", "StreamModel", "CellGrid", "TestSupport"],
      exclude: ["Golden"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "StreamTUITests",
      dependencies: [
        "StreamTUI", "StreamLab", "StreamUI", "StreamHost", "StreamModel", "Addresses",
        "CellGrid", "Configuration", "CNcurses", "CZlib", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Golden", "Promises", "Terminal/Languages.txt"],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzzer is linked with libFuzzer, so it is no part of other builds (script/fuzz).
if Context.environment["STREAMTUI_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: ["FuzzProperties", "TestSupport"],
      path: "Fuzz",
      exclude: ["Corpus", "Dictionaries", "Properties", "RUNS.md"],
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]
    )
  )
}
