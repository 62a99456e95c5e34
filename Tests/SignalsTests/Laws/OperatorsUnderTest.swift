import Signals
import SignalsTesting

extension OperatorUnderTest {
  /// Every operator there is, so used that it passes on what comes, where that is possible.
  static let all = transforming + filtering + combining + flattening + sharing + delivering + chains

  static let transforming = [
    OperatorUnderTest("map") { signal, probe in
      signal.map { value in
        try probe()
        return value
      }
    },
    OperatorUnderTest("map, by key path") { signal, _ in signal.map(\.self) },
    OperatorUnderTest("compactMap") { signal, probe in
      signal.compactMap { value in
        try probe()
        return value
      }
    },
    OperatorUnderTest("scan") { signal, probe in
      signal.scan(0) { _, value in
        try probe()
        return value
      }
    },
  ]

  static let filtering = [
    OperatorUnderTest("filter") { signal, probe in
      signal.filter { _ in
        try probe()
        return true
      }
    },
    OperatorUnderTest("removeDuplicates") { signal, probe in
      signal.removeDuplicates { last, value in
        try probe()
        return last == value
      }
    },
    OperatorUnderTest("dropFirst, none") { signal, _ in signal.dropFirst(0) },
    OperatorUnderTest("dropFirst, two") { signal, _ in signal.dropFirst(2) },
    OperatorUnderTest("prefix, all") { signal, _ in signal.prefix(1_000_000) },
    OperatorUnderTest("prefix, two") { signal, _ in signal.prefix(2) },
  ]

  static let sharing = [
    OperatorUnderTest("shared", sharesItsState: true) { signal, probe in
      signal.map { value in
        try probe()
        return value
      }.shared()
    }
  ]

  static let delivering = [
    OperatorUnderTest("deliver(on:)") { signal, probe in
      signal.deliver(on: .global()).map { value in
        try probe()
        return value
      }
    }
  ]

  static let chains = [
    OperatorUnderTest("a chain of many", sharesItsState: true) { signal, probe in
      let first = signal.map { value in
        try probe()
        return value
      }.filter { _ in true }.scan(0) { $1 }.shared()
      return merge(first, .empty()).removeDuplicates().compactMap { $0 }.dropFirst(0).prefix(1_000_000)
    }
  ]
}
