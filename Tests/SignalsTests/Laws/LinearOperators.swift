import Signals
import SignalsTesting

/// The operators with one input that wait for nothing.
extension OperatorUnderTest {
  static let transforming = [
    OperatorUnderTest("map") { signal, probe in signal.map { try probe.passing($0) } },
    OperatorUnderTest("map, by key path") { signal, _ in signal.map(\.self) },
    OperatorUnderTest("compactMap") { signal, probe in signal.compactMap { try probe.passing($0) } },
    OperatorUnderTest("scan") { signal, probe in signal.scan(0) { try probe.passing($1) } },
    OperatorUnderTest("scan(into:)") { signal, probe in signal.scan(into: 0) { $0 = try probe.passing($1) } },
    OperatorUnderTest("scan, without a beginning") { signal, probe in signal.scan { try probe.passing($0 + $1) } },
    OperatorUnderTest("reduce(into:)") { signal, probe in signal.reduce(into: 0) { $0 = try probe.passing($1) } },
    OperatorUnderTest("reduce, without a beginning") { signal, probe in signal.reduce { try probe.passing($0 + $1) } },
    OperatorUnderTest("reduce") { signal, probe in signal.reduce(0) { try probe.passing($0 + $1) } },
    OperatorUnderTest("collect") { signal, _ in signal.collect() },
    OperatorUnderTest("collect, one at a time") { signal, _ in signal.collect(1).map { $0[0] } },
    OperatorUnderTest("collect, two at a time") { signal, _ in signal.collect(2) },
    OperatorUnderTest("collect(_:step:), overlapping") { signal, _ in signal.collect(3, step: 1) },
    OperatorUnderTest("collect(_:step:), with gaps") { signal, _ in signal.collect(1, step: 2) },
    OperatorUnderTest("slidingWindow, of one") { signal, _ in signal.slidingWindow(count: 1).map { $0[0] } },
    OperatorUnderTest("slidingWindow, of three") { signal, _ in signal.slidingWindow(count: 3) },
    OperatorUnderTest("pairwise") { signal, _ in signal.pairwise() },
    OperatorUnderTest("enumerated") { signal, _ in signal.enumerated() },
    OperatorUnderTest("materialize") { signal, _ in signal.materialize() },
    OperatorUnderTest("materialize and back") { signal, _ in signal.materialize().dematerialize() },
    OperatorUnderTest("dematerialize, ended by a value") { signal, _ in
      signal.map { $0 < 3 ? .value($0) : .end(.finished) }.dematerialize()
    },
    OperatorUnderTest("prepend, none") { signal, _ in signal.prepend() },
    OperatorUnderTest("prepend, two") { signal, _ in signal.prepend(-2, -1) },
    OperatorUnderTest("append, none") { signal, _ in signal.append() },
    OperatorUnderTest("append, two") { signal, _ in signal.append(-2, -1) },
    OperatorUnderTest("replaceEmpty") { signal, _ in signal.replaceEmpty(with: -1) },
    OperatorUnderTest("ifEmpty, with values") { signal, _ in signal.ifEmpty(switchTo: .of(-2, -1)) },
    OperatorUnderTest("ifEmpty, without values") { signal, probe in
      signal.filter { _ in try probe.passing(false) }.ifEmpty(switchTo: .of(-2, -1))
    },
    OperatorUnderTest("ifEmpty, as the other") { signal, probe in
      Signal<Int>.empty().ifEmpty(switchTo: signal).map { try probe.passing($0) }
    },
    OperatorUnderTest("ifEmpty(failWith:)") { signal, _ in signal.ifEmpty(failWith: SingleError.noValue) },
    OperatorUnderTest("repeat, once") { signal, _ in signal.repeat(1) },
    OperatorUnderTest("repeat, three times") { signal, probe in signal.map { try probe.passing($0) }.repeat(3) },
    OperatorUnderTest("repeat, of its beginning") { signal, probe in
      signal.map { try probe.passing($0) }.prefix(2).repeat(2)
    },
    OperatorUnderTest("replaceNil") { signal, _ in signal.map { $0 > 2 ? $0 : nil }.replaceNil(with: -1) },
  ]

  static let filtering = [
    OperatorUnderTest("filter") { signal, probe in signal.filter { _ in try probe.passing(true) } },
    OperatorUnderTest("removeDuplicates") { signal, probe in
      signal.removeDuplicates { try probe.passing($0 == $1) }
    },
    OperatorUnderTest("removeDuplicates, by key path") { signal, _ in signal.removeDuplicates(on: \.self) },
    OperatorUnderTest("dropFirst, none") { signal, _ in signal.dropFirst(0) },
    OperatorUnderTest("dropFirst, two") { signal, _ in signal.dropFirst(2) },
    OperatorUnderTest("drop(while:)") { signal, probe in signal.drop { try probe.passing($0 < 2) } },
    OperatorUnderTest("dropLast, none") { signal, _ in signal.dropLast(0) },
    OperatorUnderTest("dropLast, two") { signal, _ in signal.dropLast(2) },
    OperatorUnderTest("prefix, all") { signal, _ in signal.prefix(1_000_000) },
    OperatorUnderTest("prefix, two") { signal, _ in signal.prefix(2) },
    OperatorUnderTest("prefix(while:), all") { signal, probe in signal.prefix { _ in try probe.passing(true) } },
    OperatorUnderTest("prefix(while:), two") { signal, probe in signal.prefix { try probe.passing($0 < 3) } },
    OperatorUnderTest("prefix(through:), all") { signal, probe in
      signal.prefix(through: { _ in try probe.passing(true) })
    },
    OperatorUnderTest("prefix(through:), three") { signal, probe in
      signal.prefix(through: { try probe.passing($0 < 3) })
    },
    OperatorUnderTest("suffix, none") { signal, _ in signal.suffix(0) },
    OperatorUnderTest("suffix, two") { signal, _ in signal.suffix(2) },
    OperatorUnderTest("first") { signal, _ in signal.first() },
    OperatorUnderTest("first(where:)") { signal, probe in signal.first { try probe.passing($0 > 1) } },
    OperatorUnderTest("firstIndex(of:)") { signal, _ in signal.firstIndex(of: 3) },
    OperatorUnderTest("firstIndex(where:)") { signal, probe in signal.firstIndex { try probe.passing($0 > 1) } },
    OperatorUnderTest("last") { signal, _ in signal.last() },
    OperatorUnderTest("last(where:)") { signal, probe in signal.last { try probe.passing($0 < 3) } },
    OperatorUnderTest("element(at:)") { signal, _ in signal.element(at: 1) },
    OperatorUnderTest("ignoreValues") { signal, _ in signal.ignoreValues() },
    OperatorUnderTest("uniqued") { signal, _ in signal.uniqued() },
    OperatorUnderTest("uniqued(on:)") { signal, probe in signal.uniqued { try probe.passing($0) } },
    OperatorUnderTest("compact") { signal, _ in signal.map(Int?.some).compact() },
    OperatorUnderTest("ofType") { signal, _ in signal.ofType((any CustomStringConvertible & Sendable).self) },
    OperatorUnderTest("contains") { signal, _ in signal.contains(2) },
    OperatorUnderTest("contains(where:)") { signal, probe in signal.contains { try probe.passing($0 > 2) } },
    OperatorUnderTest("allSatisfy") { signal, probe in signal.allSatisfy { try probe.passing($0 < 3) } },
    OperatorUnderTest("count") { signal, _ in signal.count() },
    OperatorUnderTest("min") { signal, probe in signal.min { try probe.passing($0 < $1) } },
    OperatorUnderTest("max") { signal, probe in signal.max { try probe.passing($0 < $1) } },
    OperatorUnderTest("single") { signal, _ in signal.single() },
    OperatorUnderTest("single, of one") { signal, _ in signal.first().single() },
    OperatorUnderTest("stride, of one") { signal, _ in signal.stride(by: 1) },
    OperatorUnderTest("stride, of two") { signal, _ in signal.stride(by: 2) },
  ]

  static let inspecting = [
    OperatorUnderTest("handleEvents") { signal, probe in
      signal.handleEvents(onValue: { _ in try probe() }, onCancel: {})
    },
    OperatorUnderTest("handleEvents, of values alone") { signal, probe in
      signal.handleEvents(onValue: { _ in try probe() })
    },
    OperatorUnderTest("handleEvents, of the rest") { signal, _ in
      signal.handleEvents(onSubscribe: {}, onEnd: { _ in }, onCancel: {})
    },
    OperatorUnderTest("log") { signal, _ in signal.log("source", to: { _ in }) },
    OperatorUnderTest("named") { signal, _ in signal.named("source") },
  ]

  static let failing = [
    OperatorUnderTest("mapError") { signal, probe in signal.mapError { try probe.passing($0) } },
    OperatorUnderTest("replaceError") { signal, _ in signal.replaceError(with: -1) },
    OperatorUnderTest("assertNoFailure") { signal, _ in
      // The laws let their source fail, which must not stop the program.
      signal.replaceError(with: -1).assertNoFailure()
    },
    OperatorUnderTest("catch, going on with others") { signal, _ in signal.catch { _ in .of(-2, -1) } },
    OperatorUnderTest("resume, going on with others") { signal, _ in signal.resume(with: .of(-2), .of(-1)) },
    OperatorUnderTest("resume, as the other") { signal, probe in
      Signal<Int>.failed(SingleError.noValue).resume(with: signal).map { try probe.passing($0) }
    },
    OperatorUnderTest("resume, failing above", handlesErrors: true) { signal, probe in
      signal.map { try probe.passing($0) }.resume(with: .of(-1))
    },
    OperatorUnderTest("catch, failing above", handlesErrors: true) { signal, probe in
      signal.map { try probe.passing($0) }.catch { _ in .of(-2, -1) }
    },
    OperatorUnderTest("retry, failing above", handlesErrors: true) { signal, probe in
      signal.map { try probe.passing($0) }.retry(2)
    },
    OperatorUnderTest("retry(when:), failing above", handlesErrors: true) { signal, probe in
      signal.map { try probe.passing($0) }.retry { errors in errors.prefix(2) }
    },
    OperatorUnderTest("retry, failing above, after a delay", handlesErrors: true) { signal, probe in
      signal.map { try probe.passing($0) }.retry(2, delay: .milliseconds(500), on: probe.scheduler)
    },
    // Errors that come from below are not those to which it has an answer.
    OperatorUnderTest("replaceError, failing below") { signal, probe in
      signal.replaceError(with: -1).map { try probe.passing($0) }
    },
    OperatorUnderTest("catch, failing below") { signal, probe in
      signal.catch { _ in .of(-2, -1) }.map { try probe.passing($0) }
    },
    OperatorUnderTest("retry, failing below") { signal, probe in signal.retry(2).map { try probe.passing($0) } },
    OperatorUnderTest("materialize, failing below") { signal, probe in
      signal.materialize().map { try probe.passing($0) }
    },
  ]
}

extension Probe {
  /// Calls it, for a closure that answers `value`.
  func passing<Value>(_ value: Value) throws -> Value {
    try self()
    return value
  }
}
