// refused: value of type 'String' has no member 'size'
import Signals

func sizes(of names: SignalInput<String>) -> Endpoint { names.map { $0.size }.subscribeValues { print($0) } }
