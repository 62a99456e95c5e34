import Foundation

/// The growth curves as a drawing, both axes logarithmic.
enum Plot {
  static func drawing(_ growths: [Growth]) -> String {
    let height = Panel.height * Double(growths.count)
    let size = "\(coordinate(Panel.width)) \(coordinate(height))"
    let summary = growths.map { "\($0.title): \($0.verdict)" }.joined(separator: "; ")
    let panels = growths.enumerated().map { index, growth in
      "<g transform=\"translate(0 \(coordinate(Panel.height * Double(index))))\">\n\(Panel(growth).drawing)</g>\n"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" role="img" aria-labelledby="title description">
      <title id="title">How the cost grows</title>
      <desc id="description">Curves on logarithmic axes. \(escaped(summary)).</desc>
      <style>
      text { font: 13px system-ui, sans-serif; fill: #1f2328 }
      .heading { font-size: 15px; font-weight: 600 }
      .scale { font-size: 12px; fill: #656d76 }
      .paper { fill: #ffffff }
      .grid { stroke: #d8dee4; stroke-width: 1 }
      .ours, .theirs { fill: none; stroke-width: 2.5; stroke-linejoin: round }
      .ours { stroke: #0b62c4 }
      .theirs { stroke: #b35900; stroke-dasharray: 6 5 }
      .dot, .our-name { fill: #0b62c4 }
      .their-name { fill: #b35900 }
      @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .scale { fill: #9198a1 }
      .paper { fill: #0d1117 }
      .grid { stroke: #30363d }
      .ours { stroke: #6cb6ff }
      .theirs { stroke: #f0a45d }
      .dot, .our-name { fill: #6cb6ff }
      .their-name { fill: #f0a45d }
      }
      </style>
      <rect class="paper" width="100%" height="100%"/>
      \(panels.joined())</svg>

      """
  }

  static func coordinate(_ value: Double) -> String { value.text(decimals: 1, isShort: true) }

  static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}

/// One curve, its baseline, and the axes around them.
private struct Panel {
  static let width = 720.0
  static let height = 330.0

  private let growth: Growth
  private let counts: ClosedRange<Double>
  private let values: ClosedRange<Double>

  private let left = 70.0
  private let right = 690.0
  private let top = 64.0
  private let bottom = 272.0

  init(_ growth: Growth) {
    self.growth = growth
    counts = Panel.decades(growth.points.map { Double($0.count) })
    values = Panel.decades((growth.points + growth.baselinePoints).map(\.value))
  }

  var drawing: String {
    var parts: [String] = []
    parts.append(text(left, 26, growth.id + ": " + growth.title + ", " + growth.verdict, "heading"))
    parts.append(text(left, 48, "ours", "our-name"))
    parts.append(text(left + 46, 48, "baseline: " + growth.baseline, "their-name"))
    for exponent in Int(counts.lowerBound)...Int(counts.upperBound) {
      let place = x(pow(10, Double(exponent)))
      parts.append(line(place, top, place, bottom))
      parts.append(text(place, bottom + 20, Int(pow(10, Double(exponent))).grouped, "scale", anchor: "middle"))
    }
    for exponent in Int(values.lowerBound)...Int(values.upperBound) {
      let value = pow(10, Double(exponent))
      parts.append(line(left, y(value), right, y(value)))
      let label = value < 1 ? value.text(decimals: -exponent) : Int(value).grouped
      parts.append(text(left - 8, y(value) + 4, label, "scale", anchor: "end"))
    }
    parts.append(text((left + right) / 2, bottom + 42, growth.counted, "scale", anchor: "middle"))
    parts.append(text(8, top - 16, growth.unit.rawValue, "scale"))
    parts.append(curve(growth.baselinePoints, "theirs"))
    parts.append(curve(growth.points, "ours"))
    for point in growth.points {
      let place = (x(Double(point.count)), y(point.value))
      parts.append(
        "<circle class=\"dot\" cx=\"\(Plot.coordinate(place.0))\" cy=\"\(Plot.coordinate(place.1))\" r=\"4\"/>")
      // Moved to the right at the axis, which has labels of its own.
      let isAtAxis = place.0 < left + 20
      parts.append(
        text(
          isAtAxis ? place.0 + 6 : place.0, place.1 - 10, point.value.text(decimals: 1), "our-name",
          anchor: isAtAxis ? "start" : "middle"))
    }
    return parts.joined(separator: "\n") + "\n"
  }

  /// The powers of ten around the values.
  private static func decades(_ values: [Double]) -> ClosedRange<Double> {
    let lowest = log10(values.min() ?? 1).rounded(.down)
    let highest = log10(values.max() ?? 10).rounded(.up)
    return lowest...max(highest, lowest + 1)
  }

  private func x(_ count: Double) -> Double {
    left + (right - left) * (log10(count) - counts.lowerBound) / (counts.upperBound - counts.lowerBound)
  }

  private func y(_ value: Double) -> Double {
    bottom - (bottom - top) * (log10(value) - values.lowerBound) / (values.upperBound - values.lowerBound)
  }

  private func curve(_ points: [Growth.Point], _ style: String) -> String {
    let places = points.map { "\(Plot.coordinate(x(Double($0.count)))),\(Plot.coordinate(y($0.value)))" }
    return "<polyline class=\"\(style)\" points=\"\(places.joined(separator: " "))\"/>"
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
    let coordinates = [x1, y1, x2, y2].map(Plot.coordinate)
    return "<line class=\"grid\" x1=\"\(coordinates[0])\" y1=\"\(coordinates[1])\" x2=\"\(coordinates[2])\" "
      + "y2=\"\(coordinates[3])\"/>"
  }

  private func text(_ x: Double, _ y: Double, _ text: String, _ style: String, anchor: String = "start") -> String {
    "<text class=\"\(style)\" x=\"\(Plot.coordinate(x))\" y=\"\(Plot.coordinate(y))\" text-anchor=\"\(anchor)\">"
      + Plot.escaped(text) + "</text>"
  }
}
