import SignalsKVO
import Testing

@Suite("Assigning what a signal brings to a property", .leavesNothing)
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

  @Test func `a property that may be nil takes values that are never nil`() {
    let input = SignalInput<Int>()
    let count: Property<Int?> = Property(nil)
    let sets = Sets(of: count)
    let endpoint = input.signal.assign(to: count)
    input.send(1)
    input.send(2)
    #expect(sets.values == [1, 2])
    endpoint.cancel()
  }

  @MainActor
  @Test func `a property of an object that may be nil takes them too`() {
    final class Label {
      var text: String?
      var title = ""
    }
    let input = SignalInput<String>()
    let label = Label()
    let endpoints = [input.signal.assign(to: \.text, on: label), input.signal.assign(to: \.title, on: label)]
    input.send("Ada")
    #expect((label.text, label.title) == ("Ada", "Ada"))
    endpoints.cancelAll()
  }
}
