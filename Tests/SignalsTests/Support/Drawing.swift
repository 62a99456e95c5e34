import Signals
import SignalsTesting

/// The output of `operation` for the numbers from 1 to 1,000, and the ones that it lets come before it cancels.
func drawn<Output: Sendable>(
  through operation: (Signal<Int>) -> Signal<Output>
) -> (history: [String], numbers: [Int]) {
  let log = Log<Int>()
  let numbers = Signal.from(1...1_000).map { value in
    log.append(value)
    return value
  }
  return (Recorder(operation(numbers)).history, log.entries)
}

/// A source that sends all its values and the finish within the subscribing call, also after the subscription is over
/// in the meantime.
func heedless<Value: Sendable>(_ values: [Value]) -> Signal<Value> {
  Signal { downstream, _ in
    for value in values { downstream.deliver(value) }
    downstream.end(.finished)
  }
}

/// The output of `operation` for a heedless source's values, and the ones that it lets through to an operator below.
func seenBelow<Value: Sendable, Output: Sendable>(
  _ values: [Value], through operation: (Signal<Value>) -> Signal<Output>
) -> [String] {
  let log = Log<String>()
  let below = operation(heedless(values)).map { value in
    log.append("\(value)")
    return value
  }
  withExtendedLifetime(below.subscribeValues { _ in }) {}
  return log.entries
}
