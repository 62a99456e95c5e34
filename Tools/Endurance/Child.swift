import Foundation

/// This same program, run once more for one row.
enum Child {
  static func outcome(of row: Row, _ options: Options) throws -> Outcome {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = options.effort.arguments + ["--row", row.name]
    // A crash is told by the status. The trace of one that was deep would take minutes.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if let outcome = try? JSONDecoder().decode(Outcome.self, from: text) { return outcome }
    return Outcome(
      crash: process.terminationReason == .uncaughtSignal
        ? "it was ended by signal \(process.terminationStatus)"
        : "it exited with \(process.terminationStatus) and said nothing")
  }
}
