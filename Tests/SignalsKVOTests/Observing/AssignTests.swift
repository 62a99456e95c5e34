import SignalsKVO
import Testing

@Suite("Assigning what a signal brings")
struct AssignTests {
  @Test("A property takes what comes, and isn't kept alive by it (C8)")
  func toProperty() {
    let input = SignalInput<Int>()
    var count: Property<Int>? = Property(0)
    let endpoint = count.map { input.signal.assign(to: $0) }
    input.send(1)
    #expect(count?.value == 1)
    weak let gone = count
    count = nil
    #expect(gone == nil)
    input.send(2)
    #expect(endpoint?.isActive == false)
  }

  @Test("An object that any thread may use is set in the thread that sends, and isn't kept alive")
  func toSendableObject() {
    final class Label: Sendable {
      let text = Property("")
      var shown: String {
        get { text.value }
        set { text.value = newValue }
      }
    }
    let input = SignalInput<String>()
    var label: Label? = Label()
    let endpoint = label.map { input.signal.assign(to: \.shown, on: $0) }
    input.send("a")
    #expect(label?.shown == "a")
    weak let gone = label
    label = nil
    #expect(gone == nil)
    input.send("b")
    #expect(endpoint?.isActive == false)
  }

  @MainActor
  @Test("An object of the main actor is set there, be it of a plain class or of one of the actor's")
  func toObjectOfTheMainActor() {
    @MainActor final class Field { @Observed var text = "" }
    let input = SignalInput<String>()
    let field = Field()
    var person: Person? = Person()
    var endpoints: [any Cancellable] = []
    input.signal.assign(to: \.text, on: field).store(in: &endpoints)
    if let person { endpoints += input.signal.assign(to: \.firstName, on: person) }
    input.send("Ada")
    #expect([field.text, person?.firstName] == ["Ada", "Ada"])
    weak let gone = person
    person = nil
    #expect(gone == nil)
    input.send("Grace")
    #expect(field.text == "Grace")
  }
}
