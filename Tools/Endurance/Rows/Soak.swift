import Dispatch
import Foundation
import Signals
import SignalsKVO

// A mixed load for a long time.

extension Row {
  static let soaks = [Row(name: "soak") { report, effort in soak(effort.soakSeconds, &report) }]
}

private func soak(_ seconds: Int, _ report: inout Report) {
  report.tries("\(seconds) seconds of subscribing, sending from 4 threads, cancelling, binding, observing and timers")
  SignalGraph.isCounting = true
  let load = MixedLoad()
  // A warm-up, in which the allocator reaches its final size.
  load.run(until: Date(timeIntervalSinceNow: Double(seconds) / 4))
  let live = SignalGraph.liveSubscriptions
  Memory.tidy()
  let warm = Memory.resident
  let start = Date()
  load.run(until: Date(timeIntervalSinceNow: Double(seconds) * 3 / 4))
  Memory.tidy()
  let growth = Memory.resident - warm
  let minutes = Date().timeIntervalSince(start) / 60
  report.require(live == 0, "\(live) subscriptions were left after the warm-up")
  report.require(SignalGraph.liveSubscriptions == 0, "\(SignalGraph.liveSubscriptions) subscriptions are left")
  report.require(growth < 8 << 20, "memory grew by \(megabytes(growth))")
  load.compare(&report)
  report.survives(
    "\(load.rounds.value) rounds, \(load.values.value) values; \(megabytes(warm)) after the warm-up, \(megabytes(growth)) more at the "
      + "end: \(String(format: "%.2f", Double(growth) / 1_048_576 / minutes)) MB a minute; no subscription is left")
}

/// Rounds of work on several threads. Each round checks its own results.
private final class MixedLoad: Sendable {
  let rounds = AtomicWord(0)
  let values = AtomicWord(0)
  private let findings = Guarded<(lost: Int, repeated: Int, wrong: [String])>((0, 0, []))
  private let source = SignalInput<(thread: Int, number: Int)>()
  private let property = Property(0)
  private let other = Property(0)
  private let array = ObservedArray<Int>()

  func run(until end: Date) {
    let binding = bind(property, to: other)
    onThreads(4) { [self] thread in
      while Date() < end {
        round(thread)
        rounds.add(1)
      }
    }
    // Values on queues may not have been delivered yet.
    settle()
    check(
      Endurance.wait { property.value == other.value }, "bound properties differ: \(property.value) and \(other.value)")
    array.removeAll()
    withExtendedLifetime(binding) {}
  }

  func compare(_ report: inout Report) {
    let (lost, repeated, wrong) = findings.change { $0 }
    report.add(lost: lost, repeated: repeated)
    for sentence in Set(wrong) { report.require(false, sentence) }
  }

  private func check(_ holds: Bool, _ sentence: @autoclosure () -> String) {
    guard !holds else { return }
    let sentence = sentence()
    findings.change { $0.wrong.append(sentence) }
  }

  private func note(_ tally: Tally, of count: Int) {
    let (lost, repeated) = (tally.lost(of: count), tally.repeated)
    guard lost + repeated > 0 else { return }
    findings.change { findings in
      findings.lost += lost
      findings.repeated += repeated
    }
  }

  private func settle() {
    let over = Gate()
    let input = SignalInput<Int>()
    let endpoint = input.signal.deliver(on: DispatchQueue(label: "last")).subscribeValues { _ in over.open() }
    input.send(0)
    over.wait()
    withExtendedLifetime(endpoint) {}
  }

  private func round(_ thread: Int) {
    sendAndReceive(thread)
    switch thread {
    case 0: observe()
    case 1: edit()
    case 2: wait(for: 50)
    default: relay()
    }
  }

  /// Sends concurrently with other threads, and waits for all of its own values.
  private func sendAndReceive(_ thread: Int) {
    let tally = Tally(1)
    let received = AtomicWord(0)
    let endpoint = source.signal.filter { $0.thread == thread }.map(\.number).shared().merge(with: .empty())
      .subscribeValues { value in
        tally.note(value, in: 0)
        received.add(1)
      }
    for number in 0..<200 { source.send((thread, number)) }
    let hasAll = Endurance.wait { received.value >= 200 }
    endpoint.cancel()
    check(
      hasAll,
      "only \(received.value) of 200 values of a sender were received"
    )
    note(tally, of: 200)
    values.add(200)
  }

  private func observe() {
    let log = Log<Int>()
    let double = property.derived { $0 * 2 }
    let endpoint = double.signal.subscribeValues { log.append($0) }
    for _ in 0..<20 { property.modify { $0 &+= 1 } }
    for _ in 0..<20 { other.value = other.value &+ 1 }
    check(log.count >= 2, "a derived value was not emitted")
    values.add(40)
    endpoint.cancel()
  }

  private func edit() {
    let log = Log<Int>()
    let endpoint = array.changes.subscribeValues { _ in log.append(0) }
    for value in 0..<20 { array.append(value) }
    check(Endurance.wait { log.count >= 20 }, "changes of an array were not emitted")
    if array.count > 100 { array.removeAll() }
    values.add(20)
    endpoint.cancel()
  }

  private func wait(for microseconds: Int) {
    let log = Log<Int>()
    let interval = Duration.microseconds(microseconds)
    let endpoints = [
      Signal.timer(every: interval).subscribeValues { log.append($0) },
      Signal.from(0..<10).delay(for: interval).subscribeValues { log.append($0) },
      Signal.from(0..<10).debounce(for: interval).subscribeValues { log.append($0) },
    ]
    check(Endurance.wait { log.count >= 12 }, "timers have not fired")
    values.add(12)
    withExtendedLifetime(endpoints) {}
  }

  private func relay() {
    let queue = DispatchQueue(label: "relay")
    let input = SignalInput<Int>()
    let tally = Tally(1)
    let over = Gate()
    let endpoint = input.signal.flatMap { .of($0) }.deliver(on: queue).combineLatest(.of(0)).subscribe { event in
      switch event {
      case .value(let (value, _)): tally.note(value, in: 0)
      case .end: over.open()
      }
    }
    for value in 0..<100 { input.send(value) }
    input.finish()
    over.wait()
    note(tally, of: 100)
    values.add(100)
    withExtendedLifetime(endpoint) {}
  }
}
