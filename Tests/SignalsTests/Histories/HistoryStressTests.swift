import Dispatch
import Foundation
import Testing

extension Stress {
  /// Whole runs of several threads, held against what C1, C3–C6, C9, C10 and C12 promise. Run under thread sanitizer too.
  ///
  /// Observers come and go, cancel each other and themselves, handlers send, subscribe and end, and every beginning and
  /// return is written down. `DEEP=1 swift test --filter HistoryStress` goes on for `DEEP_SECONDS`, three minutes if that
  /// isn't said, from the seed `DEEP_SEED` on.
  @Suite("Stress: histories") struct HistoryStressTests {
    @Test(arguments: Workload.allCases)
    func `with several threads at work, the history keeps the contract`(_ workload: Workload) async {
      for seed in 0..<UInt64(repetitions(120, quick: 50)) {
        if await hasBreach(workload, seed) { return }
      }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["DEEP"] == "1"))
    func `the same for a long time`() async {
      let environment = ProcessInfo.processInfo.environment
      let seconds = environment["DEEP_SECONDS"].flatMap { UInt64($0) } ?? 180
      var seed = environment["DEEP_SEED"].flatMap { UInt64($0) } ?? 1_000
      let end = DispatchTime.now().uptimeNanoseconds + seconds * 1_000_000_000
      var runs = 0
      while DispatchTime.now().uptimeNanoseconds < end {
        for workload in Workload.allCases where await hasBreach(workload, seed) { return }
        runs += Workload.allCases.count
        seed += 1
      }
      print("\(runs) histories, the last of seed \(seed - 1)")
    }

    private func hasBreach(_ workload: Workload, _ seed: UInt64) async -> Bool {
      let breaches = await RunPlan.random(workload, seed: seed).breaches()
      guard !breaches.isEmpty else { return false }
      let text = breaches.prefix(3).map(\.description).joined(separator: "\n")
      Issue.record("\(workload) of seed \(seed):\n\(text)")
      return true
    }
  }
}
