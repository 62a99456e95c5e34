import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// The signal of a binding's states.
@Suite("Binding: states", .leavesNothing) struct BindingStatesTests {
  private func line(_ state: BindingState) -> String {
    func names(_ ends: Set<BindingEnd>) -> String { ends.map { "\($0)" }.sorted().joined(separator: "+") }
    var parts = [state.lastOrigin.map { "from \($0)" } ?? "none"]
    if !state.pending.isEmpty { parts.append("pending \(names(state.pending))") }
    if !state.held.isEmpty { parts.append("held \(names(state.held))") }
    if state.unsettled != nil { parts.append("unsettled") }
    if state.ended { parts.append("ended") }
    return parts.joined(separator: ", ")
  }

  @Test func `a change that waits in the queue of its own property is not pending yet`() {
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: other)
    let log = Log<String>()
    let endpoint = one.signal.subscribeValues { [unowned one] value in
      guard value == 1 else { return }
      one.value = 2
      log.append("\(binding.state.pending) \(other.value)")
    }
    one.value = 1
    expect(log.entries, equals: ["[] 1"])
    expect(other.value, equals: 2)
    withExtendedLifetime((binding, endpoint)) {}
  }

  @Test func `the current state comes first, then each change of state, then the end`() {
    let (one, other) = (Property(0), Property(1))
    let binding = bind(one, to: other)
    let recorder = Recorder(binding.states.map { [self] in line($0) })
    one.value = 2
    one.value = 3
    other.value = 4
    binding.hold(.first)
    other.value = 5
    other.value = 6
    binding.release(.first)
    binding.cancel()
    expect(
      recorder.history,
      equals: [
        "from second", "from first", "from second", "from second, held first", "from second, pending first, held first",
        "from second", "from second, ended", "|",
      ])
    expect((one.value, other.value), equals: (6, 6))
  }

  @Test func `a binding with a subscriber to its states still carries each change once`() {
    let (one, other) = (Counted(0), Counted(0))
    let binding = bind(one, \.value, to: other, \.value)
    let recorder = Recorder(binding.states.map { [self] in line($0) })
    one.forget()
    one.value = 1
    other.value = 2
    transaction { for value in 3...5 { one.value = value } }
    expect(one.sets, equals: [1, 2, 3, 4, 5])
    expect(other.sets, equals: [1, 2, 5])
    expect(
      recorder.history,
      equals: [
        "from second", "from first", "from second", "from second, pending second", "from first",
      ])
    withExtendedLifetime(binding) {}
  }

  @Test func `the last state of two ends that never settle is the current state`() {
    let (one, other) = (Property(0), Property(0))
    let binding = bind(
      one, to: other, converting: Converter(forward: { $0 + 1 }, backward: { $0 + 1 }))
    let recorder = Recorder(binding.states.map { [self] in line($0) })
    one.value = 1
    expect(recorder.history.last, equals: line(binding.state))
    withExtendedLifetime(binding) {}
  }

  @Test func `a subscription after the end gets the last state and the finish`() {
    let (one, other) = (Property(0), Property(1))
    let binding = bind(one, to: other)
    let states = binding.states
    binding.cancel()
    let recorder = Recorder(states.map { [self] in line($0) })
    expect(recorder.history, equals: ["from second, ended", "|"])
  }

  @Test func `a handler may cancel the binding, and release its ends`() {
    let (one, other) = (Property(0), Property(1))
    let binding = bind(one, to: other)
    let log = Log<String>()
    let endpoint = binding.states.subscribeValues { [self] state in
      log.append(line(state))
      if state.held == [.first] { binding.release(.first) }
      if state.lastOrigin == .first { binding.cancel() }
    }
    binding.hold(.first)
    other.value = 2
    one.value = 3
    expect((one.value, other.value), equals: (3, 3))
    expect(
      log.entries,
      equals: [
        "from second", "from second, held first", "from second", "from first", "from first, ended",
      ])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `the signal retains neither the binding nor its ends`() {
    var (one, other): (Property<Int>?, Property<Int>?) = (Property(0), Property(1))
    weak let gone = one
    var binding = one.flatMap { one in other.map { bind(one, to: $0) } }
    let recorder = binding.map { Recorder($0.states.map { [self] in line($0) }) }
    one = nil
    expect(gone == nil)
    expect(recorder?.history, equals: ["from second", "from second, ended", "|"])
    binding = nil
    other = nil
    _ = (binding, other)
  }
}
