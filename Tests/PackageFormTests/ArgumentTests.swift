import Testing

@testable import PackageForm

@Suite("The command line")
struct ArgumentTests {
  @Test("A seed, or none")
  func seed() throws {
    #expect(try Arguments([]).seed == nil)
    #expect(try Arguments(["--seed", "7"]).seed == 7)
    #expect(try Arguments(["-h"]).asksForHelp)
  }

  @Test("What is wrong is said", arguments: [["--seed"], ["--seed", "x"], ["--seed", "-1"], ["7"]])
  func wrong(words: [String]) { #expect(throws: ArgumentError.self) { try Arguments(words) } }
}
