import Foundation
import FuzzPrograms
import Signals
import Testing

/// The programs that the fuzzer has kept satisfy the contract: C1, C3–C6, C8, C10–C12, K2, K4, B3, B6, B8.
@Suite("Fuzzing: the corpus") struct ReplayTests {
  @Test func `no program of the corpus breaks a law`() async throws {
    let corpus = try Corpus.files()
    let reports = await onThreadOfItsOwn {
      corpus.compactMap { file in FuzzProgram(file.bytes).report().map { "\(file.name): \($0)" } }
    }
    #expect(!corpus.isEmpty)
    #expect(reports == [])
  }

  @Test func `no program of the corpus leaves a subscription behind`() async {
    // In a process of its own, since live subscriptions are counted for the whole of it.
    await #expect(processExitsWith: .success) {
      for file in try Corpus.files() {
        if let report = FuzzProgram(file.bytes).report(isAlone: true) { fatalError("\(file.name): \(report)") }
      }
    }
  }

  @Test func `any bytes are a program`() async {
    let reports = await onThreadOfItsOwn {
      var numbers = SeededBytes(seed: 1)
      return (0..<300).compactMap { length in FuzzProgram(numbers.next(length % 100)).report() }
    }
    #expect(reports == [])
  }
}
