import Signals
import SignalsTesting
import Testing

@Test func chain() {
  let input = SignalInput<Int>()
  let recorder = Recorder(input.signal.map { $0 * 2 }.filter { $0 > 2 }.removeDuplicates().dropFirst())
  for value in [1, 2, 2, 3, 3, 4] { input.send(value) }
  input.finish()
  #expect(recorder.history == ["6", "8", "|"])
  #expect(input.send(1) == .ended)
}
