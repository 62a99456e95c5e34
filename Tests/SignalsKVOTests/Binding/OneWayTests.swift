import Signals
import SignalsKVO
import Testing

/// What follows another value without giving anything back.
@Suite("Binding: one way", .leavesNothing) struct OneWayTests {
  private final class Person {
    @Observed var first = "Ada"
    @Observed var last = "Lovelace"
    @Observed var nickname: String?
    var full: String { "\(first) \(last)" }
  }

  private final class Label {
    var text = "" { didSet { texts.append(text) } }
    var optional: String? = "none yet"
    private(set) var texts: [String] = []
  }

  @Test func `a property follows another, with a transform`() {
    let (label, person) = (Label(), Person())
    let observer = bind(label, \.text, from: person, \.full) { "To \($0)" }
    person.first = "A."
    label.text = "mine"
    transaction {
      person.first = "Grace"
      person.last = "Hopper"
    }
    #expect(label.texts == ["To Ada Lovelace", "To A. Lovelace", "mine", "To Grace Hopper"])
    #expect(person.full == "Grace Hopper")
    observer.cancel()
    person.last = "H."
    #expect(label.texts.count == 4)
  }

  @Test func `a nil is a value`() {
    let (label, person) = (Label(), Person())
    let observer = bind(label, \.optional, from: person, \.nickname)
    #expect(label.optional == nil)
    person.nickname = "Countess"
    #expect(label.optional == "Countess")
    person.nickname = nil
    #expect(label.optional == nil)
    withExtendedLifetime(observer) {}
  }

  @Test func `a property follows the projection of another, as it is and with a transform`() {
    let (label, shout, person) = (Label(), Label(), Person())
    let observers = [
      bind(label, \.text, from: person.$first), bind(shout, \.text, from: person.$first) { $0.uppercased() },
    ]
    person.first = "Grace"
    person.first = "Grace"
    #expect(label.texts == ["Ada", "Grace", "Grace"])
    #expect(shout.texts == ["ADA", "GRACE", "GRACE"])
    for observer in observers { observer.cancel() }
    person.first = "Barbara"
    #expect(label.texts == ["Ada", "Grace", "Grace"])
  }

  @Test func `the projection of an object that is gone sets nothing`() {
    let label = Label()
    var person: Person? = Person()
    let first = person?.$first
    let before = first.map { bind(label, \.text, from: $0) }
    person = nil
    let after = first.map { bind(label, \.text, from: $0) }
    #expect(label.texts == ["Ada"])
    #expect([before?.isActive, after?.isActive] == [false, false])
  }

  @Test func `neither object is kept`() {
    var (label, person): (Label?, Person?) = (Label(), Person())
    weak let goneLabel = label
    weak let gonePerson = person
    let observer = label.flatMap { label in person.map { bind(label, \.text, from: $0, \.full) } }
    label = nil
    #expect(goneLabel == nil)
    person?.first = "A."
    person = nil
    #expect(gonePerson == nil)
    #expect(observer?.isActive == false)
  }
}
