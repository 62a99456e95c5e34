import Signals
import SignalsTesting
import Testing

extension Interleavings {
  // No program cancels a task: the runtime calls the handler of the cancellation under a lock of its own, on which other
  // threads would wait unseen by the controller.
  @Suite("Tasks, actors and timers") struct TaskPrograms {
    @Test func `no handler runs when a task has waited for the end of the running one (C6)`() {
      explore("cancelAndWait") { run in
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
          Task {
            await endpoint.cancelAndWait()
            journal.note("over")
          }
        }
        run.check {
          guard journal.entries.last == "over" else { return "a handler ran after the wait, or it never ended" }
          return [[], ["1"], ["1", "2"]].contains(journal.values("got")) ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `a loop receives each value of its sequence, in order, and the end (C5)`() {
      explore("a sequence") { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let values = input.signal.values
        run.thread("A") {
          input.send(1)
          input.send(2)
          input.finish()
        }
        run.thread("B") {
          Task {
            do {
              for try await value in values { journal.note("got \(value)") }
              journal.note("finished")
            } catch { journal.note("\(error)") }
          }
        }
        run.check {
          let got = journal.values("got").joined()
          return "12".hasSuffix(got) && journal.entries.last == "finished" ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `a source waits for a loop that slows it down, and loses nothing (C5)`() {
      explore("a paced sequence", preemptions: 1, deep: 2) { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let values = input.signal.values(ahead: 1)
        run.thread("A") {
          Task {
            // Subscribed before the other task sends.
            var iterator = values.makeAsyncIterator()
            Task {
              for value in 1...3 { _ = try? await input.sendWhenReady(value) }
              input.finish()
            }
            while let value = try? await iterator.next() { journal.note("got \(value)") }
            journal.note("finished")
          }
        }
        run.check {
          journal.entries == ["got 1", "got 2", "got 3", "finished"] ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `the values of two threads arrive on an actor, in order and one at a time (C3, C4, C9)`() {
      explore("an actor", preemptions: 1, deep: 2) { run in
        let input = SignalInput<Int>()
        let journal = run.journal
        let log = Log(journal)
        let endpoint = Holder<Endpoint>(nil)
        run.thread("A") {
          Task {
            await log.listen(to: input, endpoint)
            Task {
              input.send(1)
              input.send(2)
            }
            Task { input.send(11) }
          }
        }
        run.check {
          endpoint.object?.cancel()
          endpoint.object = nil
          let values = journal.values("got").compactMap { Int($0) }
          return values.filter { $0 < 10 } == [1, 2] && values.contains(11) && values.count == 3
            ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `a timer that is reached while a value arrives emits one of the two (C15)`() {
      explore("a timer") { run in
        let input = SignalInput<Int>()
        let clock = VirtualScheduler()
        let journal = run.journal
        let endpoint = input.signal.debounce(for: .seconds(1), on: clock).subscribeValues { value in
          journal.handler("handler") { journal.note("got \(value)") }
        }
        input.send(1)
        clock.advance(by: .milliseconds(500))
        // The timer of the first value fires before the second one has waited for long enough.
        run.thread("A") { input.send(2) }
        run.thread("B") { clock.advance(by: .seconds(1)) }
        run.check {
          clock.advance(by: .seconds(1))
          let values = journal.values("got")
          endpoint.cancel()
          // Released before, the source would end, and the last value be emitted at that end.
          withExtendedLifetime(input) {}
          guard clock.pending == 0 else { return "a timer is left" }
          return values == ["2"] || values == ["1", "2"] ? nil : "\(values)"
        }
      }
    }
  }
}

/// An actor that notes the values of a source.
private actor Log {
  private let journal: Journal
  private var count = 0

  init(_ journal: Journal) { self.journal = journal }

  // The handler uses the actor's state, so it belongs to the actor.
  func listen(to input: SignalInput<Int>, _ endpoint: Holder<Endpoint>) {
    endpoint.object = input.signal.subscribeValues { value in
      self.count += 1
      self.journal.handler("handler") { self.journal.note("got \(value)") }
    }
  }
}
