import SignalsKVO
import Testing

/// C4, C6, K2: the effects of handlers on their objects, and on one another.
@Suite("Handlers that set, observe and cancel", .leavesNothing) struct HandlerTests {
  let history = History()

  @Test func `an observer that is cancelled in its handler gets no further change (C6)`() {
    let person = Person("Ada")
    let place = ObserverPlace()
    place.observer = history.observe(person, \.firstName) { _ in
      place.observer?.cancel()
      person.firstName = "unseen"
    }
    person.firstName = "Grace"
    person.firstName = "unseen"
    expect(history.lines, equals: ["valueChanged Ada Grace"])
    expect(place.observer?.isActive, equals: false)
  }

  @Test func `an observer that is released in its handler gets no further change (C6)`() {
    let person = Person("Ada")
    let place = ObserverPlace()
    place.observer = history.observe(person, \.firstName) { _ in
      place.observer = nil
      person.firstName = "unseen"
    }
    person.firstName = "Grace"
    expect(history.lines, equals: ["valueChanged Ada Grace"])
  }

  @Test func `observers are called in the order in which they were added (C4)`() {
    let person = Person("Ada")
    let first = history.observe(person, \.firstName, as: "a")
    let second = history.observe(person, \.fullName, as: "b")
    let third = history.observe(person, \.firstName, [], as: "c")
    person.firstName = "Grace"
    expect(history.lines, equals: ["a: valueChanged Ada Grace", "b: valueChanged Ada  Grace ", "c: valueChanged - -"])
    for observer in [first, second, third] { observer.cancel() }
  }

  @Test func `a handler's set is stored at once, and reported after the current change (C4, K2)`() {
    let person = Person("0")
    let first = history.observe(person, \.firstName, as: "a") { change in
      guard change.newValue == "1" else { return }
      person.firstName = "2"
      person.firstName = "3"
      history.note("reads \(person.firstName)")
    }
    let second = history.observe(person, \.firstName, as: "b")
    person.firstName = "1"
    expect(
      history.lines,
      equals: [
        "a: valueChanged 0 1", "reads 3", "b: valueChanged 0 1", "a: valueChanged 1 2", "b: valueChanged 1 2",
        "a: valueChanged 2 3", "b: valueChanged 2 3",
      ])
    first.cancel()
    second.cancel()
  }

  @Test func `a handler's set of another property is reported after the handler, with its own values (C4)`() {
    let person = Person("Ada", "L"), other = Person("x")
    let first = history.observe(person, \.firstName, as: "a") { _ in
      other.firstName = "y"
      person.lastName = "M"
      other.firstName = "z"
      history.note("a is over")
    }
    let second = history.observe(other, \.firstName, as: "b")
    let third = history.observe(person, \.fullName, as: "c")
    person.firstName = "Grace"
    expect(
      history.lines,
      equals: [
        "a: valueChanged Ada Grace", "a is over", "c: valueChanged Ada L Grace L", "b: valueChanged x y",
        "c: valueChanged Grace L Grace M", "b: valueChanged y z",
      ])
    for observer in [first, second, third] { observer.cancel() }
  }

  @Test func `an observer that another handler cancels in the middle of an event does not receive it (C6)`() {
    let person = Person("Ada")
    let place = ObserverPlace()
    let first = history.observe(person, \.firstName, as: "a") { _ in place.observer?.cancel() }
    place.observer = history.observe(person, \.firstName, as: "b")
    let third = history.observe(person, \.firstName, as: "c")
    person.firstName = "Grace"
    expect(history.lines, equals: ["a: valueChanged Ada Grace", "c: valueChanged Ada Grace"])
    first.cancel()
    third.cancel()
  }

  @Test func `an observer that a handler adds receives the later changes, and none twice (C12)`() {
    let person = Person("0")
    let place = ObserverPlace()
    let first = history.observe(person, \.firstName, as: "a") { change in
      guard change.newValue == "1" else { return }
      person.firstName = "2"
      place.observer = history.observe(person, \.firstName, [.initial, .old, .new], as: "b")
      history.note("b has begun")
      person.firstName = "3"
    }
    person.firstName = "1"
    expect(
      history.lines,
      equals: [
        "a: valueChanged 0 1", "b: valueChanged - 2", "b has begun", "a: valueChanged 1 2", "a: valueChanged 2 3",
        "b: valueChanged 2 3",
      ])
    first.cancel()
  }

  @Test func `an observer that a handler adds without an initial call receives the next change only (C12)`() {
    let person = Person("0")
    let place = ObserverPlace()
    let first = history.observe(person, \.firstName, as: "a") { _ in
      if place.observer == nil { place.observer = history.observe(person, \.firstName, as: "b") }
    }
    person.firstName = "1"
    person.firstName = "2"
    expect(history.lines, equals: ["a: valueChanged 0 1", "a: valueChanged 1 2", "b: valueChanged 1 2"])
    first.cancel()
  }

  @Test(arguments: [1, 2])
  func `a handler that sets its own property again and again needs the stack of one set (C5)`(observers: Int) {
    final class Counter { @Observed var count = 0 }
    let (counter, last) = (Counter(), repetitions(1_000_000, quick: 100_000))
    var sum = 0
    let others = (1..<observers).map { _ in
      KeyValueObserver(counter, \.count, options: [.new]) { sum += $0.newValue ?? 0 }
    }
    let observer = KeyValueObserver(counter, \.count, options: [.new]) { change in
      if let count = change.newValue, count < last { counter.count = count + 1 }
    }
    counter.count = 1
    expect(counter.count, equals: last)
    expect(sum, equals: (observers - 1) * last * (last + 1) / 2)
    withExtendedLifetime((observer, others)) {}
  }

  @Test
  func `prior calls precede the store, and all calls after it follow in the order of the observers (K2)`() {
    let person = Person("Ada")
    let first = history.observe(person, \.firstName, [.prior, .old, .new], as: "a") { _ in
      history.note("reads \(person.firstName)")
    }
    let second = history.observe(person, \.firstName, as: "b")
    let third = history.observe(person, \.fullName, [.prior, .old, .new], as: "c")
    person.firstName = "Grace"
    expect(
      history.lines,
      equals: [
        "a: prior valueChanged Ada -", "reads Ada", "c: prior valueChanged Ada  -",
        "a: valueChanged Ada Grace", "reads Grace", "b: valueChanged Ada Grace", "c: valueChanged Ada  Grace ",
      ])
    for observer in [first, second, third] { observer.cancel() }
  }

  @Test func `the prior call of a handler's set follows the current change (K2, C4)`() {
    let person = Person("0")
    let first = history.observe(person, \.firstName, as: "a") { change in
      if change.newValue == "1" { person.firstName = "2" }
    }
    let second = history.observe(person, \.firstName, [.prior, .old, .new], as: "b") { _ in
      history.note("reads \(person.firstName)")
    }
    person.firstName = "1"
    expect(
      history.lines,
      equals: [
        "b: prior valueChanged 0 -", "reads 0", "a: valueChanged 0 1", "b: valueChanged 0 1", "reads 2",
        "b: prior valueChanged 1 -", "reads 2", "a: valueChanged 1 2", "b: valueChanged 1 2", "reads 2",
      ])
    first.cancel()
    second.cancel()
  }

  @Test func `an observer that is cancelled in its prior call gets no further call (C6)`() {
    let person = Person("Ada")
    let place = ObserverPlace()
    place.observer = history.observe(person, \.firstName, [.prior, .old, .new]) { _ in place.observer?.cancel() }
    person.firstName = "Grace"
    expect(history.lines, equals: ["prior valueChanged Ada -"])
    expect(person.firstName, equals: "Grace")
  }

  @Test func `a set in a prior call is a change of its own, and is reported first (K2, C4)`() {
    let person = Person("0")
    for path in [\Person.firstName, \Person.fullName] {
      person.firstName = "0"
      let first = history.observe(person, path, [.prior, .old, .new], as: "a") { change in
        if change.isPrior, change.oldValue?.first == "0", person.firstName == "0" { person.firstName = "1" }
      }
      let second = history.observe(person, path, as: "b")
      person.firstName = "2"
      let space = path == \.fullName ? " " : ""
      expect(
        history.take(),
        equals: [
          "a: prior valueChanged 0\(space) -", "a: prior valueChanged 0\(space) -",
          "a: valueChanged 0\(space) 1\(space)", "b: valueChanged 0\(space) 1\(space)",
          "a: valueChanged 1\(space) 2\(space)", "b: valueChanged 1\(space) 2\(space)",
        ])
      first.cancel()
      second.cancel()
    }
  }

  @Test func `an old value that may contain objects is reported in both calls, for handlers' sets too (K2)`() {
    let person = Person()
    let first = history.observe(person, \.sortedTags, [.prior, .old, .new], as: "a") { change in
      if !change.isPrior, change.newValue == ["1"] { person.tags.append("0") }
    }
    person.tags = ["1"]
    expect(
      history.lines,
      equals: [
        "a: prior valueChanged [] -", #"a: valueChanged [] ["1"]"#, #"a: prior valueChanged ["1"] -"#,
        #"a: valueChanged ["1"] ["0", "1"]"#,
      ])
    first.cancel()
  }
}
