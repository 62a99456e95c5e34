import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import Marbles

@Suite("Every picture can be read")
struct PictureTests {
  private static let diagrams = Family.allCases.flatMap(\.drawings).map { ($0.name, $0.diagram()) }

  @Test("Nothing lies upon something else in its lane, and nothing is out of the picture")
  func room() {
    for (name, diagram) in Self.diagrams {
      let layout = Layout(of: diagram)
      for lane in layout.above + layout.below {
        for (mark, next) in zip(lane.marks, lane.marks.dropFirst()) {
          #expect(mark.right + 2 <= next.left, "\(name): \(mark.mark) and \(next.mark) in \(lane.lane.name)")
        }
        for mark in lane.marks {
          #expect(mark.left >= layout.gutter && mark.right <= layout.laneEnd, "\(name): \(mark.mark)")
          #expect(mark.errorEnd <= layout.width, "\(name): \(mark.mark)")
        }
        #expect(lane.y + Measures.radius < layout.height, "\(name): \(lane.lane.name)")
      }
    }
  }

  @Test("Events of one second are at one place in all lanes, and later events are further right")
  func time() {
    for (name, diagram) in Self.diagrams {
      let layout = Layout(of: diagram)
      #expect(zip(layout.frames, layout.frames.dropFirst()).allSatisfy { $1 - $0 >= Measures.tick }, "\(name)")
      for lane in layout.above + layout.below {
        for (frame, marks) in Dictionary(grouping: lane.marks, by: \.mark.frame) {
          let first = marks.first { $0.mark.isEvent } ?? marks[0]
          #expect(abs(first.x - layout.frames[frame]) < 0.01, "\(name): \(first.mark)")
        }
      }
    }
  }

  @Test("They are XML, with a role, a title and a description, in light and dark, and without a background")
  func form() throws {
    for (name, text) in Files().texts where name.hasSuffix(".svg") {
      let reader = PictureReader()
      let parser = XMLParser(data: Data(text.utf8))
      parser.delegate = reader
      #expect(parser.parse(), "\(name): \(parser.parserError?.localizedDescription ?? "")")
      #expect(reader.attributes["role"] == "img", "\(name)")
      #expect((reader.texts["title"] ?? "").count > 15, "\(name)")
      #expect((reader.texts["desc"] ?? "").count > 30, "\(name)")
      #expect(reader.texts["style"]?.contains("@media (prefers-color-scheme: dark)") == true, "\(name)")
      #expect(reader.unstyled == [], "\(name) has what no rule of its style is for")
    }
  }

  @Test("A picture of one value and a finish, whole")
  func whole() {
    let diagram = Diagram(
      title: "just(_:)", call: "Signal.just(1)", above: [],
      below: [
        Lane(
          name: "", kind: .subscription,
          marks: [
            Mark(frame: 0, content: .subscription),
            Mark(frame: 0, content: .value(Label(shape: .one, parts: [Label.Part(text: "1", hue: 2)]))),
            Mark(frame: 0, content: .finish),
          ])
      ], length: 2)
    let lines = Picture(of: diagram).text.split(separator: "\n").map { String($0) }
    let drawn = lines.drop { !$0.contains("</style>") }.dropFirst()
    #expect(
      Array(drawn) == [
        #"  <text class="axis" x="103" y="20">0</text>"#,
        #"  <text class="axis" x="149" y="20">1</text>"#,
        #"  <text class="axis" x="233" y="20">s</text>"#,
        #"  <rect class="box" x="82" y="36" width="151" height="42" rx="8"/>"#,
        #"  <text class="code" x="157.5" y="62">Signal.just(1)</text>"#,
        #"  <line class="rail" x1="82" y1="107" x2="125" y2="107"/>"#,
        #"  <rect class="hue2" x="88" y="92" width="30" height="30" rx="15"/>"#,
        #"  <text class="value hue2-text" x="103" y="112">1</text>"#,
        #"  <line class="end" x1="125" y1="91" x2="125" y2="123"/>"#,
        "</svg>",
      ])
  }
}

/// The required parts of a picture.
private final class PictureReader: NSObject, XMLParserDelegate {
  private(set) var attributes: [String: String] = [:]
  private(set) var texts: [String: String] = [:]
  private var classes: Set<String> = []
  private var element = ""

  /// Classes for which the style says nothing, and elements without one.
  var unstyled: [String] { classes.filter { texts["style"]?.contains(".\($0) ") != true }.sorted() }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    element = name
    switch name {
    case "svg": self.attributes = attributes
    case "title", "desc", "style": break
    default: classes.formUnion((attributes["class"] ?? "without-class").split(separator: " ").map { String($0) })
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { texts[element, default: ""] += string }
}
