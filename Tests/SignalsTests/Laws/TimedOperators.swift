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
    OperatorUnderTest("timeout(first:)") { signal, probe in
      signal.timeout(first: .seconds(1_000_000), each: .seconds(2_000_000), on: probe.scheduler)
    },
    OperatorUnderTest("timeout(first:customError:until:), by a signal that never emits") { signal, probe in
      signal.timeout(first: Signal<Int>.never()) { _ in
        try probe()
        return Signal<Int>.never()
      }
    },
    OperatorUnderTest("timeout(first:customError:until:), by its own source") { signal, probe in
      signal.timeout { value in signal.filter { try probe.passing($0 > value + 1) } }
    },
    OperatorUnderTest("debounce(until:), at once") { signal, probe in
      signal.debounce { _ in .just(try probe.passing(0)) }
    },
    OperatorUnderTest("debounce(until:), after a time") { signal, probe in
      signal.debounce { _ in
        try probe()
        return .after(.seconds(1), on: probe.scheduler)
      }
    },
    OperatorUnderTest("throttle(latest:until:), at once") { signal, probe in
      signal.throttle { _ in .just(try probe.passing(0)) }
    },
    OperatorUnderTest("throttle(latest:until:), by its own source") { signal, probe in
      signal.throttle { _ in
        try probe()
        return signal.dropFirst()
      }
    },
    OperatorUnderTest("delay(until:), at once") { signal, probe in
      signal.delay { _ in .just(try probe.passing(0)) }
    },
    OperatorUnderTest("delay(until:), after a time") { signal, probe in
      signal.delay { _ in
        try probe()
        return .after(.seconds(1), on: probe.scheduler)
      }
    },
    OperatorUnderTest("audit(for:)") { signal, probe in signal.audit(for: .seconds(1), on: probe.scheduler) },
    OperatorUnderTest("audit(until:), at once") { signal, probe in
      signal.audit { _ in .just(try probe.passing(0)) }
    },
    OperatorUnderTest("audit(until:), by its own source") { signal, probe in
      signal.audit { _ in
        try probe()
        return signal
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
    OperatorUnderTest("retry, resetting its count") { signal, _ in signal.retry(1, resetsAfterValue: true) },
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
