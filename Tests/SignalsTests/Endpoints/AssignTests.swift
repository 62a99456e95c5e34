import Signals
import SignalsTesting
import Testing

@Suite("Assigning what a signal brings", .leavesNothing)
struct AssignTests {
  private final class Label: Sendable {
    private let shown = Guarded("")
    var text: String {
      get { shown.change { $0 } }
      set { shown.change { $0 = newValue } }
    }
  }

  @Test("An object that any thread may use is set in the thread that sends, and isn't kept alive (C8)")
  func toSendableObject() {
    let input = SignalInput<String>()
    var label: Label? = Label()
    let endpoint = label.map { input.signal.assign(to: \.text, on: $0) }
    input.send("a")
    expect(label?.text, equals: "a")
    weak let gone = label
    label = nil
    expect(gone == nil)
    input.send("b")
    expect(endpoint?.isActive, equals: false)
  }

  @MainActor private final class Field { var text = "" }
  private final class Person { var name = "" }

  @MainActor
  @Test("An object of the main actor is set there, be it of a plain class or of one of the actor's (C13)")
  func toObjectOfTheMainActor() {
    let input = SignalInput<String>()
    let field = Field()
    var person: Person? = Person()
    var endpoints: [any Cancellable] = []
    input.signal.assign(to: \.text, on: field).store(in: &endpoints)
    if let person { endpoints += input.signal.assign(to: \.name, on: person) }
    input.send("Ada")
    expect([field.text, person?.name], equals: ["Ada", "Ada"])
    weak let gone = person
    person = nil
    expect(gone == nil)
    input.send("Grace")
    expect(field.text, equals: "Grace")
    endpoints.cancelAll()
    input.send("Alan")
    expect(field.text, equals: "Grace")
  }

  @MainActor
  @Test("A value sent on another thread is set on the main actor all the same")
  func fromAnotherThread() async {
    let input = SignalInput<String>()
    let field = Field()
    let endpoint = input.signal.assign(to: \.text, on: field)
    onThreads(1) { _ in input.send("Ada") }
    expect(field.text, equals: "")
    while field.text.isEmpty { await letOthersGoOn() }
    expect(field.text, equals: "Ada")
    endpoint.cancel()
  }
}
