import Signals
import SignalsTesting

extension OperatorUnderTest {
  /// Operators that wait, or tell the time.
  static let timing: [OperatorUnderTest] = [
    OperatorUnderTest("debounce") { signal, probe in signal.debounce(for: .seconds(1), on: probe.scheduler) },
    OperatorUnderTest("debounce, for nought") { signal, probe in signal.debounce(for: .zero, on: probe.scheduler) },
    OperatorUnderTest("throttle") { signal, probe in signal.throttle(for: .seconds(1), on: probe.scheduler) },
    OperatorUnderTest("throttle, without the latest") { signal, probe in
      signal.throttle(for: .milliseconds(1), latest: false, on: probe.scheduler)
    },
    OperatorUnderTest("delay") { signal, probe in signal.delay(for: .seconds(1), on: probe.scheduler) },
    OperatorUnderTest("timeout") { signal, probe in
      signal.timeout(.seconds(1_000_000), on: probe.scheduler) {
        try probe()
        return TimeoutError(interval: .zero)
      }
    },
    OperatorUnderTest("measureInterval") { signal, probe in signal.measureInterval(on: probe.scheduler) },
    OperatorUnderTest("delaySubscription, for no time") { signal, probe in
      signal.map { try probe.passing($0) }.delaySubscription(for: .zero, on: probe.scheduler)
    },
    OperatorUnderTest("delaySubscription") { signal, probe in
      signal.map { try probe.passing($0) }.delaySubscription(for: .seconds(1), on: probe.scheduler)
    },
    OperatorUnderTest("prefix(for:), all") { signal, probe in
      signal.prefix(for: .seconds(1_000_000), on: probe.scheduler).map { try probe.passing($0) }
    },
    OperatorUnderTest("prefix(for:), some") { signal, probe in signal.prefix(for: .seconds(2), on: probe.scheduler) },
    OperatorUnderTest("dropFirst(for:), none") { signal, probe in
      signal.dropFirst(for: .zero, on: probe.scheduler).map { try probe.passing($0) }
    },
    OperatorUnderTest("dropFirst(for:), some") { signal, probe in
      signal.dropFirst(for: .seconds(2), on: probe.scheduler)
    },
    OperatorUnderTest("timestamps") { signal, probe in signal.timestamps(on: probe.scheduler) },
  ]

  /// Operators that subscribe again, or to something else, where the signal fails.
  static let resubscribing: [OperatorUnderTest] = [
    OperatorUnderTest("catch") { signal, probe in
      signal.catch { error in
        try probe()
        throw error
      }
    },
    OperatorUnderTest("catch, the same again") { signal, probe in
      signal.catch { _ in
        try probe()
        return signal
      }
    },
    OperatorUnderTest("retry") { signal, _ in signal.retry(3) },
    OperatorUnderTest("retry, after a delay") { signal, probe in
      signal.retry(1, delay: .seconds(1), on: probe.scheduler)
    },
    OperatorUnderTest("retry(when:), never again") { signal, probe in
      signal.retry { errors in
        errors.map { error in
          try probe()
          throw error
        }
      }
    },
    OperatorUnderTest("retry(when:), twice") { signal, _ in
      signal.retry { errors in errors.enumerated().map { index, error in if index == 2 { throw error } } }
    },
    OperatorUnderTest("retry(when:), after a delay") { signal, probe in
      signal.retry { errors in errors.prefix(2).delay(for: .milliseconds(500), on: probe.scheduler) }
    },
    OperatorUnderTest("retry, by a policy") { signal, probe in
      signal.retry(
        RetryPolicy(count: 3, delay: .milliseconds(1), factor: 2, maximum: .milliseconds(3)) { _ in
          try probe()
          return true
        }, on: probe.scheduler)
    },
  ]
}
