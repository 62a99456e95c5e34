import Signals
import SignalsTesting
import Testing

/// The declarations for names of other libraries must not get in the way of a program's own.
@Suite("Own names", .leavesNothing) struct OwnNamesTests {
  @Test func `a program may declare operators with names of other libraries`() {
    expect(history(of: [1, 2, 2, 3]) { $0.distinctUntilChanged().skip(1).take(1) }, equals: ["2", "|"])
    expect(history(of: [1, 2]) { $0.flatMapLatest { Signal.of($0, $0 * 10) } }, equals: ["1", "10", "2", "20", "|"])
  }

  @Test func `a program may declare subscribing and cancelling with names of other libraries`() {
    let log = Log<Int>()
    Signal.of(1, 2).sink { log.append($0) }.dispose()
    expect(log.entries, equals: [1, 2])
  }

  @Test func `a type that has a signal may call global functions with names of other libraries`() {
    let log = Log<String>()
    Probe(log: log).callAll()
    expect(
      log.entries,
      equals: [
        "observe", "bind", "debug", "with", "start", "emit", "attempt", "then", "on", "concat", "flatten", "breakpoint",
      ])
  }
}

extension SignalConvertible where Value: Sendable {
  fileprivate func take(_ count: Int) -> Signal<Value> { prefix(count) }

  fileprivate func skip(_ count: Int) -> Signal<Value> { dropFirst(count) }

  fileprivate func flatMapLatest<Output>(_ transform: @escaping @Sendable (Value) -> Signal<Output>) -> Signal<Output> {
    flatMap(.latest, transform)
  }

  fileprivate func sink(_ handler: @escaping @Sendable (Value) -> Void) -> Endpoint { subscribeValues(handler) }
}

extension SignalConvertible where Value: Equatable & Sendable {
  fileprivate func distinctUntilChanged() -> Signal<Value> { removeDuplicates() }
}

extension Endpoint {
  fileprivate func dispose() { cancel() }
}

/// A signal whose type calls functions that other libraries use as names of operators.
private struct Probe: SignalProvider {
  typealias Value = Int
  let log: Log<String>
  var signal: Signal<Int> { .just(1) }

  func callAll() {
    observe(log)
    bind(log)
    debug(log)
    with(log)
    start(log)
    emit(log)
    attempt(log)
    then(log)
    on(log)
    concat(log)
    flatten(log)
    breakpoint(log)
    print("", terminator: "")
  }
}

private func observe(_ log: Log<String>) { log.append("observe") }
private func bind(_ log: Log<String>) { log.append("bind") }
private func debug(_ log: Log<String>) { log.append("debug") }
private func with(_ log: Log<String>) { log.append("with") }
private func start(_ log: Log<String>) { log.append("start") }
private func emit(_ log: Log<String>) { log.append("emit") }
private func attempt(_ log: Log<String>) { log.append("attempt") }
private func then(_ log: Log<String>) { log.append("then") }
private func on(_ log: Log<String>) { log.append("on") }
private func concat(_ log: Log<String>) { log.append("concat") }
private func flatten(_ log: Log<String>) { log.append("flatten") }
private func breakpoint(_ log: Log<String>) { log.append("breakpoint") }
