import SignalsKVO
import Testing

/// C11 for observers of properties.
@Suite("C11 Transactions and observers", .leavesNothing) struct ObservingTransactionTests {
  private struct Refusal: Error {}

  let history = History()
  let person = Person("Ada", "Byron")

  @Test func `who observes one property hears every set, within the transaction (K2)`() {
    let observer = history.observe(person, \.firstName)
    transaction {
      person.firstName = "A."
      person.firstName = "Augusta"
      history.note("end")
    }
    #expect(history.lines == ["valueChanged Ada A.", "valueChanged A. Augusta", "end"])
    observer.cancel()
  }

  @Test func `what reads several properties settles once, with the old value from before`() {
    let observer = history.observe(person, \.fullName)
    transaction {
      person.firstName = "Augusta"
      person.lastName = "King"
      person.firstName = "Ada"
      history.note("end")
    }
    #expect(history.lines == ["end", "valueChanged Ada Byron Ada King"])
    observer.cancel()
  }

  @Test func `a path of several properties settles once, and a change on the way is the reason`() {
    let package = Package(person)
    let observer = history.observe(package, \.recipient.tags)
    transaction {
      person.tags = ["unheard"]
      package.recipient = Person()
      package.recipient.tags = ["new"]
      person.tags = ["unheard"]
    }
    #expect(history.lines == [#"pathChanged [] ["new"]"#])
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
    #expect(history.lines == ["end", "valueChanged Ada Byron Augusta King"])
    observer.cancel()
  }

  @Test func `it settles also when the closure throws`() {
    let observer = history.observe(person, \.fullName)
    #expect(throws: Refusal.self) {
      try transaction {
        person.firstName = "Augusta"
        throw Refusal()
      }
    }
    #expect(history.lines == ["valueChanged Ada Byron Augusta Byron"])
    observer.cancel()
  }

  @Test func `a handler's transaction is told after the handler (C4)`() {
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
    #expect(
      history.lines == [
        "a: valueChanged - -", "a is over", "c: valueChanged Byron King", "b: valueChanged Ada Byron Augusta King",
      ])
    for observer in [first, second, third] { observer.cancel() }
  }

  @Test func `what a handler sets within a transaction belongs to it`() {
    let first = history.observe(person, \.firstName, as: "a") { _ in person.lastName = "King" }
    let second = history.observe(person, \.fullName, as: "b")
    transaction {
      person.firstName = "Augusta"
      history.note("end")
    }
    #expect(
      history.lines == [
        "a: valueChanged Ada Augusta", "end", "b: valueChanged Ada Byron Augusta King",
      ])
    first.cancel()
    second.cancel()
  }

  @Test func `what a handler sets while it is told at the end is told after that`() {
    let first = history.observe(person, \.fullName, as: "a") { change in
      if change.newValue == "Augusta King" { person.lastName = "Lovelace" }
    }
    let second = history.observe(person, \.fullName, as: "b")
    transaction {
      person.firstName = "Augusta"
      person.lastName = "King"
    }
    #expect(
      history.lines == [
        "a: valueChanged Ada Byron Augusta King", "b: valueChanged Ada Byron Augusta King",
        "a: valueChanged Augusta King Augusta Lovelace", "b: valueChanged Augusta King Augusta Lovelace",
      ])
    first.cancel()
    second.cancel()
  }

  @Test func `the call before the changes comes once, before the first store (K2)`() {
    let observer = history.observe(person, \.fullName, [.prior, .old, .new]) { _ in
      history.note("reads \(person.fullName)")
    }
    transaction {
      person.firstName = "Augusta"
      person.lastName = "King"
      history.note("end")
    }
    person.firstName = "Ada"
    #expect(
      history.lines == [
        "prior valueChanged Ada Byron -", "reads Ada Byron", "end", "valueChanged Ada Byron Augusta King",
        "reads Augusta King", "prior valueChanged Augusta King -", "reads Augusta King",
        "valueChanged Augusta King Ada King", "reads Ada King",
      ])
    observer.cancel()
  }

  @Test func `the call before the changes has the reason of the first of them, and the change that of all (K2, K4)`() {
    let package = Package(person)
    let observer = history.observe(package, \.recipient.firstName, [.prior, .old, .new])
    transaction {
      person.firstName = "Augusta"
      package.recipient = Person("Grace")
    }
    #expect(history.take() == ["prior valueChanged Ada -", "pathChanged Ada Grace"])
    transaction {
      package.recipient = person
      person.firstName = "Ada"
    }
    #expect(history.take() == ["prior pathChanged Grace -", "pathChanged Grace Ada"])
    observer.cancel()
  }

  @Test func `an observer that is cancelled within it hears nothing (C6)`() {
    let observer = history.observe(person, \.fullName)
    transaction {
      person.firstName = "Augusta"
      observer.cancel()
    }
    #expect(history.lines == [])
  }

  @Test func `an observer that begins within it settles with what it began with as the old value (C12)`() {
    let place = ObserverPlace()
    transaction {
      person.firstName = "Augusta"
      place.observer = history.observe(person, \.fullName, [.initial, .old, .new])
      person.lastName = "King"
    }
    #expect(history.lines == ["valueChanged - Augusta Byron", "valueChanged Augusta Byron Augusta King"])
  }

  @Test func `the death of the root within it is the last call, and the only one (K4)`() {
    var person: Person? = Person("Ada")
    let observer = person.map { history.observe($0, \.fullName) }
    transaction {
      person?.firstName = "Augusta"
      person = nil
      history.note("end")
    }
    #expect(history.lines == ["sourceDeleted - -", "end"])
    withExtendedLifetime(observer) {}
  }

  @Test func `the death of a weak object on the way within it settles with the rest (K4)`() {
    var boss: Person? = Person("Boss")
    person.manager = boss
    let observer = history.observe(person, \.manager?.firstName)
    transaction {
      boss?.firstName = "Chief"
      boss = nil
      history.note("end")
    }
    #expect(history.lines == ["end", "pathChanged Boss -"])
    observer.cancel()
  }

  private final class Switch {
    @Observed var position = 0
    @Observed var second = 11

    var value: Int { position == 1 ? second : -1 }
  }

  @Test func `a computed property that comes to read a second one within it is told once (C11)`() {
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
    #expect(
      history.lines == [
        "end", "valueChanged -1 12", "valueChanged 12 -1", "valueChanged -1 -1", "valueChanged -1 -1",
      ])
    observer.cancel()
  }

  @Test func `one after the other, each settles with what came before it`() {
    let observer = history.observe(person, \.sortedTags)
    let full = history.observe(person, \.fullName, as: "name")
    for value in ["b", "a"] {
      transaction {
        person.tags.append("unheard")
        person.firstName = value
        person.tags[person.tags.count - 1] = value
      }
    }
    #expect(
      history.lines == [
        #"valueChanged [] ["unheard"]"#, #"valueChanged ["unheard"] ["b"]"#, "name: valueChanged Ada Byron b Byron",
        #"valueChanged ["b"] ["b", "unheard"]"#, #"valueChanged ["b", "unheard"] ["a", "b"]"#,
        "name: valueChanged b Byron a Byron",
      ])
    observer.cancel()
    full.cancel()
  }
}
