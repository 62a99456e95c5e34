// refused: type 'Draft' does not conform to the 'Sendable' protocol
import Signals

final class Draft { var text = "" }

func makeInput() { _ = SignalInput<Draft>() }
