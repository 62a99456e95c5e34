import Signals
import SignalsTesting
import Testing

/// Collects what is printed, as `print` does: its parameter accepts a value of any type.
private final class Printer: Sendable {
  let log = Log<String>()
  func print(_ values: Any...) { log.append(values.map { "\($0)" }.joined(separator: " ")) }
}

private final class Owner: Sendable {
  let printer: Printer
  init(_ printer: Printer) { self.printer = printer }
}

/// The compiler infers the values of a chain with closures of several statements before it reads the handler, also if that
/// accepts a value of any type. Each of these was refused: "type 'Any' does not conform to the 'Sendable' protocol".
@Suite("handlers after closures of several statements", .leavesNothing) struct HandlerBuilderTests {
  private let printer = Printer()
  private var lines: [String] { printer.log.entries }

  @Test func `after an operator of one signal`() {
    let s = Signal.just(1)
    let p = printer
    _ = s.map { n in
      let m = n + 1; return m
    }.subscribeValues { p.print($0) }
    _ = s.map { n in
      let m = n + 1; return "\(m)"
    }.removeDuplicates().subscribeValues { p.print("text", $0) }
    _ = s.scan(0) { sum, n in
      let next = sum + n; return next
    }.subscribeValues { p.print($0) }
    _ = s.flatMap { n in
      let other = Signal.just(n + 3); return other
    }.subscribeValues { p.print($0) }
    _ = s.flatMap(.latest) { n in
      let other = Signal.just(n + 4); return other
    }.subscribeValues { p.print($0) }
    _ = Signal.just(-1).map(checked).catch { error in
      let other = Signal.just(6); return other
    }.subscribeValues { p.print($0) }
    expect(lines, equals: ["2", "text 2", "1", "4", "5", "6"])
  }

  @Test func `after an operator of two signals`() {
    let s = Signal.just(1)
    let p = printer
    _ = combineLatest(s, s) { a, b in
      let sum = a + b; return sum
    }.subscribeValues { p.print($0) }
    _ = zip(s, s) { a, b in
      let sum = a + b; return sum
    }.subscribeValues { p.print($0) }
    _ = s.withLatest(from: s) { a, b in
      let sum = a + b; return sum
    }.subscribeValues { p.print($0) }
    expect(lines, equals: ["2", "2", "2"])
  }

  @Test func `after a source`() async {
    let p = printer
    _ = Signal.generate { emitter in
      emitter.send(1)
      emitter.finish()
    }.subscribeValues { p.print($0) }
    _ = Signal.future { complete in
      let number = 2
      complete(.success(number))
    }.subscribeValues { p.print($0) }
    _ = Signal.deferred {
      let number = 3
      return Signal.just(number)
    }.subscribeValues { p.print($0) }
    let later = Signal.async {
      let number = 4
      return number
    }.subscribe(onValue: { p.print($0) }, onEnd: { p.print($0) })
    let mapped = Signal.just(4).asyncMap { n in
      let next = n + 1
      return next
    }.subscribeValues { p.print($0) }
    await until { lines.count == 6 }
    expect(Set(lines), equals: ["1", "2", "3", "4", "finished", "5"])
    withExtendedLifetime((later, mapped)) {}
  }

  @Test func `handlers with an owner, and with the end`() {
    let s = Signal.just(1)
    let owner = Owner(printer)
    let p = printer
    _ = s.map { n in
      let m = n + 1; return m
    }.subscribeValues(for: owner) { $0.printer.print($1) }
    _ = s.map { n in
      let m = n + 2; return m
    }.subscribeValues(for: owner) { owner, n in owner.printer.print(n) }
    _ = s.map { n in
      let m = n + 3; return m
    }.subscribe {
      p.print($0)
    } onEnd: {
      p.print($0)
    }
    _ = s.map { n in
      let m = n + 4; return m
    }.subscribe(for: owner) {
      $0.printer.print($1)
    } onEnd: {
      $0.printer.print($1)
    }
    expect(lines, equals: ["2", "3", "4", "finished", "5", "finished"])
  }

  private func until(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  @Test func `handlers with any statement`() {
    let s = Signal.just(1).map { n in
      let m = n + 1; return m
    }
    let p = printer
    _ = s.subscribeValues { _ in }
    _ = s.subscribeValues { n in Task { _ = n } }
    _ = s.subscribeValues { [weak p] in p?.print($0) }
    _ = s.subscribeValues { n in if n > 1 { p.print("more") } else { p.print("less") } }
    _ = s.subscribeValues { n in for k in 0..<n { p.print("for", k) } }
    _ = s.subscribeValues { n in
      guard n > 1 else { return }
      p.print("guarded")
    }
    _ = s.subscribeValues { n in
      defer { p.print("deferred") }
      var k = n
      while k > 0 { k -= 1 }
      do { _ = try checked(k - 1) } catch { p.print(error) }
    }
    expect(lines, equals: ["2", "more", "for 0", "for 1", "guarded", "negative", "deferred"])
  }
}
