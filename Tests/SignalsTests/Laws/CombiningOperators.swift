import Signals
import SignalsTesting

extension OperatorUnderTest {
  static let combining =
    merging + joining
    + [
      OperatorUnderTest("zip with what never runs out") { signal, probe in
        zip(
          signal.map { value in
            try probe()
            return value
          }, .from(0...100_000)
        ).map { $0.0 }
      },
      OperatorUnderTest("zip with itself") { signal, probe in
        zip(
          signal,
          signal.map { value in
            try probe()
            return -value
          })
      },
      OperatorUnderTest("zip of a collection") { signal, probe in
        zip([
          signal, signal.map { -$0 },
          signal.map { value in
            try probe()
            return value * 10
          },
        ])
      },
      OperatorUnderTest("zip with what never comes") { signal, _ in signal.zip(Signal<Int>.never()) },
      OperatorUnderTest("zip with a closure") { signal, probe in
        zip(signal, signal.map { -$0 }) { try probe.passing($0 + $1) }
      },
      OperatorUnderTest("zip of many with a closure") { signal, probe in
        zip(signal, signal, signal, signal) { one, _, _, _ in try probe.passing(one) }
      },
      OperatorUnderTest("combineLast with itself") { signal, probe in
        combineLast(signal, signal.map { try probe.passing(-$0) })
      },
      OperatorUnderTest("combineLast of a collection") { signal, _ in combineLast([signal, .of(1)]) },
      OperatorUnderTest("combineLast with a closure") { signal, probe in
        combineLast(signal, signal) { try probe.passing($0 + $1) }
      },
      OperatorUnderTest("race with what never comes") { signal, probe in
        race(
          .never(),
          signal.map { value in
            try probe()
            return value
          })
      },
      OperatorUnderTest("race with itself") { signal, _ in signal.race(with: signal.map { -$0 }) },
      OperatorUnderTest("sequenceEqual with itself") { signal, probe in
        signal.sequenceEqual(signal) { one, other in
          try probe()
          return one == other
        }
      },
      OperatorUnderTest("sequenceEqual with what never ends") { signal, probe in
        signal.sequenceEqual(Signal<Int>.never()) { _, _ in
          try probe()
          return true
        }
      },
      OperatorUnderTest("concat, first") { signal, _ in concat(signal, .of(-1, -2)) },
      OperatorUnderTest("concat, last") { signal, _ in concat(.of(-1, -2), signal) },
      OperatorUnderTest("append a signal") { signal, _ in signal.append(Signal.from(100...102)) },
      OperatorUnderTest("prepend a signal") { signal, _ in signal.prepend(Signal.of(-1)) },
    ]

  private static let merging = [
    OperatorUnderTest("merge with nothing") { signal, _ in merge(signal, .empty()) },
    OperatorUnderTest("merge with what never ends") { signal, _ in merge(signal, .never()) },
    OperatorUnderTest("merge with itself") { signal, probe in
      merge(
        signal,
        signal.map { value in
          try probe()
          return -value
        })
    },
  ]

  private static let joining = [
    OperatorUnderTest("combineLatest with what holds a value") { signal, probe in
      combineLatest(
        signal.map { value in
          try probe()
          return value
        }, .just(0)
      ).map { $0.0 }
    },
    OperatorUnderTest("combineLatest with itself") { signal, probe in
      signal.combineLatest(
        signal.map { value in
          try probe()
          return -value
        })
    },
    OperatorUnderTest("combineLatest with a closure") { signal, probe in
      combineLatest(signal, signal.map { -$0 }) { try probe.passing($0 - $1) }
    },
    OperatorUnderTest("combineLatest of many with a closure") { signal, probe in
      combineLatest(signal, signal, signal, signal) { one, _, _, _ in try probe.passing(one) }
    },
    OperatorUnderTest("not") { signal, probe in signal.map { try probe.passing($0 % 2 == 0) }.not() },
    OperatorUnderTest("and") { signal, probe in
      signal.map { try probe.passing($0 % 2 == 0) }.and(signal.map { $0 % 3 == 0 })
    },
    OperatorUnderTest("or") { signal, probe in
      signal.map { try probe.passing($0 % 2 == 0) }.or(signal.map { $0 % 3 == 0 })
    },
    OperatorUnderTest("combineLatest of many") { signal, probe in
      combineLatest(
        signal, signal.map { -$0 }, signal.map { "\($0)" },
        signal.filter { _ in
          try probe()
          return true
        })
    },
    OperatorUnderTest("combineLatest of a collection") { signal, _ in combineLatest([signal, signal.map { -$0 }]) },
    OperatorUnderTest("combineLatest of joins") { signal, _ in
      combineLatest(combineLatest(signal, signal.map { -$0 }), signal)
    },
    OperatorUnderTest("combineLatest with what never comes") { signal, _ in combineLatest(signal, Signal<Int>.never())
    },
    OperatorUnderTest("withLatest") { signal, probe in
      signal.map { value in
        try probe()
        return value
      }.withLatest(from: .just(0)).map { $0.0 }
    },
    OperatorUnderTest("withLatest from itself") { signal, probe in
      signal.withLatest(
        from: signal.map { value in
          try probe()
          return -value
        })
    },
    OperatorUnderTest("withLatest with a closure") { signal, probe in
      signal.withLatest(from: signal.map { -$0 }) { try probe.passing($0 - $1) }
    },
    OperatorUnderTest("withLatest from many, with a closure") { signal, probe in
      signal.withLatest(from: .just(0), .just("a"), signal) { own, _, _, _ in try probe.passing(own) }
    },
    OperatorUnderTest("withLatest from many") { signal, _ in
      signal.withLatest(from: signal.map { -$0 }, .just("a"), .just(true), signal)
    },
    OperatorUnderTest("sample on itself") { signal, probe in
      signal.map { value in
        try probe()
        return value
      }.sample(on: signal)
    },
    OperatorUnderTest("sample as the trigger") { signal, _ in Signal.just(0).append(Signal.never()).sample(on: signal)
    },
    OperatorUnderTest("sample on what never comes") { signal, _ in signal.sample(on: Signal<Int>.never()) },
  ]

  static let flattening: [OperatorUnderTest] = {
    let strategies: KeyValuePairs<String, FlatMapStrategy> = [
      "merge": .merge, "merge, two": .merge(limit: 2), "concat": .concat, "latest": .latest, "first": .first,
    ]
    return strategies.flatMap { name, strategy in
      [
        OperatorUnderTest("flatMap, \(name), one at once") { signal, probe in
          signal.flatMap(strategy) { value in
            try probe()
            return .just(value)
          }
        },
        OperatorUnderTest("flatMap, \(name), several at once") { signal, probe in
          signal.flatMap(strategy) { value in
            Signal.of(value, value + 1_000_000).map { value in
              try probe()
              return value
            }
          }
        },
        OperatorUnderTest("flatMap, \(name), its own source") { signal, probe in
          signal.flatMap(strategy) { value in
            signal.prefix(2).map { inner in
              try probe()
              return "\(value) \(inner)"
            }
          }
        },
        OperatorUnderTest("flatMap, \(name), what never ends") { signal, probe in
          signal.flatMap(strategy) { value in
            try probe()
            return Signal.just(value).append(Signal.never())
          }
        },
        OperatorUnderTest("flatScan, \(name), several at once") { signal, probe in
          signal.flatScan(0, strategy) { result, value in
            try probe()
            return .of(result + value, value)
          }
        },
        OperatorUnderTest("flatScan, \(name), its own source") { signal, probe in
          signal.flatScan(0, strategy) { result, value in
            signal.prefix(2).map { try probe.passing(result + value + $0) }
          }
        },
        OperatorUnderTest("flatMap, \(name), a join") { signal, _ in
          signal.flatMap(strategy) { value in combineLatest(.just(value), .of(1, 2)) }
        },
      ]
    } + [
      OperatorUnderTest("expand, two steps at once") { signal, probe in
        signal.expand { value in
          try probe()
          return value % 3 < 2 && value < 1_000_000 ? .just(value + 1_000_000) : .empty()
        }
      },
      OperatorUnderTest("expand, after a time") { signal, probe in
        signal.expand(limit: 1) { value in
          try probe()
          return value < 1_000_000 ? .after(.milliseconds(500), value + 1_000_000, on: probe.scheduler) : .empty()
        }
      },
      OperatorUnderTest("expand, what never ends") { signal, probe in
        signal.expand { value in
          try probe()
          return .never()
        }
      },
      OperatorUnderTest("switchToLatest") { signal, probe in
        signal.map { value in
          try probe()
          return Signal.of(value, -value)
        }.switchToLatest()
      },
      OperatorUnderTest("flatMap in a flatMap") { signal, probe in
        signal.flatMap(.concat) { value in
          Signal.of(value, -value).flatMap(.merge) { value in
            try probe()
            return .just(value)
          }
        }
      },
    ]
  }()
}
