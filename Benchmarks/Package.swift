// swift-tools-version: 6.3

import PackageDescription

// Built with the default settings only, because those are what users of the library build with.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Signals", path: "..")],
  targets: [
    .target(name: "CountingAllocator"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CountingAllocator", .product(name: "Signals", package: "Signals"),
        .product(name: "SignalsKVO", package: "Signals"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
