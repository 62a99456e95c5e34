// refused: mutation of captured var 'total' in concurrently-executing code
import Signals

func sum(_ signal: Signal<Int>) -> Endpoint {
  var total = 0
  return signal.subscribeValues { total += $0 }
}
