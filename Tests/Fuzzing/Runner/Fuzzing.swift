import Foundation
import FuzzPrograms

// The fuzzer is a library of the compiler's: it calls the function that it is given with bytes that it makes up. So this
// file has no `main` of the usual kind.

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ argumentCount: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The entry point of the process. `--tell FILE` runs the program of one file, and prints each step; everything
/// else goes to the fuzzer.
///
/// All of it happens on another thread: an observation on the main thread belongs to the main actor (K4), whose queue is not
/// works off here.
@_cdecl("Fuzzing_main")
public func fuzzingMain(
  _ argumentCount: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  let given = Arguments(count: argumentCount, arguments: arguments)
  Thread.detachNewThread {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--tell" { exit(tell(CommandLine.arguments[2])) }
    var (count, arguments) = (given.count, given.arguments)
    exit(runFuzzer(&count, &arguments, testOneInput))
  }
  while true { pause() }
}

// Unchecked: they are there for as long as the process, and one thread uses them.
private struct Arguments: @unchecked Sendable {
  let count: CInt
  let arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
}

private func tell(_ path: String) -> CInt {
  guard let data = FileManager.default.contents(atPath: path) else {
    print("There is no file at \(path).")
    return 2
  }
  // Written line by line: nothing is lost if the program never comes to an end.
  let breaches = FuzzProgram(Array(data)).run(isAlone: true) { line in
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
  return breaches.isEmpty ? 0 : 1
}

/// The function that the fuzzer calls.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  if let report = FuzzProgram(bytes).report(isAlone: true) { fatalError("\n" + report) }
  return 0
}
