// refused: 'bind(_:_:from:)' is unavailable: A signal is assigned: `signal.assign(to: \.text, on: label)`.
import Signals
import SignalsKVO

final class Label { var text = "" }

func show(_ names: Signal<String>, in label: Label) -> OneWayBinding { bind(label, \.text, from: names) }
