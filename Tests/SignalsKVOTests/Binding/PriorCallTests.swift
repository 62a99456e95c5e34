import Signals
import SignalsKVO
import Testing

/// B3: both ends agree, even if a handler sets one of them in the prior call of the binding's own write (K2).
@Suite("Binding: sets in prior calls", .leavesNothing) struct PriorCallTests {
  private final class Model {
    @Observed var number: Int

    init(_ number: Int) { self.number = number }
  }

  /// Sets the first end to 9 in the prior call of the second end's next change, and logs each change.
  private func watch(_ second: Model, setting first: Model, _ log: Log<String>) -> KeyValueObserver {
    var isFirst = true
    return KeyValueObserver(second, \.number, options: [.new, .old, .prior]) { [unowned first] change in
      log.append(
        change.isPrior ? "before \(change.oldValue ?? 0)" : "\(change.oldValue ?? 0) to \(change.newValue ?? 0)")
      guard change.isPrior, isFirst else { return }
      isFirst = false
      first.number = 9
    }
  }

  @Test func `a set in the prior call of the initial value's write`() {
    let (first, second, log) = (Model(4), Model(5), Log<String>())
    let observer = watch(second, setting: first, log)
    let binding = bind(first, \.number, to: second, \.number, initially: .fromFirst)
    expect([first.number, second.number], equals: [4, 4])
    expect(log.entries, equals: ["before 5", "before 5", "5 to 9", "9 to 4"])
    withExtendedLifetime((observer, binding)) {}
  }

  @Test func `a set in the prior call of the write after a release`() {
    let (first, second, log) = (Model(4), Model(4), Log<String>())
    let binding = bind(first, \.number, to: second, \.number)
    let observer = watch(second, setting: first, log)
    binding.hold(.second)
    first.number = 7
    binding.release(.second)
    expect(first.number, equals: second.number)
    withExtendedLifetime((observer, binding)) {}
  }
}
