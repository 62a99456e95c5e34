// refused: 'assign(to:)' is unavailable: Use `subscribeValues { input.send($0) }`.
import Signals
import SignalsKVO

func forward(_ names: Signal<String>, to input: SignalInput<String>) -> Endpoint { names.assign(to: input) }
