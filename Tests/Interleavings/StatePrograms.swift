import Signals
import SignalsKVO
import Testing

extension Interleavings {
  @Suite("State") struct StatePrograms {
    @Test func `an observer sees each change once, as a chain (K2)`() {
      explore("an observed property") { run in
        let property = Property(0)
        let journal = run.journal
        let endpoint = property.signal.subscribeValues { value in
          journal.handler("handler") { journal.note("got \(value)") }
        }
        run.thread("A") { property.modify { $0 += 1 } }
        run.thread("B") { property.modify { $0 += 1 } }
        run.check {
          endpoint.cancel()
          return journal.values("got") == ["0", "1", "2"] ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `who subscribes gets the value of the moment first, and every later one (C12)`() {
      explore("a new observer") { run in
        let property = Property(0)
        let journal = run.journal
        let kept = Holder<Endpoint>(nil)
        run.thread("A") { property.modify { $0 += 1 } }
        run.thread("B") {
          kept.object = property.signal.subscribeValues { journal.note("got \($0)") }
          journal.note("there")
        }
        run.check {
          kept.object?.cancel()
          kept.object = nil
          guard let there = journal.entries.firstIndex(of: "there"), there > 0 else {
            return "no value within the call"
          }
          let values = journal.values("got")
          return values == ["1"] || values == ["0", "1"] ? nil : "\(values)"
        }
      }
    }

    @Test func `an observer that another thread removes in its first call receives nothing more (C6)`() {
      final class Owner: Sendable {}
      explore("a removal in the first call") { run in
        let property = Property(0)
        let owner = Owner()
        let journal = run.journal
        run.thread("A") {
          property.addObserver(forOwner: owner, triggerImmediately: true) { _, new in journal.note("got \(new)") }
        }
        run.thread("B") {
          journal.note("removing")
          property.removeObservers(forOwner: owner)
        }
        run.check {
          let hasCome = journal.entries.first == "got 0"
          // The set performs what may have waited for the property, such as the removal.
          property.value = 1
          let isPresent = property.observerCount == 1
          let values = journal.values("got")
          property.removeAllObservers()
          if isPresent { return !hasCome && values == ["0", "1"] ? nil : "\(journal.entries)" }
          return values == ["0"] || values == [] ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `a reader on another thread sees a derived value that agrees with its input (K8)`() {
      explore("a diamond of derived values") { run in
        let a = Property(0)
        let b = Derived { a.value }
        let c = Derived { -a.value }
        let d = Derived { b.value + c.value }
        let journal = run.journal
        _ = d.value
        run.thread("A") {
          a.value = 1
          a.value = 2
        }
        run.thread("B") { for _ in 0..<2 { journal.note("got \(d.value)") } }
        run.check { journal.values("got") == ["0", "0"] && d.value == 0 ? nil : "\(journal.entries)" }
      }
    }

    @Test
    func `an observed derived value ends with the last values of its inputs, and mixes none of one turn (K8, C10)`() {
      explore("an observed derived value") { run in
        let a = Property(0)
        let b = Property(0)
        let sum = Derived { a.value + b.value }
        let journal = run.journal
        let endpoint = sum.signal.subscribeValues { value in
          journal.handler("handler") { journal.note("got \(value)") }
        }
        run.thread("A") { a.value = 1 }
        run.thread("B") { b.value = 10 }
        run.check {
          endpoint.cancel()
          let values = journal.values("got")
          let isRight = values.first == "0" && values.last == "11" && values.count <= 3 && sum.value == 11
          return isRight ? nil : "\(values)"
        }
      }
    }

    @Test func `two threads set what an effect reads, and its last run has the last values (K8, C3)`() {
      explore("two sets and an effect") { run in
        let (a, b) = (Property(0), Property(0))
        let journal = run.journal
        let endpoint = observe {
          let sum = a.value + b.value
          journal.handler("effect") { journal.note("got \(sum)") }
        }
        run.thread("A") { a.value = 1 }
        run.thread("B") { b.value = 10 }
        run.check {
          endpoint.cancel()
          let values = journal.values("got")
          return values.first == "0" && values.last == "11" && values.count <= 3 ? nil : "\(values)"
        }
      }
    }

    @Test func `no run of an effect begins after its cancellation on another thread has been waited for (C6, C8)`() {
      explore("a cancelled effect") { run in
        let count = Property(0)
        let journal = run.journal
        let endpoint = observe {
          let value = count.value
          journal.handler("effect") { journal.note("got \(value)") }
        }
        run.thread("A") {
          count.value = 1
          count.value = 2
        }
        run.thread("B") {
          Task {
            await endpoint.cancelAndWait()
            journal.note("over")
          }
        }
        run.check {
          guard journal.entries.last == "over" else { return "a run after the wait, or no end of it" }
          return ["0", "1", "2"].starts(with: journal.values("got")) ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `two threads set the source of a derived value, which ends with the last value (K8, C3, C4)`() {
      explore("two sets and a derived value", preemptions: 1, deep: 2) { run in
        let source = Property(0)
        let twice = Derived { source.value * 2 }
        let journal = run.journal
        let endpoint = twice.signal.subscribeValues { value in
          journal.handler("handler") { journal.note("got \(value)") }
        }
        run.thread("A") { source.modify { $0 += 1 } }
        run.thread("B") { source.modify { $0 += 1 } }
        run.check {
          endpoint.cancel()
          let values = journal.values("got")
          let isRight = values == ["0", "2", "4"] || values == ["0", "4"]
          return isRight && twice.value == 4 ? nil : "\(values)"
        }
      }
    }

    @Test func `a source gets its first observer while it is set, and a derived value misses nothing (K8, C12)`() {
      explore("a first observer beside a derived value", preemptions: 1, deep: 2) { run in
        let source = Property(0)
        let twice = Derived { source.value * 2 }
        let journal = run.journal
        let endpoint = twice.signal.subscribeValues { journal.note("twice \($0)") }
        let kept = Holder<Endpoint>(nil)
        run.thread("A") {
          source.value = 1
          source.value = 2
        }
        run.thread("B") { kept.object = source.signal.subscribeValues { journal.note("got \($0)") } }
        run.check {
          endpoint.cancel()
          kept.object?.cancel()
          kept.object = nil
          let (values, twices) = (journal.values("got"), journal.values("twice"))
          let isRight = ["0", "1", "2"].suffix(values.count) == values[...] && !values.isEmpty
          let isRightTwice = twices == ["0", "2", "4"] || twices == ["0", "4"]
          return isRight && isRightTwice && twice.value == 4 ? nil : "\(values), \(twices)"
        }
      }
    }

    @Test func `a handler's set follows the change while another thread is the first to subscribe (C4, C5)`() {
      explore("a handler's set and a first observer", preemptions: 1, deep: 2) { run in
        let source = Property(0)
        let (plain, raised) = (Derived { source.value }, Derived { source.value + 100 })
        let journal = run.journal
        let first = plain.signal.subscribeValues { journal.note("plain \($0) by \(currentThread())") }
        let second = raised.signal.subscribeValues { value in
          guard value == 101 else { return }
          journal.note("begins by \(currentThread())")
          source.value = 2
          journal.note("ends")
        }
        let kept = Holder<Endpoint>(nil)
        run.thread("A") { source.value = 1 }
        run.thread("B") { kept.object = source.signal.subscribeValues { _ in } }
        run.check {
          first.cancel()
          second.cancel()
          kept.object?.cancel()
          kept.object = nil
          let entries = journal.entries
          guard let begin = entries.firstIndex(where: { $0.hasPrefix("begins") }),
            let end = entries.firstIndex(of: "ends"), plain.value == 2, raised.value == 102
          else { return "\(entries)" }
          // Another thread may deliver the second change meanwhile.
          let nested = entries[begin].replacing("begins", with: "plain 2")
          return entries[begin..<end].contains(nested) ? "\(entries)" : nil
        }
      }
    }

    @Test
    func `two threads set what a handler limits, and every observer ends with the last value (K2, K8, C4, C10)`() {
      explore("a limiting handler", preemptions: 1, deep: 2) { run in limit(run, sets: [[40], [50]]) }
    }

    @Test func `three threads set what a handler limits, and every observer ends with the last value (K8, C4)`() {
      sample("a limiting handler and three threads", runs: 100, depth: 6) { run in
        limit(run, sets: [[1, 40, 2], [3, 50, 4], [60, 5, 70]])
      }
    }

    /// A property whose values above 30 are divided by ten, in a handler of a derived value, while threads set it.
    private func limit(_ run: Run, sets: [[Int]]) {
      let price = Property(0)
      let (gross, negative) = (price.derived { $0 * 2 }, price.derived { -$0 })
      let journal = run.journal
      let endpoints = [
        gross.subscribeValues { value in
          journal.note("gross \(value)")
          if value > 60 { price.value = value / 20 }
        },
        combineLatest(gross, negative).subscribeValues { journal.note("pair \($0) \($1)") },
        negative.subscribeValues { journal.note("negative \($0)") },
        price.subscribeValues { journal.note("price \($0)") },
      ]
      for (thread, values) in sets.enumerated() {
        run.thread("\(thread)") { for value in values { price.value = value } }
      }
      run.check {
        withExtendedLifetime((gross, negative)) { for endpoint in endpoints { endpoint.cancel() } }
        let value = price.value
        let last = ["price \(value)", "gross \(value * 2)", "negative \(-value)", "pair \(value * 2) \(-value)"]
        let isRight = last.allSatisfy { entry in
          let name = entry.prefix { $0 != " " }
          return journal.values(String(name)).last == String(entry.dropFirst(name.count + 1))
        }
        return isRight ? nil : "\(value), \(journal.entries)"
      }
    }

    @Test func `an observer of a derived value goes while its input is set (K8, C6, C8)`() {
      explore("cancelling a derived value") { run in
        let a = Property(0)
        let twice = Derived { a.value * 2 }
        let journal = run.journal
        let endpoint = twice.signal.subscribeValues { journal.note("got \($0)") }
        run.thread("A") {
          a.value = 1
          a.value = 2
        }
        run.thread("B") { endpoint.cancel() }
        run.check {
          let values = journal.values("got")
          let isRight = ["0", "2", "4"].starts(with: values) || values == ["0", "4"]
          return isRight && twice.value == 4 ? nil : "\(values), \(twice.value)"
        }
      }
    }

    @Test func `a property is released while a derived value reads it on another thread (K8, C8)`() {
      explore("releasing an input") { run in
        let (first, other) = (Property(1), Property(10))
        let holder = Holder(Property(100))
        let sum = Derived { [weak released = holder.object] in first.value + (released?.value ?? 0) + other.value }
        _ = sum.value
        run.thread("A") {
          first.value = 2
          _ = sum.value
        }
        run.thread("B") {
          holder.object = nil
          other.value = 20
        }
        run.check { sum.value == 22 ? nil : "\(sum.value)" }
      }
    }

    @Test func `a derived value is released while its input is set (K8, C8)`() {
      explore("releasing a derived value") { run in
        let a = Property(0)
        let holder = Holder(Derived { a.value * 2 })
        _ = holder.object!.value
        run.thread("A") { a.value = 1 }
        run.thread("B") { holder.object = nil }
        run.check { a.value == 1 ? nil : "the value" }
      }
    }

    @Test func `an observed derived value is released while its input is set on two threads (K8, C8)`() {
      explore("releasing an observed derived value") { run in
        let source = Property(0)
        let holder = Holder(Derived { source.value * 2 })
        let journal = run.journal
        let endpoint = holder.object!.signal.subscribe { event in
          if case .value(let value) = event { journal.note("got \(value)") } else { journal.note("got end") }
        }
        run.thread("A") { source.modify { $0 += 1 } }
        run.thread("B") {
          source.modify { $0 += 1 }
          holder.object = nil
        }
        run.check {
          endpoint.cancel()
          let values = journal.values("got")
          let isRight = [["0", "end"], ["0", "2", "end"], ["0", "4", "end"], ["0", "2", "4", "end"]].contains(values)
          return isRight ? nil : "\(values)"
        }
      }
    }

    @Test func `a transaction is one change for a derived value (C11)`() {
      explore("a transaction and a derived value") { run in
        let a = Property(0)
        let b = Property(0)
        let difference = Derived { a.value - b.value }
        let journal = run.journal
        let endpoint = difference.signal.subscribeValues { journal.note("got \($0)") }
        run.thread("A") {
          transaction {
            a.value = 1
            b.value = 1
          }
        }
        run.thread("B") { journal.note("read \(a.value)") }
        run.check {
          endpoint.cancel()
          return journal.values("got") == ["0"] && difference.value == 0 ? nil : "\(journal.entries)"
        }
      }
    }

    @Test func `two threads edit an observed array, and the changes lead to its elements (K11)`() {
      explore("an observed array") { run in
        let array = ObservedArray<Int>([])
        let journal = run.journal
        let copy = Holder(Box<[Int]>([]))
        let endpoint = array.signal.subscribeValues { value in
          journal.handler("handler") { copy.object!.value = Array(value) }
        }
        run.thread("A") { array.append(1) }
        run.thread("B") { array.append(2) }
        run.check {
          endpoint.cancel()
          let elements = Array(array.value)
          return elements.sorted() == [1, 2] && copy.object!.value == elements
            ? nil : "\(elements) \(copy.object!.value)"
        }
      }
    }
  }

  @Suite("Bindings") struct BindingPrograms {
    @Test func `both ends are set on two threads, and agree in the end (B2, B3)`() {
      explore("a binding") { run in
        let a = Property(0)
        let b = Property(0)
        let binding = bind(a, to: b)
        run.thread("A") { a.value = 1 }
        run.thread("B") { b.value = 2 }
        run.check {
          defer { binding.cancel() }
          return a.value == b.value && a.value != 0 ? nil : "\(a.value) and \(b.value)"
        }
      }
    }

    @Test func `a chain of bindings agrees, whoever sets it (B2)`() {
      explore("a chain of bindings", preemptions: 1, deep: 2) { run in
        let ends = (0..<3).map { _ in Property(0) }
        let bindings = [bind(ends[0], to: ends[1]), bind(ends[1], to: ends[2])]
        run.thread("A") { ends[0].value = 1 }
        run.thread("B") { ends[2].value = 2 }
        run.check {
          defer { bindings.forEach { $0.cancel() } }
          let values = ends.map(\.value)
          return Set(values).count == 1 && values[0] != 0 ? nil : "\(values)"
        }
      }
    }

    @Test func `a binding is cancelled while an end is set (B5, C8)`() {
      explore("cancelling a binding") { run in
        let a = Property(0)
        let b = Property(0)
        let binding = bind(a, to: b)
        run.thread("A") { a.value = 1 }
        run.thread("B") { binding.cancel() }
        run.check { a.value == 1 && (b.value == 0 || b.value == 1) ? nil : "\(a.value) and \(b.value)" }
      }
    }
  }
}

/// A value boxed in an object.
final class Box<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}
