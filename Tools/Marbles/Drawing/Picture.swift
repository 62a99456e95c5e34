/// A diagram as an SVG picture.
struct Picture {
  private let diagram: Diagram
  private let layout: Layout

  init(of diagram: Diagram) {
    self.diagram = diagram
    layout = Layout(of: diagram)
  }

  /// The text of the file.
  var text: String {
    Element.svg(
      width: layout.width, height: layout.height, title: "Marble diagram: \(diagram.title)", description: diagram.words,
      bands + axis + connectors(of: layout.above) + connectors(of: layout.below)
        + layout.above.flatMap(lane) + box + layout.below.flatMap(lane) + hint)
  }

  /// The seconds, above everything.
  private var axis: [Element] {
    let y = Measures.margin + 8
    return layout.frames.enumerated().map { frame, x in .text("\(frame)", x, y, "axis") }
      + [.text("s", layout.laneEnd, y, "axis")]
  }

  private var box: [Element] {
    let (top, height) = layout.box
    let middle = (layout.gutter + layout.laneEnd) / 2
    let lines = diagram.call.split(separator: "\n", omittingEmptySubsequences: false)
    // Several lines are aligned at the left, like source code.
    let widest = lines.map { Double($0.count) }.max() ?? 0
    let left = middle - widest * Measures.codeCharacter / 2
    return [
      Element(
        "rect",
        [
          "class": "box", "x": layout.gutter.coordinate, "y": top.coordinate,
          "width": (layout.laneEnd - layout.gutter).coordinate, "height": height.coordinate, "rx": "8",
        ])
    ]
      + lines.enumerated().map { number, line in
        let y = top + Measures.boxPadding + (Double(number) + 0.5) * Measures.boxLineHeight + 5
        if lines.count == 1 { return .text(String(line), middle, y, "code") }
        let indentation = line.prefix { $0 == " " }.count
        let x = left + Double(indentation) * Measures.codeCharacter
        return .text(String(line.dropFirst(indentation)), x, y, "code start")
      }
  }

  private var hint: [Element] {
    diagram.hint.map { [.text($0, layout.gutter, layout.height - 10, "hint")] } ?? []
  }

  /// The frames around the events of one turn.
  private var bands: [Element] {
    diagram.bands.flatMap { band -> [Element] in
      let lanes = band.lanes.map { layout.above[$0] }
      let marks = lanes.flatMap { lane in lane.marks.filter { $0.mark.frame == band.frame && $0.mark.isEvent } }
      guard let left = marks.map(\.left).min(), let right = marks.map(\.right).max(), let first = lanes.first,
        let last = lanes.last
      else { return [] }
      let (top, bottom) = (first.y - Measures.radius - 5, last.y + Measures.radius + 5)
      return [
        Element(
          "rect",
          [
            "class": "band", "x": (left - 5).coordinate, "y": top.coordinate, "width": (right - left + 10).coordinate,
            "height": (bottom - top).coordinate, "rx": "12",
          ])
      ]
    }
  }

  /// The dotted lines from a value to the lane of the signal made from it.
  private func connectors(of lanes: [Layout.PlacedLane]) -> [Element] {
    lanes.compactMap { placed in
      guard let origin = placed.lane.origin else { return nil }
      let parent = lanes[origin.lane]
      let shown = parent.lane.marks[origin.mark]
      guard let mark = parent.marks.first(where: { $0.mark == shown }) else { return nil }
      let points = [(mark.x, parent.y + Measures.radius), (mark.x, placed.y), (placed.start, placed.y)]
      return Element(
        "polyline",
        ["class": "connector", "points": points.map { "\($0.0.coordinate),\($0.1.coordinate)" }.joined(separator: " ")])
    }
  }

  private func lane(_ placed: Layout.PlacedLane) -> [Element] {
    var elements: [Element] = []
    if !placed.lane.name.isEmpty {
      elements.append(.text(placed.lane.name, layout.gutter - 12, placed.y + 4, "name"))
    }
    elements += lines(of: placed)
    return elements + placed.marks.flatMap { MarkPicture(of: $0, y: placed.y, lane: placed.lane.kind).elements }
  }

  /// The line of a lane: solid during a subscription, dashed without one, and with an arrow if the signal hasn't ended.
  private func lines(of placed: Layout.PlacedLane) -> [Element] {
    let lane = placed.lane
    var elements: [Element] = []
    var from = placed.start
    var isHeard = lane.kind != .lasting
    func draw(to end: Double) {
      if end > from {
        elements.append(.line(from, placed.y, end, placed.y, isHeard ? "rail" : "rail unheard"))
      }
      from = end
    }
    // A subscription in frame 0 has no drawn mark.
    if lane.marks.contains(where: { $0.frame == 0 && $0.content == .subscription }) { isHeard = true }
    for mark in placed.marks {
      switch mark.mark.content {
      case .subscription:
        draw(to: mark.x)
        isHeard = true
      case .cancellation:
        draw(to: mark.x)
        if lane.kind != .lasting { return elements }
        isHeard = false
      case .finish, .failure:
        draw(to: mark.x)
        return elements
      case .value where !mark.mark.isHeard || lane.kind == .notes:
        // These marks are hollow, so the line is interrupted.
        draw(to: mark.left)
        from = mark.right
      case .value: break
      }
    }
    draw(to: layout.laneEnd - 7)
    if lane.kind != .notes {
      let (x, y) = (layout.laneEnd, placed.y)
      elements.append(
        Element(
          "path",
          ["class": "arrow", "d": "M\((x - 9).coordinate) \((y - 5).coordinate)l9 5l-9 5z"]))
    }
    return elements
  }
}
