// swift-tools-version: 6.3

import PackageDescription

/// A program of `Playground-scripts`. Its `Expected.txt` is the text that it has to print.
func script(_ name: String, uses dependencies: Target.Dependency..., data: String...) -> Target {
  script(name, dependencies, data)
}

/// A program of `Playground-scripts` that prints its own lines of code, and their results.
func lesson(_ name: String, uses dependencies: Target.Dependency...) -> Target {
  script(name, dependencies + ["Lesson"], [])
}

private func script(_ name: String, _ dependencies: [Target.Dependency], _ data: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Playground-scripts/\(name)", exclude: data + ["Expected.txt"])
}

/// A program of `Tools`.
func tool(_ name: String, uses dependencies: Target.Dependency..., data: String...) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Tools/\(name)", exclude: data)
}

/// A test target. By default the compiler works on groups of 25 files, and expands the macros of the whole module for each group.
/// With this limit there are as many groups as cores. The flag doesn't hinder other packages, since it is on no library.
func tests(
  _ name: String, uses dependencies: Target.Dependency..., path: String? = nil, settings: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, path: path,
    swiftSettings: settings + [.unsafeFlags(["-driver-batch-size-limit", "1000"])])
}

let package = Package(
  name: "Signals",
  // The atomics of the standard library set these; Linux needs nothing stated.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Signals", targets: ["Signals"]),
    .library(name: "SignalsKVO", targets: ["SignalsKVO"]),
    .library(name: "SignalsTesting", targets: ["SignalsTesting"]),
  ],
  traits: [
    // A program that disables it doesn't link Foundation because of this package. See `.ci/linking`.
    .trait(name: "Foundation", description: "Notifications as signals, and delivery on operation queues"),
    .default(enabledTraits: ["Foundation"]),
  ],
  targets: [
    .target(
      name: "Signals",
      exclude: ["Serialising", "Turns", "Subscribing", "Operating", "Joining"].map { "Core/\($0)/README.md" },
      swiftSettings: [.strictMemorySafety()]
    ),
    .target(name: "SignalsKVO", dependencies: ["Signals"], swiftSettings: [.strictMemorySafety()]),
    .target(name: "SignalsTesting", dependencies: ["Signals"], swiftSettings: [.strictMemorySafety()]),

    // The lessons, and the functions that they print with.
    lesson("ComposeStreams", uses: "Signals", "SignalsTesting"),
    lesson("JoinSignals", uses: "Signals", "SignalsTesting"),
    lesson("CancelEndpoints", uses: "Signals"),
    lesson("BindViewModel", uses: "Signals", "SignalsKVO"),
    lesson("DeliverOnQueues", uses: "Signals"),
    lesson("ObserveState", uses: "Signals", "SignalsKVO"),
    lesson("SearchAsYouType", uses: "Signals", "SignalsKVO", "SignalsTesting"),
    lesson("TestInVirtualTime", uses: "Signals", "SignalsTesting"),
    .target(name: "Lesson", dependencies: ["Signals"], path: "Playground-scripts/Lesson"),

    // Other programs to be read and changed. A person can type into two of them.
    script("Tour", uses: "Signals", "SignalsKVO"),
    script("Spreadsheet", uses: "SignalsKVO"),
    script("PackageForm", uses: "Signals", "SignalsKVO", "TerminalPrograms", data: "Script.txt"),
    script("TickerBoard", uses: "Signals", "SignalsKVO", "SignalsTesting", "TerminalPrograms", data: "Script.txt"),
    .target(name: "TerminalPrograms", dependencies: ["Signals", "SignalsKVO"], path: "Playground-scripts/Terminal"),

    // Programs for the checks and the documentation.
    tool("Marbles", uses: "Signals", "SignalsTesting", data: "Arguments.txt", "Expected.txt"),
    tool("SanitizerCanary", uses: "Signals"),
    tool("Endurance", uses: "Signals", "SignalsKVO", "SignalsTesting"),

    // Runs every interleaving of a state machine of several threads.
    .target(name: "ModelChecking", path: "Tests/ModelChecking"),
    // Declarations that several test targets use.
    .target(name: "TestSupport", dependencies: ["Signals"], path: "Tests/TestSupport"),
    tests("SignalsTests", uses: "Signals", "SignalsTesting", "TestSupport"),
    tests("SignalsKVOTests", uses: "Signals", "SignalsKVO", "SignalsTesting", "ModelChecking", "TestSupport"),
    tests("SignalsTestingTests", uses: "Signals", "SignalsTesting", "TestSupport"),
    tests("PackageFormTests", uses: "PackageForm", "SignalsKVO", "TerminalPrograms"),
    tests("TickerBoardTests", uses: "TickerBoard", "Signals", "SignalsKVO", "SignalsTesting", "TerminalPrograms"),
    tests("SpreadsheetTests", uses: "Spreadsheet", "SignalsKVO", "SignalsTesting"),
    tests("MarblesTests", uses: "Marbles", "Signals", "SignalsTesting"),
    // Programs that bytes stand for, and the laws that they keep.
    .target(
      name: "FuzzPrograms",
      dependencies: ["Signals", "SignalsKVO", "SignalsTesting"],
      path: "Tests/Fuzzing/Programs"
    ),
    tests("FuzzingTests", uses: "FuzzPrograms", "Signals", path: "Tests/Fuzzing/Replay"),
    // The same tests as in the module of an app: everything belongs to the main actor unless it says otherwise.
    tests(
      "DefaultIsolationTests", uses: "Signals", "SignalsKVO", "SignalsTesting", path: "Tests/DefaultIsolation",
      settings: [.defaultIsolation(MainActor.self)]),
    // A link to the same files: with the features that new app projects enable, too.
    tests(
      "UpcomingFeatureTests", uses: "Signals", "SignalsKVO", "SignalsTesting", path: "Tests/UpcomingFeatures",
      settings: [
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Every order of the threads' steps is tried in a build of its own, in which the library stops at each of them: see
// `.ci/interleavings`. It has no other targets, so that it is built in a minute.
if Context.environment["SIGNALS_INTERLEAVINGS"] != nil {
  let libraries = package.targets.filter { ["Signals", "SignalsKVO", "SignalsTesting"].contains($0.name) }
  let tests = Target.testTarget(
    name: "InterleavingTests",
    dependencies: ["Signals", "SignalsKVO", "SignalsTesting"],
    path: "Tests/Interleavings",
    // The report of a failure names the functions that make the steps. For `swift_once`, see Races.swift.
    linkerSettings: [
      .unsafeFlags(["-Xlinker", "--export-dynamic", "-Xlinker", "--wrap=swift_once", "-sanitize=thread"])
    ]
  )
  package.targets = libraries + [tests]
  package.products = [.library(name: "Signals", targets: ["Signals"])]
  // Only the library is built for the thread sanitizer, so that this finds the order in its steps alone, and not that of the
  // controller.
  for target in libraries { target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=thread"])] }
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.define("CONTROLLED_THREADS")]
  }
}

// The thread sanitizer looks at the tests in which threads meet: see `.ci/sanitize`. Without the other folders and programs, they
// are built in half the time.
if Context.environment["SIGNALS_THREAD_TESTS"] != nil {
  let foldersLeftOut = [
    "SignalsTests": [
      "Cancellation", "Creating", "Endpoints", "Faults", "Inspection", "Migration", "Operators/Combining",
      "Operators/Failing", "Operators/Filtering", "Operators/Inspecting", "Operators/Timing", "Operators/Transforming",
      "Random", "StateMachines",
    ],
    "SignalsKVOTests": [
      "Binding", "Bridges", "Changes", "Collections", "DerivedCollections", "Faults", "Graph/Conformance", "Ideas",
      "Inspection", "Paths", "Properties", "Work",
    ],
  ]
  let targets = [
    "Signals", "SignalsKVO", "SignalsTesting", "SanitizerCanary", "ModelChecking", "TestSupport", "SignalsTests",
    "SignalsKVOTests", "SignalsTestingTests", "DefaultIsolationTests",
  ]
  package.targets.removeAll { !targets.contains($0.name) }
  for target in package.targets { target.exclude += foldersLeftOut[target.name] ?? [] }
}

// The fuzzer needs flags that no dependency of another package may have. So it is there only when `.ci/fuzz` asks for it.
if Context.environment["SIGNALS_FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzzing",
      dependencies: ["FuzzPrograms"],
      path: "Tests/Fuzzing/Runner",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address"])]
    ))
  // The fuzzer chooses further programs by the branches that the former ones took, so these targets count them.
  for target in package.targets where ["Signals", "SignalsKVO", "FuzzPrograms", "Fuzzing"].contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-sanitize=fuzzer,address"])]
  }
  // One sanitizer for all that is linked together.
  for target in package.targets where target.name == "SignalsTesting" {
    target.swiftSettings = [.unsafeFlags(["-sanitize=address"])]
  }
}
