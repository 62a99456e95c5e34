import Dispatch
import Signals
import Synchronization

extension Scenario {
  static let fourThreads = Scenario(id: "S11", title: "4 threads send into one source") { scenario in
    let subject = Work.threads("S11") { referee in
      let input = SignalInput<Int>()
      let endpoint = input.signal.subscribeValues { referee.receive($0) }
      return { value in
        input.send(value)
        withExtendedLifetime(endpoint) {}
      }
    }
    let queue = Work.threads("drained queue") { referee in
      let queue = OwnerDrainedQueue { referee.receive($0) }
      return { queue.send($0) }
    }
    // Zero to two decimals: with contention, one block delivers many values.
    return Outcome(rows: [
      scenario.compare(subject, with: .other(queue), target: Target(ratio: 1, allocations: 0.005))
    ])
  }
}

extension Work {
  private static let senders = 4
  private static let sendsEach = 250_000

  fileprivate static func threads(
    _ name: String, _ prepare: @escaping (Referee) -> @Sendable (Int) -> Void
  ) -> Work {
    let total = senders * sendsEach
    return Work(name: name, operations: total, expected: total) {
      let referee = Referee(senders: senders, total: total)
      let send = prepare(referee)
      let gate = DispatchSemaphore(value: 0)
      for sender in 0..<senders {
        startThread {
          gate.wait()
          for number in 0..<sendsEach { send(sender << 32 | number) }
        }
      }
      return {
        for _ in 0..<senders { gate.signal() }
        // The threads return before all values are delivered, and release the subscription.
        return withExtendedLifetime(send) { referee.waitForAll() }
      }
    }
  }
}

/// Checks that no calls overlap, that the values of each sender are in order, and that none is lost.
// Unchecked, because it checks whether two threads are ever in a handler at the same time.
private final class Referee: @unchecked Sendable {
  private let isInside = Atomic(false)
  @exclusivity(unchecked) private var next: [Int]
  @exclusivity(unchecked) private var count = 0
  private let total: Int
  private let last = DispatchSemaphore(value: 0)

  init(senders: Int, total: Int) {
    next = Array(repeating: 0, count: senders)
    self.total = total
  }

  func receive(_ value: Int) {
    // Loads and stores are cheaper than an exchange, and still detect overlapping calls among a million.
    require(!isInside.load(ordering: .relaxed), "Two calls of the handler overlap.")
    isInside.store(true, ordering: .relaxed)
    let sender = value >> 32
    let number = value & 0xffff_ffff
    require(number == next[sender], "The handler received \(number) instead of \(next[sender]) from sender \(sender).")
    next[sender] = number + 1
    count += 1
    isInside.store(false, ordering: .relaxed)
    if count == total { last.signal() }
  }

  func waitForAll() -> Int {
    let outcome = last.wait(timeout: .now() + .seconds(60))
    require(outcome == .success, "Not all of \(total) values were received within a minute.")
    return count
  }
}
