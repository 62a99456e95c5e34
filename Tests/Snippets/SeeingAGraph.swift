// Declarations for the examples of the live graph.

import Signals

let prices: Signal<Int> = .of(3)

nonisolated struct LogFile: Sendable {
  func write(_ line: String) { print(line) }
}
let file = LogFile()

func show<Value>(_ value: Value) { print(value) }
func ring() { print("ring") }
func stop() { print("stop") }
