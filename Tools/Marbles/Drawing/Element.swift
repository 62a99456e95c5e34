/// A part of an SVG picture.
struct Element: Equatable, Sendable {
  var name: String
  var attributes: [Attribute]
  var text: String?
  var children: [Element]

  struct Attribute: Equatable, Sendable {
    var name: String
    var value: String
  }

  init(
    _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String? = nil, _ children: [Element] = []
  ) {
    self.name = name
    self.attributes = attributes.map { Attribute(name: $0.key, value: $0.value) }
    self.text = text
    self.children = children
  }

  /// The lines of the file. One element per line keeps differences readable.
  var lines: [String] {
    let opening =
      "<\(name)" + attributes.map { " \($0.name)=\"\($0.value.escaped.replacing("\"", with: "&quot;"))\"" }.joined()
    if let text { return ["\(opening)>\(text.escaped)</\(name)>"] }
    if children.isEmpty { return ["\(opening)/>"] }
    return ["\(opening)>"] + children.flatMap(\.lines).map { "  " + $0 } + ["</\(name)>"]
  }
}

extension String {
  /// The text escaped for XML.
  var escaped: String {
    reduce(into: "") { text, character in
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.append(character)
      }
    }
  }
}

extension Double {
  /// The number with at most one decimal, the same on every machine. A zero decimal is omitted.
  var coordinate: String {
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let rest = tenths.magnitude % 10
    return "\(sign)\(tenths.magnitude / 10)" + (rest == 0 ? "" : ".\(rest)")
  }
}
