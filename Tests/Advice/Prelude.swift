// Declarations for the programs of `Names.txt`.

import Dispatch
import Foundation
import Signals
import SignalsKVO

struct Oops: Error {}
struct Target {}

final class Model {
  @Observed var count = 0
  @Observed var isLarge = false
}

func checked<Value>(_ value: Value) throws -> Value { value }

func fetched(_ value: Int) async -> String { "\(value)" }

let numbers = Signal.of(1, 2, 3)
let optionals = Signal<Int?>.of(1, nil, 3)
let arrays = Signal.of([1, 2], [3])
let flags = Signal.of(true, false)
let signals = Signal.of(numbers, numbers)
let input = SignalInput<Int>()
let count = Property(0)
nonisolated(unsafe) let model = Model()
let bag = CancellableBag()
let endpoint = numbers.subscribeValues { print($0) }
let save = Action { (number: Int) in number + 1 }
