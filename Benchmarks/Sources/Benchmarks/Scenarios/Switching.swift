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

/// A signal in closures: it answers a function that gets what to call, and answers what cancels it.
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
