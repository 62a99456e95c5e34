import Foundation

/// Runs one row in a child process of the same program.
enum Child {
  static func outcome(of row: Row, _ options: Options) throws -> Outcome {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = options.effort.arguments + ["--row", row.name]
    // The status reports a crash. A backtrace of a deep stack would take minutes.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    if let outcome = try? JSONDecoder().decode(Outcome.self, from: text) { return outcome }
    return Outcome(
      crash: process.terminationReason == .uncaughtSignal
        ? "terminated by signal \(process.terminationStatus)"
        : "exited with status \(process.terminationStatus), without a report")
  }
}
