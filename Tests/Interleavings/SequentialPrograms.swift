import Dispatch
import Signals
import SignalsKVO
import Testing

extension Interleavings {
  /// The results of the calls of several threads are those of the same calls in some order on one thread.
  @Suite("Calls with a sequential order") struct SequentialPrograms {
    @Test func `the calls of a property (K1, K2)`() {
      enum Call { case get, set(Int), add(Int) }
      explore("a property") { run in
        let property = Property(0)
        let history = CallHistory<Call, Int>()
        run.thread("A") {
          history.perform(.set(5)) {
            property.value = 5
            return 0
          }
          history.perform(.get) { property.value }
        }
        run.thread("B") {
          history.perform(.add(1)) {
            property.modify { value in
              value += 1
              return value
            }
          }
          history.perform(.get) { property.value }
        }
        run.check {
          history.violation(from: 0) { state, call in
            switch call {
            case .get: return state
            case .set(let new):
              state = new
              return 0
            case .add(let amount):
              state += amount
              return state
            }
          }
        }
      }
    }

    @Test func `transactions that change two properties (K2, C11)`() {
      explore("two properties and transactions") { run in
        let a = Property(0)
        let b = Property(0)
        let difference = Derived { a.value - b.value }
        let history = CallHistory<Int, Int>()
        for (name, amount) in [("A", 1), ("B", 10)] {
          run.thread(name) {
            history.perform(amount) {
              transaction {
                b.modify { $0 -= amount }
                return a.modify { value in
                  value += amount
                  return value
                }
              }
            }
          }
        }
        run.check {
          guard difference.value == 22 else { return "a difference of \(difference.value)" }
          return history.violation(from: 0) { state, amount in
            state += amount
            return state
          }
        }
      }
    }

    @Test func `edits of an observed array (K11)`() {
      enum Call { case append(Int), removeFirst, count }
      explore("an observed array and its calls") { run in
        let array = ObservedArray<Int>([7])
        let history = CallHistory<Call, Int>()
        run.thread("A") {
          history.perform(.append(1)) {
            array.append(1)
            return 0
          }
          history.perform(.count) { array.count }
        }
        run.thread("B") {
          history.perform(.removeFirst) { array.removeFirst() }
          history.perform(.append(2)) {
            array.append(2)
            return 0
          }
        }
        run.check {
          let elements = Array(array.value)
          guard elements.sorted() == [1, 2] else { return "\(elements)" }
          return history.violation(from: [7]) { state, call in
            switch call {
            case .append(let new):
              state.append(new)
              return 0
            case .removeFirst: return state.removeFirst()
            case .count: return state.count
            }
          }
        }
      }
    }

    @Test(arguments: [1, 2], [true, false])
    func `values that enter a bounded buffer, and leave it (C9)`(_ limit: Int, keepsNewest: Bool) {
      enum Call { case send(Int), deliver }
      explore("a buffer of \(limit) that keeps the \(keepsNewest ? "newest" : "oldest")") { run in
        let input = SignalInput<Int>()
        let history = CallHistory<Call, Int>()
        let journal = run.journal
        let last = LastEntry()
        let queue = DispatchQueue(label: "buffer")
        let buffered = input.signal.deliver(on: queue, buffering: keepsNewest ? .newest(limit) : .oldest(limit))
        let endpoint = buffered.subscribeValues { value in
          journal.handler("handler") { last.number = history.record(.deliver, after: last.number, answer: value) }
        }
        // One sender: of two, one may leave its value to the other, and so return before the value is in the buffer (C5).
        run.thread("A") {
          for value in 1...4 {
            history.perform(.send(value)) {
              input.send(value)
              return 0
            }
          }
        }
        run.check {
          endpoint.cancel()
          return history.violation(from: [Int]()) { state, call in
            switch call {
            case .send(let value):
              if state.count == limit, keepsNewest { state.removeFirst() }
              if state.count < limit { state.append(value) }
              return 0
            case .deliver: return state.isEmpty ? -1 : state.removeFirst()
            }
          }
        }
      }
    }

    @Test func `both ends of a binding hold a value that no later set follows (B2, B3)`() {
      explore("a binding and the last sets", preemptions: 1, deep: 2) { run in
        let a = Property(0)
        let b = Property(0)
        let binding = bind(a, to: b)
        run.thread("A") {
          a.value = 1
          a.value = 2
        }
        run.thread("B") {
          b.value = 11
          b.value = 12
        }
        run.check {
          defer { binding.cancel() }
          return a.value == b.value && [2, 12].contains(a.value) ? nil : "\(a.value) and \(b.value)"
        }
      }
    }
  }
}

/// The entry of the last delivery. Only one thread runs at a time.
private final class LastEntry: @unchecked Sendable {
  var number: Int?
}
