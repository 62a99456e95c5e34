/// The picture of one mark. Its shape shows its kind, never its colour alone.
struct MarkPicture {
  private let placed: Layout.PlacedMark
  private let y: Double
  private let lane: Lane.Kind

  init(of placed: Layout.PlacedMark, y: Double, lane: Lane.Kind) {
    self.placed = placed
    self.y = y
    self.lane = lane
  }

  private var x: Double { placed.x }

  var elements: [Element] {
    switch placed.mark.content {
    case .value(let label) where lane == .notes: note(label)
    case .value(let label): value(label)
    case .finish: [.line(x, y - 16, x, y + 16, placed.mark.isHeard ? "end" : "end lost")]
    case .failure(let error): failure(error)
    case .subscription:
      [Element("path", ["class": "arrival", "d": "M\((x - 5).coordinate) \((y - 8).coordinate)l12 8l-12 8z"])]
    case .cancellation:
      [.line(x - 6, y + 10, x, y - 10, "cut"), .line(x, y + 10, x + 6, y - 10, "cut")]
    }
  }

  private func failure(_ error: String) -> [Element] {
    let style = placed.mark.isHeard ? "end" : "end lost"
    let cross = [
      Element.line(x - 9, y - 9, x + 9, y + 9, style), .line(x - 9, y + 9, x + 9, y - 9, style),
    ]
    return error.isEmpty ? cross : cross + [.text(error, x, y + 24, "error")]
  }

  private func note(_ label: Label) -> [Element] {
    [
      rectangle("note", x: placed.left, width: placed.width, corner: 3, height: 24),
      .text(label.text, x, y + 4.5, "value note-text"),
    ]
  }

  private func value(_ label: Label) -> [Element] {
    if !placed.mark.isHeard {
      return [
        rectangle("lost", x: placed.left, width: placed.width, corner: Measures.radius),
        .text(label.text, x, y + 5, "value lost-text"),
      ]
    }
    if label.shape == .one, let part = label.parts.first {
      return [
        rectangle(style(part), x: placed.left, width: placed.width, corner: Measures.radius),
        .text(part.text, x, y + 5, "value \(style(part))-text"),
      ]
    }
    return segments(label)
  }

  /// The parts of a compound value. An array has square corners, a tuple round ones.
  private func segments(_ label: Label) -> [Element] {
    let corner = label.shape == .array ? 4 : Measures.radius
    let widths = Measures.partWidths(of: label)
    var elements: [Element] = []
    var left = placed.left
    for (index, part) in label.parts.enumerated() {
      let width = widths[index]
      elements.append(
        segment(
          style(part), x: left, width: width, leftCorner: index == 0 ? corner : 0,
          rightCorner: index == label.parts.count - 1 ? corner : 0))
      elements.append(.text(part.text, left + width / 2, y + 5, "value \(style(part))-text"))
      left += width
    }
    return elements.isEmpty ? [rectangle("neutral", x: placed.left, width: placed.width, corner: corner)] : elements
  }

  private func style(_ part: Label.Part) -> String { part.hue.map { "hue\($0)" } ?? "neutral" }

  private func rectangle(
    _ style: String, x: Double, width: Double, corner: Double, height: Double = Measures.markHeight
  ) -> Element {
    Element(
      "rect",
      [
        "class": style, "x": x.coordinate, "y": (y - height / 2).coordinate, "width": width.coordinate,
        "height": height.coordinate, "rx": corner.coordinate,
      ])
  }

  /// A rectangle whose ends may be round on one side only.
  private func segment(
    _ style: String, x: Double, width: Double, leftCorner: Double, rightCorner: Double
  ) -> Element {
    let (top, height) = (y - Measures.radius, Measures.markHeight)
    let (a, b) = (leftCorner.coordinate, rightCorner.coordinate)
    let across = (width - leftCorner - rightCorner).coordinate
    let (downRight, downLeft) = ((height - 2 * rightCorner).coordinate, (height - 2 * leftCorner).coordinate)
    var path = "M\((x + leftCorner).coordinate) \(top.coordinate)h\(across)"
    if rightCorner > 0 { path += "a\(b) \(b) 0 0 1 \(b) \(b)" }
    path += "v\(downRight)"
    if rightCorner > 0 { path += "a\(b) \(b) 0 0 1 -\(b) \(b)" }
    path += "h-\(across)"
    if leftCorner > 0 { path += "a\(a) \(a) 0 0 1 -\(a) -\(a)" }
    path += "v-\(downLeft)"
    if leftCorner > 0 { path += "a\(a) \(a) 0 0 1 \(a) -\(a)" }
    return Element("path", ["class": style, "d": path + "z"])
  }
}
