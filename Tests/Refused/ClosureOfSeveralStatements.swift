// refused: type 'Any' does not conform to the 'Sendable' protocol
// An error in the compiler, which CompilerMessages.md describes: `n -> Int in` avoids it.
import Signals

func follow(_ numbers: Signal<Int>) -> Endpoint {
  numbers.map { n in
    print("got", n)
    return n * 2
  }
  .handleEvents(onValue: { print($0) })
  .subscribeValues { print($0) }
}
