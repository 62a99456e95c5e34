import Signals
import SignalsTesting

/// The output of `operation` for a source that sends `values` and ends with `end`, if that isn't nil.
func history<Value: Sendable, Output: Sendable>(
  of values: [Value], end: End? = .finished, through operation: (Signal<Value>) -> Signal<Output>
) -> [String] {
  let input = SignalInput<Value>()
  let recorder = Recorder(operation(input.signal))
  for value in values { input.send(value) }
  switch end {
  case .finished: input.finish()
  case .failed(let error): input.fail(error)
  case nil: break
  }
  return recorder.history
}
