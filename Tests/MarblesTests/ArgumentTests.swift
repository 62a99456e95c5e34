import Testing

@testable import Marbles

@Suite("The command line")
struct ArgumentTests {
  @Test("A folder, a check, or neither")
  func right() throws {
    #expect(try Arguments([]).folder == nil)
    #expect(try Arguments(["--check"]).onlyChecks)
    #expect(try Arguments(["elsewhere", "--check"]).folder == "elsewhere")
    #expect(try Arguments(["-h"]).asksForHelp)
  }

  @Test("A wrong argument is reported", arguments: [["--wrong"], ["a", "b"]])
  func wrong(words: [String]) { #expect(throws: ArgumentError.self) { try Arguments(words) } }
}
