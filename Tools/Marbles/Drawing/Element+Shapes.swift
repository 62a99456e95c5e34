extension Element {
  static func text(_ text: String, _ x: Double, _ y: Double, _ style: String) -> Element {
    Element("text", ["class": style, "x": x.coordinate, "y": y.coordinate], text: text)
  }

  static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) -> Element {
    Element(
      "line",
      ["class": style, "x1": x1.coordinate, "y1": y1.coordinate, "x2": x2.coordinate, "y2": y2.coordinate])
  }

  /// A whole picture. It begins with the title and description for screen readers.
  static func svg(
    width: Double, height: Double, title: String, description: String, _ content: [Element]
  ) -> String {
    let (width, height) = (width.rounded(.up).coordinate, height.rounded(.up).coordinate)
    let root = Element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": width, "height": height, "viewBox": "0 0 \(width) \(height)",
        "role": "img", "aria-labelledby": "title description",
      ],
      [
        Element("title", ["id": "title"], text: title),
        Element("desc", ["id": "description"], text: description),
        Element("style", text: Style.sheet),
      ] + content)
    return root.lines.joined(separator: "\n") + "\n"
  }
}
