import Testing

@testable import Marbles

@Suite("Parts of a picture as text")
struct ElementTests {
  @Test("Elements within elements, one a line")
  func nested() {
    let element = Element("g", ["class": "a"], [Element("rect", ["x": "1", "y": "2"]), Element("text", text: "b")])
    #expect(element.lines == [#"<g class="a">"#, #"  <rect x="1" y="2"/>"#, "  <text>b</text>", "</g>"])
  }

  @Test("Characters that are special in XML are escaped")
  func escaping() {
    #expect(
      Element("text", ["class": "\"a\" & <b>"], text: "\"a\" & <b>").lines
        == ["<text class=\"&quot;a&quot; &amp; &lt;b&gt;\">\"a\" &amp; &lt;b&gt;</text>"])
  }

  @Test(
    "Numbers have one digit after the point at most",
    arguments: [
      (0, "0"), (12, "12"), (12.5, "12.5"), (12.04, "12"), (12.96, "13"), (-0.5, "-0.5"), (-3, "-3"), (-0.01, "0"),
    ])
  func coordinates(number: Double, text: String) { #expect(number.coordinate == text) }
}
