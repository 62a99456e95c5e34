// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "Signals",
  // The atomics of the standard library set these; Linux needs nothing stated.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Signals", targets: ["Signals"]),
    .library(name: "SignalsKVO", targets: ["SignalsKVO"]),
    .library(name: "SignalsTesting", targets: ["SignalsTesting"]),
  ],
  targets: [
    .target(name: "Signals"),
    .target(name: "SignalsKVO", dependencies: ["Signals"]),
    .target(name: "SignalsTesting", dependencies: ["Signals"]),
    .executableTarget(
      name: "Tour",
      dependencies: ["Signals"],
      path: "Playground-scripts/Tour",
      exclude: ["Expected.txt"]
    ),
    .executableTarget(
      name: "ComposeStreams",
      dependencies: ["Signals"],
      path: "Playground-scripts/ComposeStreams",
      exclude: ["Expected.txt"]
    ),
    .executableTarget(
      name: "CancelEndpoints",
      dependencies: ["Signals"],
      path: "Playground-scripts/CancelEndpoints",
      exclude: ["Expected.txt"]
    ),
    .executableTarget(
      name: "BindViewModel",
      dependencies: ["Signals", "SignalsKVO"],
      path: "Playground-scripts/BindViewModel",
      exclude: ["Expected.txt"]
    ),
    .executableTarget(
      name: "PackageForm",
      dependencies: ["Signals", "SignalsKVO"],
      path: "Playground-scripts/PackageForm",
      exclude: ["Script.txt", "Expected.txt"]
    ),
    // Not a product: it shows that thread sanitizer sees what it has to, and nothing else.
    .executableTarget(name: "SanitizerCanary", dependencies: ["Signals"], path: "Tests/SanitizerCanary"),
    // Not a product either: what the library bears, as a table. See `.ci/endurance`.
    .executableTarget(
      name: "Endurance",
      dependencies: ["Signals", "SignalsKVO", "SignalsTesting"],
      path: "Tests/Endurance"
    ),
    // Not a product either: goes every way that machines of several threads can take.
    .target(name: "ModelChecking", path: "Tests/ModelChecking"),
    .testTarget(name: "SignalsTests", dependencies: ["Signals", "SignalsTesting", "ModelChecking"]),
    .testTarget(name: "SignalsKVOTests", dependencies: ["Signals", "SignalsKVO", "SignalsTesting", "ModelChecking"]),
    .testTarget(name: "SignalsTestingTests", dependencies: ["Signals", "SignalsTesting"]),
    .testTarget(name: "PackageFormTests", dependencies: ["PackageForm", "SignalsKVO"]),
  ],
  swiftLanguageModes: [.v6]
)
