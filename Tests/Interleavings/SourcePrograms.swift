import Dispatch
import Signals
import Testing

/// Small programs on the real classes, run in every order of their threads' steps up to a bound.
@Suite("Interleavings", .serialized) enum Interleavings {}

/// The recorded values of `name`, as numbers.
private func numbers(_ journal: Journal, _ name: String = "got") -> [Int] {
  journal.values(name).compactMap { Int($0) }
}

/// Describes an error in the order of the values of two threads, one of which sends numbers below ten, the other from
/// ten. Returns nil for a correct order.
private func disorder(_ values: [Int], _ own: [Int], _ others: [Int]) -> String? {
  let isRight = values.filter { $0 < 10 } == own && values.filter { $0 >= 10 } == others
  return isRight ? nil : "\(values) isn't an order of \(own) and \(others)"
}

extension Interleavings {
  @Suite("A source and its threads") struct SourcePrograms {
    @Test func `two threads send to one source (C3, C4, C5)`() {
      explore("two senders") { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let endpoint = input.signal.subscribeValues { value in
          journal.handler("handler") { journal.note("got \(value)") }
        }
        run.thread("A") {
          input.send(1)
          input.send(2)
        }
        run.thread("B") {
          input.send(11)
          input.send(12)
        }
        run.check {
          endpoint.cancel()
          return disorder(numbers(journal), [1, 2], [11, 12])
        }
      }
    }

    @Test func `a handler sends to its own source while another thread sends (C4)`() {
      explore("a handler that sends") { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let first = input.signal.subscribeValues { value in
          journal.handler("first") {
            journal.note("first \(value)")
            if value == 1 { input.send(2) }
          }
        }
        let second = input.signal.subscribeValues { value in journal.note("second \(value)") }
        run.thread("A") { input.send(1) }
        run.thread("B") { input.send(11) }
        run.check {
          first.cancel()
          second.cancel()
          let order = numbers(journal, "first")
          if order != numbers(journal, "second") { return "two orders" }
          return disorder(order, [1, 2], [11])
        }
      }
    }

    @Test func `a source ends while another thread sends: nothing follows the end (C1)`() {
      explore("an end") { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let endpoint = input.signal.subscribe { event in
          journal.handler("handler") {
            switch event {
            case .value(let value): journal.note("got \(value)")
            case .end: journal.note("got end")
            }
          }
        }
        run.thread("A") {
          for value in 1...2 { journal.note("\(value) \(input.send(value))") }
        }
        run.thread("B") { input.finish() }
        run.check {
          endpoint.cancel()
          let events = journal.values("got")
          if events.last != "end" || events.filter({ $0 == "end" }).count != 1 { return "the end: \(events)" }
          let accepted = (1...2).filter { journal.values("\($0)") != ["ended"] }
          return numbers(journal) == accepted ? nil : "accepted: \(accepted)"
        }
      }
    }

    @Test func `the last reference to an input goes on another thread (C1, C8)`() {
      explore("a release") { run in
        let holder = Holder(SignalInput<Int>())
        let journal = run.journal
        let endpoint = holder.object!.signal.subscribe { event in
          if case .end = event { journal.note("got end") } else { journal.note("got value") }
        }
        let input = Holder(holder.object)
        run.thread("A") {
          input.object?.send(1)
          input.object = nil
        }
        run.thread("B") { holder.object = nil }
        run.check {
          endpoint.cancel()
          return journal.values("got") == ["value", "end"] ? nil : "\(journal.values("got"))"
        }
      }
    }

    @Test
    func `who subscribes sees a gapless rest, and nobody is called after a cancel on its own thread (C4, C6, C12)`() {
      explore("subscribing and cancelling") { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let always = input.signal.subscribeValues { journal.note("always \($0)") }
        run.thread("A") { for value in 1...3 { input.send(value) } }
        run.thread("B") {
          let endpoint = input.signal.subscribeValues { value in
            journal.handler("some") { journal.note("some \(value)") }
          }
          input.send(11)
          endpoint.cancel()
          journal.note("cancelled ")
        }
        run.check {
          always.cancel()
          let all = numbers(journal, "always")
          let some = numbers(journal, "some")
          if let wrong = disorder(all, [1, 2, 3], [11]) { return wrong }
          if let first = some.first, let start = all.firstIndex(of: first),
            Array(all[start...].prefix(some.count)) != some
          {
            return "a gap: \(some) of \(all)"
          }
          return nil
        }
      }
    }

    @Test func `a sender delivers its value although other threads subscribe and cancel (C5)`() {
      explore("a sender and a subscriber") { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let endpoint = input.signal.subscribeValues { journal.note("got \($0)") }
        run.thread("A") {
          input.send(1)
          journal.note("sent")
        }
        run.thread("B") {
          let second = input.signal.subscribeValues { _ in }
          second.cancel()
        }
        run.check {
          endpoint.cancel()
          return journal.entries == ["got 1", "sent"] ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `what waits for the end of a running handler is called after it, once (C6)`() {
      explore("cancel and wait") { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let connection = Holder<Connection>(nil)
        let signal = Signal<Int> { downstream, line in
          connection.object = line
          input.signal.attach(downstream, line)
        }
        let endpoint = signal.subscribeValues { value in
          journal.note("begin")
          ControlledThread.step("in the handler")
          journal.note("end")
        }
        run.thread("A") {
          input.send(1)
          input.send(2)
        }
        run.thread("B") {
          let isIdle = Latch()
          connection.object!.cancel()
          connection.object!.whenIdle { isIdle.open() }
          isIdle.wait()
          journal.note("idle")
        }
        run.check {
          connection.object = nil
          endpoint.cancel()
          guard let idle = journal.entries.firstIndex(of: "idle") else { return "it never became idle" }
          let before = journal.entries[..<idle]
          let isOver = before.filter { $0 == "begin" }.count == before.filter { $0 == "end" }.count
          return isOver && idle == journal.entries.count - 1 ? nil : "a handler ran when it was said to be idle"
        }
      }
    }
  }

  @Suite("Delivery on a queue") struct DeliveryPrograms {
    @Test(arguments: [nil, 1])
    func `values wait for a queue, with and without a limit, and the end comes last (C9)`(_ limit: Int?) {
      for keepsNewest in limit == nil ? [true] : [true, false] {
        explore("a queue with \(limit.map { "\(keepsNewest ? "newest" : "oldest")(\($0))" } ?? "no limit")") { run in
          let input = SignalInput<Int>()
          let journal = run.journal
          let policy = limit.map { keepsNewest ? BufferingPolicy.newest($0) : .oldest($0) } ?? .unbounded
          let queue = DispatchQueue(label: "delivery")
          let endpoint = input.signal.deliver(on: queue, buffering: policy).subscribe { event in
            journal.handler("handler") {
              switch event {
              case .value(let value): journal.note("got \(value)")
              case .end: journal.note("got end")
              }
            }
          }
          run.thread("A") {
            for value in 1...3 { input.send(value) }
            input.finish()
          }
          run.check {
            endpoint.cancel()
            let values = numbers(journal)
            if journal.values("got").last != "end" { return "no end: \(journal.values("got"))" }
            if values != values.sorted() || Set(values).count != values.count { return "order: \(values)" }
            if limit == nil { return values == [1, 2, 3] ? nil : "lost: \(values)" }
            return keepsNewest
              ? (values.last == 3 ? nil : "the newest is lost") : (values.first == 1 ? nil : "the oldest is lost")
          }
        }
      }
    }

    @Test func `two threads send to a source on a queue (C3, C4, C9)`() {
      explore("two senders and a queue") { run in
        let input = SignalInput<Int>(on: DispatchQueue(label: "source"))
        let journal = run.journal
        let endpoint = input.signal.subscribeValues { value in
          journal.handler("handler") { journal.note("got \(value)") }
        }
        run.thread("A") {
          input.send(1)
          input.send(2)
        }
        run.thread("B") { input.send(11) }
        run.check {
          endpoint.cancel()
          return disorder(numbers(journal), [1, 2], [11])
        }
      }
    }

    @Test func `who subscribes to a source on a queue, and then sends, gets the own value (C9, C12)`() {
      explore("subscribing to a source on a queue") { run in
        let input = SignalInput<Int>(on: DispatchQueue(label: "source"))
        let journal = run.journal
        let first = input.signal.subscribeValues { journal.note("first \($0)") }
        let second = Holder<Endpoint>(nil)
        run.thread("A") { input.send(1) }
        run.thread("B") {
          second.object = input.signal.subscribeValues { journal.note("second \($0)") }
          input.send(11)
        }
        run.check {
          first.cancel()
          second.object?.cancel()
          second.object = nil
          if let wrong = disorder(numbers(journal, "first"), [1], [11]) { return wrong }
          let all = numbers(journal, "first")
          let some = numbers(journal, "second")
          return some.contains(11) && Array(all.suffix(some.count)) == some ? nil : "\(some) of \(all)"
        }
      }
    }

    @Test func `a handler on a queue sends more than one block delivers (C4, C5, C9)`() {
      explore("a handler that sends on a queue", preemptions: 1, deep: 2) { run in
        let queue = DispatchQueue(label: "source")
        let mark = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: mark, value: true)
        let input = SignalInput<Int>(on: queue)
        let journal = run.journal
        let endpoint = input.signal.subscribeValues { value in
          journal.handler("handler") {
            journal.note("got \(value)")
            if DispatchQueue.getSpecific(key: mark) == nil { journal.note("off the queue") }
            // Seven values, while a block gives the queue back after four.
            if value < 3 { for next in 1...2 { input.send(value * 2 + next) } }
          }
        }
        let second = Holder<Endpoint>(nil)
        run.thread("A") { input.send(0) }
        run.thread("B") {
          second.object = input.signal.subscribeValues { journal.note("second \($0)") }
          input.send(11)
        }
        run.check {
          endpoint.cancel()
          second.object?.cancel()
          second.object = nil
          if journal.entries.contains("off the queue") { return "a handler ran outside of the queue" }
          let all = numbers(journal)
          // The values of the handlers come before those of other threads that arrive meanwhile.
          return all.first == 11 || all.last == 11 ? disorder(all, Array(0...6), [11]) : "\(all)"
        }
      }
    }

    @Test func `a subscription is cancelled while its values wait (C6, C8)`() {
      explore("a cancel and a queue") { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let endpoint = input.signal.deliver(on: DispatchQueue(label: "delivery")).subscribeValues { value in
          journal.handler("handler") { journal.note("got \(value)") }
        }
        run.thread("A") { for value in 1...2 { input.send(value) } }
        run.thread("B") { endpoint.cancel() }
        run.check {
          let values = numbers(journal)
          return [[], [1], [1, 2]].contains(values) ? nil : "\(values)"
        }
      }
    }
  }

  @Suite("Sharing and flattening") struct SharingPrograms {
    @Test func `a value that a handler sends doesn't overtake one of the same source that waits (C4)`() {
      explore("a merge whose handler sends") { run in
        let a = SignalInput<Int>()
        let b = SignalInput<Int>()
        let journal = run.journal
        let direct = b.signal.subscribeValues { journal.note("direct \($0)") }
        let merged = merge(a.signal, b.signal).subscribeValues { value in
          journal.handler("handler") {
            journal.note("merged \(value)")
            if value == 1 { b.send(12) }
          }
        }
        run.thread("A") { a.send(1) }
        run.thread("B") { b.send(11) }
        run.check {
          direct.cancel()
          merged.cancel()
          let order = numbers(journal, "direct")
          return order.count == 2 && numbers(journal, "merged").filter { $0 > 1 } == order ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `two threads subscribe to a shared signal while its source sends (C12)`() {
      explore("sharing") { run in
        let input = SignalInput<Int>()
        let shared = input.signal.shared()
        let journal = run.journal
        let endpoints = Holder(CancellableBag())
        run.thread("A") {
          shared.subscribeValues { journal.note("a \($0)") }.store(in: endpoints.object!)
          journal.note("A is there")
          input.send(1)
        }
        run.thread("B") {
          shared.subscribeValues { journal.note("b \($0)") }.store(in: endpoints.object!)
          input.send(11)
        }
        run.check {
          endpoints.object!.cancel()
          let a = numbers(journal, "a")
          let b = numbers(journal, "b")
          guard a.contains(1), b.contains(11) else { return "its own value is lost: \(a) \(b)" }
          return a.count <= b.count
            ? (Array(b.suffix(a.count)) == a ? nil : "orders: \(a) \(b)")
            : (Array(a.suffix(b.count)) == b ? nil : "orders: \(a) \(b)")
        }
      }
    }

    @Test func `a shared signal whose last subscriber leaves as another one comes (C12)`() {
      explore("subscribing to and leaving a shared signal") { run in
        let input = SignalInput<Int>()
        let shared = input.signal.shared()
        let journal = run.journal
        let first = shared.subscribeValues { journal.note("first \($0)") }
        let kept = Holder<Endpoint>(nil)
        run.thread("A") { first.cancel() }
        run.thread("B") {
          kept.object = shared.subscribeValues { journal.note("second \($0)") }
          input.send(1)
        }
        run.check {
          kept.object?.cancel()
          kept.object = nil
          return numbers(journal, "second") == [1] ? nil : "the newcomer missed its own value"
        }
      }
    }

    @Test func `a subscription is cancelled while an operator subscribes to another signal (C6, C8)`() {
      explore("a cancel while subscribing") { run in
        let outer = SignalInput<Int>()
        let inner = SignalInput<Int>()
        let journal = run.journal
        let joined = outer.signal.flatMap(.latest) { _ in
          combineLatest(
            inner.signal,
            inner.signal.map { value in
              journal.note("called \(value)")
              return -value
            })
        }
        let endpoint = joined.subscribeValues { journal.note("got \($0.0 + $0.1)") }
        run.thread("A") {
          outer.send(1)
          inner.send(5)
        }
        run.thread("B") { endpoint.cancel() }
        run.check {
          inner.send(9)
          if journal.values("called").contains("9") { return "the inner signal is still connected" }
          return Set(journal.values("got")).isSubset(of: ["0"]) ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `of two racing signals one wins (C4)`() {
      explore("a race") { run in
        let a = SignalInput<Int>()
        let b = SignalInput<Int>()
        let journal = run.journal
        let endpoint = race(a.signal, b.signal).subscribeValues { value in
          journal.handler("handler") { journal.note("got \(value)") }
        }
        run.thread("A") {
          a.send(1)
          a.send(2)
        }
        run.thread("B") {
          b.send(11)
          b.send(12)
        }
        run.check {
          endpoint.cancel()
          let values = numbers(journal)
          // A value of the loser that another thread is delivering at that moment is dropped.
          let isOfOne = values.allSatisfy { $0 < 10 } || values.allSatisfy { $0 > 10 }
          return isOfOne && !values.isEmpty ? nil : "\(values)"
        }
      }
    }
  }
}

/// Holds an object that a thread releases.
final class Holder<Object: AnyObject>: @unchecked Sendable {
  var object: Object?

  init(_ object: Object?) { self.object = object }
}
