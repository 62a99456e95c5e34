import Dispatch
import Signals

// Handlers and operator closures that throw, block, cancel or re-enter.

extension Row {
  static let handlers = [
    Row(name: "fault-throw") { report, effort in throwInside(effort.count(100_000, short: 10_000), &report) },
    Row(name: "fault-block") { report, effort in block(effort.count(100_000, short: 10_000), &report) },
    Row(name: "fault-cancel-all") { report, effort in cancelAll(effort.count(2_000, short: 500), &report) },
    Row(name: "fault-release-source") { report, effort in releaseSource(effort.count(20_000, short: 2_000), &report) },
    Row(name: "fault-call-back") { report, effort in callBack(effort.count(1_000_000, short: 100_000), &report) },
  ]
}

private struct Fault: Error {}

private func throwInside(_ count: Int, _ report: inout Report) {
  report.tries("\(count) subscriptions to one source; every other one throws at its second value")
  let input = SignalInput<Int>()
  let tally = Tally(count)
  let failures = AtomicWord(0)
  let endpoints = (0..<count).map { stream in
    input.signal.map { value in
      if value == 1, stream.isMultiple(of: 2) { throw Fault() }
      return value
    }.subscribe { event in
      switch event {
      case .value(let value): tally.note(value, in: stream)
      case .end(.failed(is Fault)): failures.add(1)
      case .end: failures.add(count)
      }
    }
  }
  for value in 0..<3 { input.send(value) }
  report.require(failures.value == count / 2, "\(failures.value) failed instead of \(count / 2)")
  report.require(tally.total == count / 2 + count / 2 * 3, "\(tally.total) values were received")
  report.require(endpoints.count { $0.isActive } == count / 2, "other subscriptions have ended, too")
  report.survives("\(failures.value) failures; \(tally.total) values in all")
}

private func block(_ count: Int, _ report: inout Report) {
  report.tries("a handler that blocks while 4 threads send \(count) values each")
  let input = SignalInput<(thread: Int, number: Int)>()
  let tally = Tally(4)
  let inside = Gate()
  let goOn = Gate()
  let received = AtomicWord(0)
  let endpoint = input.signal.subscribeValues { value in
    guard value.thread >= 0 else {
      inside.open()
      goOn.wait()
      return
    }
    tally.note(value.number, in: value.thread)
    received.add(1)
  }
  let blocked = Gate()
  DispatchQueue.global().async {
    input.send((-1, 0))
    blocked.open()
  }
  inside.wait()
  // This returns only if no sender waits for the handler.
  onThreads(4) { thread in for number in 0..<count { input.send((thread, number)) } }
  report.require(received.value == 0, "a handler ran inside another")
  goOn.open()
  blocked.wait()
  report.require(wait { received.value >= 4 * count }, "only \(received.value) values were received")
  report.compare(tally, each: count)
  report.survives("no sender waited; \(tally.total) values afterwards, in the order of each sender")
  withExtendedLifetime(endpoint) {}
}

private func cancelAll(_ count: Int, _ report: inout Report) {
  report.tries("\(count) graphs of 12 endpoints, all cancelled in a handler of one of them")
  SignalGraph.isCounting = true
  var calls: [Int] = []
  for _ in 0..<count {
    let input = SignalInput<Int>()
    let other = SignalInput<Int>()
    let bag = CancellableBag()
    let seen = AtomicWord(0)
    let signals = [
      input.signal, input.signal.map { $0 }.shared(), merge(input.signal, other.signal),
      combineLatest(input.signal, input.signal.map { $0 }).map { $0 + $1 }, input.signal.flatMap { .of($0, $0) },
      input.signal.shared(replaying: 1),
    ]
    for signal in signals + signals {
      signal.subscribeValues { _ in
        seen.add(1)
        if seen.value == 4 { bag.cancel() }
      }.store(in: bag)
    }
    input.send(1)
    input.send(2)
    calls.append(Int(seen.value))
  }
  report.compare(calls, with: Array(repeating: 4, count: count))
  report.require(SignalGraph.liveSubscriptions == 0, "\(SignalGraph.liveSubscriptions) subscriptions are left")
  report.survives("no handler was called after the cancel; no subscription is left")
}

/// Holds a source for a handler to release.
private final class Holder: Sendable {
  private let input: Guarded<SignalInput<Int>?>

  init(_ input: SignalInput<Int>) { self.input = Guarded(input) }

  func send(_ value: Int) { input.change { $0 }?.send(value) }

  func release() {
    _ = input.change { input in
      defer { input = nil }
      return input
    }
  }
}

private func releaseSource(_ count: Int, _ report: inout Report) {
  report.tries("\(count) sources released in a handler, after 2 more sends from the handler")
  var histories: [String] = []
  for _ in 0..<count {
    let holder = Holder(SignalInput())
    let log = Log<String>()
    let endpoints = [holder.signal, holder.signal.map { $0 }].map { signal in
      signal.subscribe { event in
        log.append("\(event)")
        guard case .value(1) = event else { return }
        holder.send(2)
        holder.send(3)
        holder.release()
      }
    }
    holder.send(1)
    histories.append(log.entries.joined(separator: " "))
    withExtendedLifetime(endpoints) {}
  }
  // The second handler finds the source released, and receives the values of the first.
  let history = ["1", "1", "2", "2", "3", "3"].map { "value(\($0))" } + ["finished", "finished"]
  report.compare(histories, with: Array(repeating: history.joined(separator: " "), count: count))
  report.survives("each observer received 3 values and the finish")
}

extension Holder {
  fileprivate var signal: Signal<Int> { input.change { $0 }?.signal ?? .empty() }
}

private func callBack(_ count: Int, _ report: inout Report) {
  report.tries(
    "a handler that sends to its own source \(count) times, subscribing and cancelling each time, on \(Stack.small)"
  )
  let log = Log<Int>()
  let others = Tally(1)
  onThread(.small) {
    let input = SignalInput<Int>()
    let newcomer = Guarded<Endpoint?>(nil)
    let endpoint = input.signal.subscribeValues { value in
      log.append(value)
      guard value < count else { return }
      // The previous one is cancelled before it receives this value, so only the last one is called.
      let new = input.signal.subscribeValues { others.note($0 - count, in: 0) }
      let former = newcomer.change { endpoint in
        defer { endpoint = new }
        return endpoint
      }
      former?.cancel()
      input.send(value + 1)
    }
    input.send(0)
    withExtendedLifetime(endpoint) {}
  }
  report.compare(log.entries, with: Array(0...count))
  report.compare(others, each: 1)
  report.survives("\(log.entries.count) values in order")
}
