/// The legend of the pictures.
enum Legend {
  private struct Entry {
    var marks: [Mark]
    var kind = Lane.Kind.subscription
    var words: String
  }

  private static let entries = [
    Entry(marks: [value("a", 0)], words: "a value"),
    Entry(
      marks: [value("a", 0), value("A", 0)],
      words: "one colour for each origin; grey values have no single origin"),
    Entry(
      marks: [Mark(frame: 0, content: .value(Label(shape: .tuple, parts: [part("1", 0), part("x", 1)])))],
      words: "a tuple of values, each with the colour of its origin"),
    Entry(
      marks: [Mark(frame: 0, content: .value(Label(shape: .array, parts: [part("a", 0), part("b", 1)])))],
      words: "an array of values"),
    Entry(
      marks: [value("a", 0), Mark(frame: 0, content: .finish)], words: "a finish, here in the same second as a value"),
    Entry(marks: [Mark(frame: 0, content: .failure("offline"))], words: "a failure, with its error"),
    Entry(marks: [Mark(frame: 0, content: .subscription)], words: "a subscription; if none is drawn, it begins at 0"),
    Entry(marks: [Mark(frame: 0, content: .cancellation)], words: "the subscription is cancelled"),
    Entry(
      marks: [Mark(frame: 0, content: value("a", nil).content, isHeard: false)], kind: .lasting,
      words: "an event without a subscriber"),
    Entry(marks: [value("open", nil)], kind: .notes, words: "a side effect"),
  ]

  static var text: String {
    let rowHeight = 42.0
    var y = Measures.margin + rowHeight / 2
    var content: [Element] = []
    for entry in entries {
      content += row(entry, y)
      y += rowHeight
    }
    let band = Element(
      "rect", ["class": "band", "x": "72", "y": (y - 17).coordinate, "width": "36", "height": "34", "rx": "12"])
    content += [band, .text("a frame around the events of one turn", wordsLeft, y + 4, "legend")]
    y += rowHeight
    content += [
      .text("s", 90, y + 4, "axis"),
      .text("the numbers at the top are seconds of virtual time", wordsLeft, y + 4, "legend"),
    ]
    y += rowHeight
    let words =
      entries.map(\.words) + ["a frame surrounds the events of one turn", "times are seconds of virtual time"]
    return Element.svg(
      width: 620, height: y - rowHeight / 2 + Measures.margin, title: "Legend of the marble diagrams",
      description: "From top to bottom: \(words.joined(separator: "; ")).", content)
  }

  private static let wordsLeft = 190.0

  private static func row(_ entry: Entry, _ y: Double) -> [Element] {
    let isHeard = entry.marks.allSatisfy(\.isHeard)
    var left = 90 - Measures.width(of: entry.marks[0].content) / 2
    let marks = entry.marks.flatMap { mark in
      let width = Measures.width(of: mark.content)
      defer { left += width + Measures.closeGap }
      let placed = Layout.PlacedMark(mark: mark, x: left + width / 2, width: width)
      return MarkPicture(of: placed, y: y, lane: entry.kind).elements
    }
    let style = isHeard ? "rail" : "rail unheard"
    let isHollow = !isHeard || entry.kind == .notes
    let gap = isHollow ? Measures.width(of: entry.marks[0].content) / 2 : 0
    return [.line(20, y, 90 - gap, y, style), .line(90 + gap, y, 160, y, style)] + marks
      + [.text(entry.words, wordsLeft, y + 4, "legend")]
  }

  private static func value(_ text: String, _ hue: Int?) -> Mark {
    Mark(frame: 0, content: .value(Label(shape: .one, parts: [part(text, hue)])))
  }

  private static func part(_ text: String, _ hue: Int?) -> Label.Part { Label.Part(text: text, hue: hue) }
}
