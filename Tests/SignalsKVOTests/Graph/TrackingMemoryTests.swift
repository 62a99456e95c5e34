#if os(Linux)
  import Foundation
  import Observation
  import Signals
  import SignalsKVO
  import Testing

  /// C8, K10: Swift Observation keeps what it stores in an object that has ended before a tracking begins.
  @Suite("Memory of trackings", .leavesNothing) struct TrackingMemoryTests {
    @Observable final class Model {
      var number = 0
    }

    /// Has a computed value run that reads no object any more, within the tracking of an effect.
    @MainActor private static func changeOnce() {
      let (model, factor) = (Model(), Property(0))
      let total = Computed { factor.value + model.number }
      let text = Computed { "\(total.value)" }
      let effect = observe { _ = text.value }
      transaction {
        factor.value = 1
        model.number = 2
      }
      effect.cancel()
    }

    private static var residentKilobytes: Int {
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") } ?? ""
      return Int(line.filter(\.isNumber)) ?? 0
    }

    @MainActor private static func change(_ rounds: Int) async {
      for round in 0..<rounds {
        changeOnce()
        if round % 100 == 0 { await mainQueueIsIdle() }
      }
    }

    @Test func `computed values of objects leave no memory behind, in any number of graphs`() async {
      await #expect(processExitsWith: .success) {
        await TrackingMemoryTests.change(1_000)
        let before = TrackingMemoryTests.residentKilobytes
        await TrackingMemoryTests.change(3_000)
        // A kilobyte and a half for each graph would be more than four thousand.
        precondition(before > 0 && TrackingMemoryTests.residentKilobytes < before + 2_000)
      }
    }
  }
#endif
