import Signals
import Testing

@testable import Marbles

@Suite("Values as they are drawn")
struct LabelTests {
  @Test("Of one piece")
  func one() {
    #expect(Label(of: 7).text == "7")
    #expect(Label(of: "text").text == "text")
    #expect(Label(of: true).text == "true")
    #expect(Label(of: Int?.none as Any).text == "nil")
    #expect(Label(of: Int?.some(3) as Any).text == "3")
    #expect(Label(of: Duration.seconds(2)).text == "2 s")
    #expect(Label(of: Duration.milliseconds(1_500)).text == "1.5 s")
    #expect(Label(of: Event<Int>.value(1)).text == "value(1)")
    #expect(Label(of: 7).shape == .one)
  }

  @Test("Of several")
  func several() {
    #expect(Label(of: (1, "x")).text == "(1, x)")
    #expect(Label(of: (index: 0, value: "a")).parts.map(\.text) == ["0", "a"])
    #expect(Label(of: [1, 2]).text == "[1, 2]")
    #expect(Label(of: [1, 2]).shape == .array)
    #expect(Label(of: [Int]()).text == "[]")
    #expect(Label(of: ("a", Duration.seconds(3))).text == "(a, 3 s)")
  }
}
