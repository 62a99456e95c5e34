import Signals
import Testing

extension Interleavings {
  @Suite("Joins and transactions") struct JoinPrograms {
    @Test func `a diamond shows no mixed pair to two senders (C10)`() {
      explore("a diamond") { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let endpoint = combineLatest(input.signal, input.signal.map { -$0 }).subscribeValues { pair in
          journal.handler("handler") { journal.note("got \(pair.0) \(pair.0 + pair.1)") }
        }
        run.thread("A") { input.send(1) }
        run.thread("B") { input.send(2) }
        run.check {
          endpoint.cancel()
          return Set(journal.values("got")) == ["1 0", "2 0"] && journal.entries.count == 2 ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `two sources on two threads: no value goes back, and the last ones are shown (C10)`() {
      explore("two inputs") { run in
        let (a, b, pairs, endpoint) = joinedInputs(run.journal)
        run.thread("A") {
          a.send(1)
          a.send(2)
        }
        run.thread("B") {
          b.send(1)
          b.send(2)
        }
        run.check {
          endpoint.cancel()
          return pairs.isMonotonic && pairs.last == [2, 2] ? nil : "\(pairs.all)"
        }
      }
    }

    @Test func `a transaction and a send to its source overlap (C10, C11)`() {
      explore("a transaction") { run in
        let journal = run.journal
        let (a, b, pairs, endpoint) = joinedInputs(journal)
        let all = a.signal.subscribeValues { journal.note("a \($0)") }
        a.send(0)
        b.send(0)
        run.thread("A") {
          transaction {
            a.send(1)
            b.send(1)
          }
        }
        run.thread("B") { a.send(2) }
        run.check {
          endpoint.cancel()
          all.cancel()
          let order = journal.values("a")
          return pairs.isMonotonic(in: order) && pairs.last?.map(String.init) == order.last.map { [$0, "1"] }
            ? nil : "\(pairs.all) of \(order)"
        }
      }
    }

    @Test func `two transactions send to two sources in opposite order (C11)`() {
      explore("two transactions") { run in
        let journal = run.journal
        let (a, b, pairs, endpoint) = joinedInputs(journal)
        let sources = [("a", a), ("b", b)].map { name, input in
          input.signal.subscribeValues { journal.note("\(name) \($0)") }
        }
        run.thread("A") {
          transaction {
            a.send(1)
            b.send(1)
          }
        }
        run.thread("B") {
          transaction {
            b.send(2)
            a.send(2)
          }
        }
        run.check {
          endpoint.cancel()
          sources.cancelAll()
          let last = ["a", "b"].map { journal.values($0).last }
          return pairs.last?.map(String.init) == last ? nil : "\(pairs.all), but \(last) came last"
        }
      }
    }

    @Test func `two transactions at one join, of different sources, are seen whole (C11)`() {
      explore("two transactions at a join") { run in
        let inputs = (0..<4).map { _ in SignalInput<Int>() }
        let journal = run.journal
        let endpoint = combineLatest(inputs.map(\.signal)).subscribeValues { values in
          journal.handler("handler") { journal.note("got \(values.map(String.init).joined())") }
        }
        for input in inputs { input.send(0) }
        for (name, own) in [("A", 0), ("B", 2)] {
          run.thread(name) {
            transaction {
              inputs[own].send(1)
              inputs[own + 1].send(1)
            }
          }
        }
        run.check {
          endpoint.cancel()
          return [["0000", "1100", "1111"], ["0000", "0011", "1111"]].contains(journal.values("got"))
            ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `each turn causes one emission, also one whose value is older than the present one (C10, C11)`() {
      explore("a turn each") { run in
        let (a, b, pairs, endpoint) = joinedInputs(run.journal)
        a.send(0)
        b.send(0)
        run.thread("A") {
          transaction { a.send(1) }
          b.send(1)
        }
        run.thread("B") { a.send(2) }
        run.check {
          endpoint.cancel()
          return pairs.all.count == 4 ? nil : "\(pairs.all) are the pairs of four turns"
        }
      }
    }

    @Test func `a join waits for each of three ways of a source, and for a join above it (C10)`() {
      explore("three ways") { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let doubled = input.signal.map { $0 * 2 }
        let tripled = input.signal.map { $0 * 3 }
        let inner = combineLatest(input.signal, doubled, tripled).map { $0 + $1 + $2 }
        // The source reaches this join before it reaches the one above.
        let endpoint = combineLatest(input.signal, inner).subscribeValues { value, sum in
          journal.handler("handler") { journal.note("got \(value * 6 - sum)") }
        }
        run.thread("A") { input.send(1) }
        run.thread("B") { input.send(2) }
        run.check {
          endpoint.cancel()
          return journal.values("got") == ["0", "0"] ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `an end waits for the values before it, which a longer turn holds (C4, C10)`() {
      explore("an end of an input") { run in
        let (a, b) = (SignalInput<Int>(), SignalInput<Int>())
        let journal = run.journal
        let endpoint = combineLatest(a.signal, b.signal).subscribe { event in
          journal.handler("handler") {
            switch event {
            case .value(let pair): journal.note("got \(pair.0) \(pair.1)")
            case .end: journal.note("got end")
            }
          }
        }
        let sources = [("a", a), ("b", b)].map { name, input in
          input.signal.subscribeValues { journal.note("\(name) \($0)") }
        }
        a.send(0)
        b.send(0)
        run.thread("A") {
          transaction {
            a.send(1)
            b.send(1)
          }
        }
        run.thread("B") {
          b.finish()
          a.finish()
        }
        run.check {
          endpoint.cancel()
          sources.cancelAll()
          // A value that is sent after the end is refused.
          let last = ["a", "b"].compactMap { journal.values($0).last }.joined(separator: " ")
          let got = journal.values("got")
          let isRight = got.last == "end" && got.filter { $0 == "end" }.count == 1 && got.dropLast().last == last
          return isRight ? nil : "\(got), but \(last) came last"
        }
      }
    }

    @Test func `withLatest emits each value of its own once, in order (C10)`() {
      explore("withLatest") { run in
        let own = SignalInput<Int>()
        let other = SignalInput<Int>()
        let journal = run.journal
        let endpoint = own.signal.withLatest(from: other.signal).subscribeValues { pair in
          journal.handler("handler") { journal.note("got \(pair.0)") }
        }
        other.send(0)
        run.thread("A") {
          transaction {
            own.send(1)
            own.send(2)
          }
        }
        run.thread("B") {
          transaction {
            other.send(1)
            own.send(11)
          }
        }
        run.check {
          endpoint.cancel()
          let values = journal.values("got").compactMap { Int($0) }
          let isRight = values.filter { $0 < 10 } == [1, 2] && values.filter { $0 > 10 } == [11]
          return isRight ? nil : "\(values)"
        }
      }
    }

    @Test func `a join is cancelled while two threads send (C6, C8, C10)`() {
      explore("cancelling a join", preemptions: 1, deep: 2) { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let endpoint = combineLatest(input.signal, input.signal.map { -$0 }).subscribeValues { pair in
          journal.handler("handler") { journal.note("got \(pair.0 + pair.1)") }
        }
        run.thread("A") { input.send(1) }
        run.thread("B") { input.send(2) }
        run.thread("C") { endpoint.cancel() }
        run.check { Set(journal.values("got")).isSubset(of: ["0"]) ? nil : "\(journal.entries)" }
      }
    }

    @Test
    func `four threads send, open a transaction, subscribe and cancel, in random orders (C3, C4, C6, C8, C10, C11)`() {
      sample("everything at once") { run in
        let a = SignalInput<Int>()
        let b = SignalInput<Int>()
        let journal = run.journal
        let pairs = Pairs()
        let joined = combineLatest(a.signal, b.signal).shared()
        let endpoint = joined.subscribeValues { pair in journal.handler("handler") { pairs.append(pair) } }
        run.thread("A") {
          a.send(1)
          a.send(2)
        }
        run.thread("B") {
          transaction {
            b.send(1)
            b.send(2)
          }
        }
        run.thread("C") {
          let other = joined.subscribeValues { pair in
            journal.handler("other") { journal.note("other \(pair.0) \(pair.1)") }
          }
          other.cancel()
        }
        run.thread("D") { merge(a.signal, b.signal).subscribeValues { _ in }.cancel() }
        run.check {
          endpoint.cancel()
          return pairs.isMonotonic && pairs.last == [2, 2] ? nil : "\(pairs.all)"
        }
      }
    }

    @Test func `two joins of equal depth settle with the same turn (C10)`() {
      explore("two joins") { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let doubled = input.signal.map { $0 * 2 }
        let first = combineLatest(input.signal, doubled).subscribeValues { journal.note("first \($0.0 * 2 - $0.1)") }
        let second = combineLatest(doubled, input.signal).subscribeValues { journal.note("second \($0.0 - $0.1 * 2)") }
        run.thread("A") { input.send(1) }
        run.thread("B") { input.send(2) }
        run.check {
          first.cancel()
          second.cancel()
          return journal.values("first") == ["0", "0"] && journal.values("second") == ["0", "0"]
            ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `zip pairs the values of two threads in order, and is released when it is cancelled (C4, C8)`() {
      explore("zip") { run in
        let a = SignalInput<Int>()
        let b = SignalInput<Int>()
        let journal = run.journal
        let endpoint = zip(a.signal, b.signal).subscribeValues { pair in
          journal.handler("handler") { journal.note("got \(pair.0 - pair.1)") }
        }
        run.thread("A") {
          a.send(1)
          a.send(2)
        }
        run.thread("B") {
          b.send(1)
          b.send(2)
        }
        run.check {
          endpoint.cancel()
          return journal.values("got") == ["0", "0"] ? nil : "\(journal.entries)"
        }
      }
    }
  }
}

/// Two sources, the pairs of their latest values, and the subscription that records the pairs.
private func joinedInputs(
  _ journal: Journal
) -> (a: SignalInput<Int>, b: SignalInput<Int>, pairs: Pairs, endpoint: Endpoint) {
  let (a, b, pairs) = (SignalInput<Int>(), SignalInput<Int>(), Pairs())
  let endpoint = combineLatest(a.signal, b.signal).subscribeValues { pair in
    journal.handler("handler") { pairs.append(pair) }
  }
  return (a, b, pairs, endpoint)
}

/// The recorded pairs of a join.
private final class Pairs: @unchecked Sendable {
  private(set) var all: [[Int]] = []

  func append(_ pair: (Int, Int)) {
    all.append([pair.0, pair.1])
  }

  var last: [Int]? { all.last }

  /// Whether no input has decreased.
  var isMonotonic: Bool { zip(all, all.dropFirst()).allSatisfy { $0[0] <= $1[0] && $0[1] <= $1[1] } }

  /// Whether the values of the first input are in the order of its source, which sends no value twice.
  func isMonotonic(in order: [String]) -> Bool {
    let places = all.compactMap { pair in order.firstIndex(of: "\(pair[0])") }
    return places == places.sorted()
  }
}
