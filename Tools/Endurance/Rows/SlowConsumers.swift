import Dispatch
import Signals

// A consumer that is a hundred times slower than its producer: a hundred values are sent for each value that it takes.

extension Row {
  static let slowConsumers = [BufferedPolicy.newest(10), .oldest(10), .newest(1), .oldest(1), .unbounded].flatMap {
    policy in
    [
      Row(name: "slow-deliver-\(policy)") { report, effort in
        fall(behind: policy, steps: effort.count(2_000, short: 200), &report, consume: onQueue)
      },
      Row(name: "slow-values-\(policy)") { report, effort in
        fall(behind: policy, steps: effort.count(2_000, short: 200), &report, consume: inTask)
      },
    ]
  }
}

/// A buffering policy with a model of its effect.
enum BufferedPolicy: Sendable, CustomStringConvertible {
  case unbounded
  case newest(Int)
  case oldest(Int)

  var policy: BufferingPolicy {
    switch self {
    case .unbounded: .unbounded
    case .newest(let count): .newest(count)
    case .oldest(let count): .oldest(count)
    }
  }

  var description: String {
    switch self {
    case .unbounded: "unbounded"
    case .newest(let count): "newest-\(count)"
    case .oldest(let count): "oldest-\(count)"
    }
  }

  /// The buffered values after the arrival of new ones.
  func keep(_ waiting: [Int], and new: Range<Int>) -> [Int] {
    switch self {
    case .unbounded: waiting + new
    case .newest(let count): Array((waiting + new).suffix(count))
    case .oldest(let count): Array((waiting + new).prefix(count))
    }
  }
}

/// A value of 1 KB, so that buffered values show in the memory use.
private struct Weight: Sendable {
  let number: Int
  let load: [UInt8]

  init(_ number: Int) {
    self.number = number
    load = Array(repeating: UInt8(truncatingIfNeeded: number), count: 1_000)
  }
}

/// Subscribes to `signal`, calls `start`, and passes each value to `take`.
private typealias Consumer =
  @Sendable (
    _ signal: Signal<Weight>, _ policy: BufferingPolicy, _ start: () -> Void,
    _ take: @escaping @Sendable (Int) -> Void
  ) -> Void

private let burst = 100

private func fall(
  behind policy: BufferedPolicy, steps: Int, _ report: inout Report, consume: Consumer
) {
  report.tries("\(steps) bursts of \(burst) values of 1 KB, one burst for each value taken")
  let input = SignalInput<Weight>()
  let log = Log<Int>()
  let sent = AtomicWord(0)
  // Sent from another thread while the consumer handles its value.
  let send: @Sendable () -> Void = {
    let first = Int(sent.value)
    for number in first..<first + burst { input.send(Weight(number)) }
    sent.add(burst)
  }
  Memory.tidy()
  let before = Memory.resident
  consume(input.signal, policy.policy, send) { number in
    log.append(number)
    if Int(sent.value) < steps * burst {
      onThreads(1) { _ in send() }
    } else {
      input.finish()
    }
  }
  // The same consumer, simulated with an array.
  var expected: [Int] = []
  var waiting = policy.keep([], and: 0..<burst)
  var next = burst
  while !waiting.isEmpty {
    expected.append(waiting.removeFirst())
    guard next < steps * burst else { continue }
    waiting = policy.keep(waiting, and: next..<next + burst)
    next += burst
  }
  report.compare(log.entries, with: expected)
  let growth = Memory.peak - before
  if case .unbounded = policy {
    report.survives("\(log.entries.count) of \(next) values taken, nothing dropped")
  } else {
    report.require(growth < 8 << 20, "memory grew by \(megabytes(growth))")
    report.survives(
      "\(log.entries.count) of \(next) values taken, as the policy requires; memory grew by \(megabytes(growth))")
  }
}

private let onQueue: Consumer = { signal, policy, start, take in
  let queue = DispatchQueue(label: "consumer")
  let over = Gate()
  queue.suspend()
  let endpoint = signal.deliver(on: queue, buffering: policy).subscribe { event in
    switch event {
    case .value(let weight): take(weight.number)
    case .end: over.open()
    }
  }
  start()
  queue.resume()
  over.wait()
  withExtendedLifetime(endpoint) {}
}

private let inTask: Consumer = { signal, policy, start, take in
  let over = Gate()
  let ready = Gate()
  let begin = Gate()
  Task {
    var iterator = signal.values(buffering: policy).makeAsyncIterator()
    ready.open()
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        begin.wait()
        continuation.resume()
      }
    }
    while let weight = try? await iterator.next() { take(weight.number) }
    over.open()
  }
  ready.wait()
  start()
  begin.open()
  over.wait()
}
