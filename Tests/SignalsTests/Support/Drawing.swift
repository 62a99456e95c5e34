import Signals
import SignalsTesting

/// What `operation` makes of the numbers from 1 to 1,000, and which of them it lets come before it cancels.
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
