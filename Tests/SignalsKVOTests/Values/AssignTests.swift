import SignalsKVO
import Testing

@Suite("Assigning the values of a signal to a property", .leavesNothing)
struct AssignTests {
  @Test("a Property takes the values of a signal that doesn't retain it (C8)")
  func toProperty() {
    let input = SignalInput<Int>()
    var count: Property<Int>? = Property(0)
    let endpoint = count.map { input.signal.assign(to: $0) }
    input.send(1)
    expect(count?.value, equals: 1)
    weak let gone = count
    count = nil
    expect(gone == nil)
    input.send(2)
    expect(endpoint?.isActive, equals: false)
  }

  @Test func `an optional Property takes non-optional values`() {
    let input = SignalInput<Int>()
    let count: Property<Int?> = Property(nil)
    let sets = Sets(of: count)
    let endpoint = input.signal.assign(to: count)
    input.send(1)
    input.send(2)
    expect(sets.values, equals: [1, 2])
    endpoint.cancel()
  }

  @MainActor
  @Test func `an optional property of an object takes non-optional values`() {
    final class Label {
      var text: String?
      var title = ""
    }
    let input = SignalInput<String>()
    let label = Label()
    let endpoints = [input.signal.assign(to: \.text, on: label), input.signal.assign(to: \.title, on: label)]
    input.send("Ada")
    expect((label.text, label.title), equals: ("Ada", "Ada"))
    endpoints.cancelAll()
  }
}
