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
}
