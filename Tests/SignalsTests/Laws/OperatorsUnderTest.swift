import Signals
import SignalsTesting

extension OperatorUnderTest {
  /// Every operator, used so that it passes on its values, where that is possible.
  static let all =
    transforming + filtering + waiting + timing + failing + resubscribing + combining + flattening + grouping + sharing
    + making + delivering + inspecting + chains

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
