import Signals
import SignalsTesting

extension OperatorUnderTest {
  static let sharing: [OperatorUnderTest] = [
    OperatorUnderTest("shared", sharesItsState: true) { signal, probe in probed(signal, probe).shared() },
    OperatorUnderTest("shared(replaying: 1)", sharesItsState: true) { signal, probe in
      probed(signal, probe).shared(replaying: 1)
    },
    OperatorUnderTest("shared(replaying: 3)", sharesItsState: true) { signal, probe in
      probed(signal, probe).shared(replaying: 3)
    },
    // Upstream of these, a subscription outlasts the subscribers, so there is no closure of theirs to probe.
    OperatorUnderTest("shared(for:)", sharesItsState: true) { signal, probe in
      signal.shared(for: .seconds(1), on: probe.scheduler)
    },
    OperatorUnderTest("shared(replaying:for:)", sharesItsState: true) { signal, probe in
      signal.shared(replaying: 2, for: .seconds(1), on: probe.scheduler)
    },
    OperatorUnderTest("shared(replaying:restartingAfter:), every event", sharesItsState: true) { signal, probe in
      probed(signal, probe).shared(replaying: 1, restartingAfter: [.finish, .failure, .lastCancellation])
    },
    OperatorUnderTest("shared(replaying:restartingAfter:), the ends", sharesItsState: true) { signal, _ in
      signal.shared(restartingAfter: [.finish, .failure])
    },
    OperatorUnderTest("continuous", sharesItsState: true) { signal, _ in signal.continuous() },
    OperatorUnderTest("continuous(initial:)", sharesItsState: true) { signal, _ in signal.continuous(initial: -1) },
    OperatorUnderTest("playback", sharesItsState: true) { signal, _ in signal.playback() },
    OperatorUnderTest("cacheUntilActive", sharesItsState: true) { signal, _ in signal.cacheUntilActive() },
    OperatorUnderTest("multicast, connecting by itself", sharesItsState: true) { signal, probe in
      probed(signal, probe).multicast().autoconnect()
    },
  ]

  /// Signals that are made for each subscription, of the one under test.
  static let making: [OperatorUnderTest] = [
    OperatorUnderTest("deferred") { signal, probe in .deferred { probed(signal, probe) } },
    OperatorUnderTest("using") { signal, probe in
      Signal.using {
        0
      } signal: { _ in
        probed(signal, probe)
      } release: { _ in
      }
    },
    OperatorUnderTest("generate") { signal, probe in
      Signal<Int>.generate { emitter in
        let endpoint = probed(signal, probe).subscribe { event in
          switch event {
          case .value(let value): emitter.send(value)
          case .end(.finished): emitter.finish()
          case .end(.failed(let error)): emitter.fail(error)
          }
        }
        emitter.whenEnded { endpoint.cancel() }
      }
    },
  ]

  static let grouping: [OperatorUnderTest] = [
    OperatorUnderTest("groupBy, a group for each") { signal, probe in
      signal.groupBy { value in
        try probe()
        return value
      }.map(\.key)
    },
    OperatorUnderTest("groupBy, merged again") { signal, probe in
      signal.groupBy { value in
        try probe()
        return value % 2
      }.flatMap(.merge) { group in group.signal }
    },
  ]

  private static func probed(_ signal: Signal<Int>, _ probe: Probe) -> Signal<Int> {
    signal.map { value in
      try probe()
      return value
    }
  }
}
