import Signals

/// An input that the drawn code sends to.
final class Sender<Value: Sendable>: Sendable {
  let signal: Signal<Value>
  private let input: SignalInput<Value>
  private let log: LaneLog

  fileprivate init(_ log: LaneLog) {
    let input = SignalInput<Value>()
    self.input = input
    self.log = log
    signal = Signal.deferred { input.signal.held(by: Visit(to: log)) }
  }

  func send(_ value: Value) {
    log.note(.value(Label(of: value)))
    input.send(value)
  }
}

extension Run {
  func sender(_ name: String) -> Sender<Int> {
    let sender = Sender<Int>(addLane(name, .lasting))
    keep(sender)
    return sender
  }
}
