// refused: type 'Node' does not conform to the 'Sendable' protocol
import Signals
import SignalsKVO

final class Node {}
final class Frame { @Observed var node = Node() }

func follow(_ frame: Frame) -> Signal<Int> { frame.$node.map { _ in 1 } }
