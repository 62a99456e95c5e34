import SignalsKVO
import Testing

/// C11 for observers of properties.
@Suite("C11 Transactions and observers", .leavesNothing) struct ObservingTransactionTests {
  private struct Refusal: Error {}

  let history = History()
  let person = Person("Ada", "Byron")

  @Test func `an observer of one property receives every set, within the transaction (K2)`() {
    let observer = history.observe(person, \.firstName)
    transaction {
      person.firstName = "A."
      person.firstName = "Augusta"
      history.note("end")
    }
    expect(history.lines, equals: ["valueChanged Ada A.", "valueChanged A. Augusta", "end"])
    observer.cancel()
  }

  @Test func `an observer of several properties is called once at the end, with the old value from before`() {
    let observer = history.observe(person, \.fullName)
    transaction {
      person.firstName = "Augusta"
      person.lastName = "King"
      person.firstName = "Ada"
      history.note("end")
    }
    expect(history.lines, equals: ["end", "valueChanged Ada Byron Ada King"])
    observer.cancel()
  }

  @Test func `a path of several properties is reported once, and as a change of the path if that has changed`() {
    let package = Package(person)
    let observer = history.observe(package, \.recipient.tags)
    transaction {
      person.tags = ["unseen"]
      package.recipient = Person()
      package.recipient.tags = ["new"]
      person.tags = ["unseen"]
    }
    expect(history.lines, equals: [#"pathChanged [] ["new"]"#])
    observer.cancel()
  }

  @Test func `the outermost transaction settles`() {
    let observer = history.observe(person, \.fullName)
    transaction {
      transaction {
        person.firstName = "Augusta"
        transaction { person.lastName = "King" }
      }
      history.note("end")
    }
    expect(history.lines, equals: ["end", "valueChanged Ada Byron Augusta King"])
    observer.cancel()
  }

  @Test func `a transaction that throws still settles`() {
    let observer = history.observe(person, \.fullName)
    #expect(throws: Refusal.self) {
      try transaction {
        person.firstName = "Augusta"
        throw Refusal()
      }
    }
    expect(history.lines, equals: ["valueChanged Ada Byron Augusta Byron"])
    observer.cancel()
  }

  @Test func `a handler's transaction is reported after the handler (C4)`() {
    let first = history.observe(person, \.tags, [], as: "a") { _ in
      transaction {
        person.firstName = "Augusta"
        person.lastName = "King"
      }
      history.note("a is over")
    }
    let second = history.observe(person, \.fullName, as: "b")
    let third = history.observe(person, \.lastName, as: "c")
    person.tags = ["x"]
    expect(
      history.lines,
      equals: [
        "a: valueChanged - -", "a is over", "c: valueChanged Byron King", "b: valueChanged Ada Byron Augusta King",
      ])
    for observer in [first, second, third] { observer.cancel() }
  }

  @Test func `a handler's set within a transaction belongs to the transaction`() {
    let first = history.observe(person, \.firstName, as: "a") { _ in person.lastName = "King" }
    let second = history.observe(person, \.fullName, as: "b")
    transaction {
      person.firstName = "Augusta"
      history.note("end")
    }
    expect(
      history.lines,
      equals: [
        "a: valueChanged Ada Augusta", "end", "b: valueChanged Ada Byron Augusta King",
      ])
    first.cancel()
    second.cancel()
  }

  @Test func `a handler's set at the end of a transaction is reported after that`() {
    let first = history.observe(person, \.fullName, as: "a") { change in
      if change.newValue == "Augusta King" { person.lastName = "Lovelace" }
    }
    let second = history.observe(person, \.fullName, as: "b")
    transaction {
      person.firstName = "Augusta"
      person.lastName = "King"
    }
    expect(
      history.lines,
      equals: [
        "a: valueChanged Ada Byron Augusta King", "b: valueChanged Ada Byron Augusta King",
        "a: valueChanged Augusta King Augusta Lovelace", "b: valueChanged Augusta King Augusta Lovelace",
      ])
    first.cancel()
    second.cancel()
  }

  @Test func `the prior call comes once, before the first store (K2)`() {
    let observer = history.observe(person, \.fullName, [.prior, .old, .new]) { _ in
      history.note("reads \(person.fullName)")
    }
    transaction {
      person.firstName = "Augusta"
      person.lastName = "King"
      history.note("end")
    }
    person.firstName = "Ada"
    expect(
      history.lines,
      equals: [
        "prior valueChanged Ada Byron -", "reads Ada Byron", "end", "valueChanged Ada Byron Augusta King",
        "reads Augusta King", "prior valueChanged Augusta King -", "reads Augusta King",
        "valueChanged Augusta King Ada King", "reads Ada King",
      ])
    observer.cancel()
  }

  @Test func `the prior call has the reason of the first change, and the change that of all of them (K2, K4)`() {
    let package = Package(person)
    let observer = history.observe(package, \.recipient.firstName, [.prior, .old, .new])
    transaction {
      person.firstName = "Augusta"
      package.recipient = Person("Grace")
    }
    expect(history.take(), equals: ["prior valueChanged Ada -", "pathChanged Ada Grace"])
    transaction {
      package.recipient = person
      person.firstName = "Ada"
    }
    expect(history.take(), equals: ["prior pathChanged Grace -", "pathChanged Grace Ada"])
    observer.cancel()
  }

  @Test func `an observer that is cancelled within a transaction is not called (C6)`() {
    let observer = history.observe(person, \.fullName)
    transaction {
      person.firstName = "Augusta"
      observer.cancel()
    }
    expect(history.lines, equals: [])
  }

  @Test func `an observer that is added within a transaction reports its initial value as the old one (C12)`() {
    let place = ObserverPlace()
    transaction {
      person.firstName = "Augusta"
      place.observer = history.observe(person, \.fullName, [.initial, .old, .new])
      person.lastName = "King"
    }
    expect(history.lines, equals: ["valueChanged - Augusta Byron", "valueChanged Augusta Byron Augusta King"])
  }

  @Test func `the death of the root within a transaction is the last and only call (K4)`() {
    var person: Person? = Person("Ada")
    let observer = person.map { history.observe($0, \.fullName) }
    transaction {
      person?.firstName = "Augusta"
      person = nil
      history.note("end")
    }
    expect(history.lines, equals: ["sourceDeleted - -", "end"])
    withExtendedLifetime(observer) {}
  }

  @Test func `the death of a weak object within a transaction is reported with the rest (K4)`() {
    var boss: Person? = Person("Boss")
    person.manager = boss
    let observer = history.observe(person, \.manager?.firstName)
    transaction {
      boss?.firstName = "Chief"
      boss = nil
      history.note("end")
    }
    expect(history.lines, equals: ["end", "pathChanged Boss -"])
    observer.cancel()
  }

  private final class Switch {
    @Observed var position = 0
    @Observed var second = 11

    var value: Int { position == 1 ? second : -1 }
  }

  @Test func `a computed property that reads a second property within a transaction is reported once (C11)`() {
    let object = Switch()
    let observer = history.observe(object, \.value)
    transaction {
      object.position = 1
      object.second = 12
      history.note("end")
    }
    transaction {
      object.second = 13
      object.position = 0
    }
    transaction {
      object.position = 2
      object.position = 3
    }
    expect(
      history.lines,
      equals: [
        "end", "valueChanged -1 12", "valueChanged 12 -1", "valueChanged -1 -1", "valueChanged -1 -1",
      ])
    observer.cancel()
  }

  @Test func `successive transactions each settle with the values from the one before`() {
    let observer = history.observe(person, \.sortedTags)
    let full = history.observe(person, \.fullName, as: "name")
    for value in ["b", "a"] {
      transaction {
        person.tags.append("unseen")
        person.firstName = value
        person.tags[person.tags.count - 1] = value
      }
    }
    expect(
      history.lines,
      equals: [
        #"valueChanged [] ["unseen"]"#, #"valueChanged ["unseen"] ["b"]"#, "name: valueChanged Ada Byron b Byron",
        #"valueChanged ["b"] ["b", "unseen"]"#, #"valueChanged ["b", "unseen"] ["a", "b"]"#,
        "name: valueChanged b Byron a Byron",
      ])
    observer.cancel()
    full.cancel()
  }
}
