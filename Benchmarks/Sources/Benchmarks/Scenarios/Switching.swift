import Signals

private let operations = 200_000
private let valuesEach = 5

extension Scenario {
  static let switching = Scenario(id: "S13", title: "switchToLatest, each inner \(valuesEach) values") { scenario in
    let total = (0..<operations).reduce(0) { $0 + $1 * valuesEach + valuesEach * (valuesEach - 1) / 2 }

    let subject = Work(name: "S13", operations: operations, expected: total) {
      let checksum = Checksum()
      let input = SignalInput<Int>()
      let endpoint = input.signal.map { Signal.from($0..<$0 + valuesEach) }.switchToLatest()
        .subscribeValues { checksum.add($0) }
      return {
        for index in 0..<operations { input.send(index) }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }

    let direct = Work(name: "direct S13", operations: operations, expected: total) {
      let checksum = Checksum()
      let send = Switch(Direct.sink(checksum)).entrance(inner)
      return {
        for index in 0..<operations { send(index) }
        return checksum.sum
      }
    }
    return Outcome(rows: [scenario.compare(subject, with: .direct(direct), target: Target(ratio: 3))])
  }
}

extension Scenario {
  /// Each inner signal is that of a new source, which sends after the switch and finishes when it is released.
  static let switchingHot = Scenario(id: "S13h", title: "switchToLatest to new sources, \(valuesEach) values each") {
    scenario in
    let total = (0..<operations).reduce(0) { $0 + $1 * valuesEach + valuesEach * (valuesEach - 1) / 2 }

    let subject = Work(name: "S13h", operations: operations, expected: total) {
      let checksum = Checksum()
      let input = SignalInput<Signal<Int>>()
      let endpoint = input.signal.switchToLatest().subscribeValues { checksum.add($0) }
      return {
        for index in 0..<operations {
          let source = SignalInput<Int>()
          input.send(source.signal)
          for offset in 0..<valuesEach { source.send(index + offset) }
        }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }

    let direct = Work(name: "direct S13h", operations: operations, expected: total) {
      let checksum = Checksum()
      let next = Direct.sink(checksum)
      return {
        var current: Station?
        for index in 0..<operations {
          let source = Station()
          current?.listener = nil
          source.listener = next
          current = source
          for offset in 0..<valuesEach { source.send(index + offset) }
        }
        return checksum.sum
      }
    }
    return Outcome(rows: [scenario.compare(subject, with: .direct(direct), target: Target(ratio: 20))])
  }
}

/// A source with one observer.
private final class Station {
  var listener: Direct.Stage?

  @inline(never)
  func send(_ value: Int) { listener?(value) }
}

/// A signal as a closure: it takes an observer, and returns a closure that cancels it.
@inline(never)
private func inner(_ value: Int) -> (@escaping Direct.Stage) -> () -> Void {
  { next in
    var isCancelled = false
    var index = 0
    while index < valuesEach, !isCancelled {
      next(value + index)
      index += 1
    }
    return { isCancelled = true }
  }
}

private final class Switch {
  private let next: Direct.Stage
  private var current = 0
  private var cancel: (() -> Void)?

  init(_ next: @escaping Direct.Stage) { self.next = next }

  @inline(never)
  func entrance(_ transform: @escaping (Int) -> (@escaping Direct.Stage) -> () -> Void) -> Direct.Stage {
    { [self] value in
      cancel?()
      current += 1
      let mine = current
      let subscribe = transform(value)
      cancel = subscribe { [self] in
        if mine == current { next($0) }
      }
    }
  }
}
