import Testing

@testable import PackageForm

@Suite("The command line")
struct ArgumentTests {
  @Test("the seed is optional")
  func seed() throws {
    #expect(try Arguments([]).seed == nil)
    #expect(try Arguments(["--seed", "7"]).seed == 7)
    #expect(try Arguments(["-h"]).asksForHelp)
  }

  @Test("a wrong argument is an error", arguments: [["--seed"], ["--seed", "x"], ["--seed", "-1"], ["7"]])
  func wrongArguments(words: [String]) { #expect(throws: ArgumentError.self) { try Arguments(words) } }
}
