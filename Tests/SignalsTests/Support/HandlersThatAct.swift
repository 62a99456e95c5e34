import Signals

/// The output of `operation` for a source that sends `values`, and whose handler, at its first event, sends `more` and
/// finishes.
func history<Output: Sendable>(
  of values: [Int], sendingInside more: [Int], through operation: (Signal<Int>) -> Signal<Output>
) -> [String] {
  let input = SignalInput<Int>()
  let log = Log<String>()
  let endpoint = operation(input.signal).subscribe { event in
    log.append(text(event))
    guard log.entries.count == 1 else { return }
    for value in more { input.send(value) }
    input.finish()
  }
  for value in values { input.send(value) }
  withExtendedLifetime(endpoint) {}
  return log.entries
}

/// The output of `operation` for a source that sends `values` and finishes, when the handler cancels at its first event.
func history<Output: Sendable>(
  cancelledInside values: [Int], through operation: (Signal<Int>) -> Signal<Output>
) -> [String] {
  let input = SignalInput<Int>()
  let log = Log<String>()
  let bag = CancellableBag()
  operation(input.signal).subscribe { event in
    log.append(text(event))
    bag.cancel()
  }.store(in: bag)
  for value in values { input.send(value) }
  input.finish()
  return log.entries
}

private func text(_ event: Event<some Sendable>) -> String {
  switch event {
  case .value(let value): "\(value)"
  case .end(.finished): "|"
  case .end(.failed(let error)): "#\(error)"
  }
}
