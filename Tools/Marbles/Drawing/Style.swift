/// The style sheet, for light and dark surroundings. A picture has no background of its own.
enum Style {
  static let sheet = """

    text { font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
    .value { font-size: 14px; font-weight: 600; text-anchor: middle; }
    .axis { font-size: 10px; text-anchor: middle; }
    .name, .code { font-family: ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    .name { font-size: 12px; text-anchor: end; }
    .code { font-size: 14px; text-anchor: middle; }
    .start { text-anchor: start; }
    .error { font-size: 11px; text-anchor: middle; }
    .hint { font-size: 12px; font-style: italic; }
    .legend { font-size: 13px; }
    line, path, rect, polyline { stroke-width: 1.5; }
    .rail { stroke-width: 2; }
    .unheard { stroke-dasharray: 3 5; }
    .end { stroke-width: 3.5; stroke-linecap: round; }
    .cut { stroke-width: 2.5; stroke-linecap: round; }
    .lost { fill: none; stroke-dasharray: 3 3; }
    line.lost { stroke-width: 2; stroke-linecap: butt; }
    .connector { fill: none; stroke-dasharray: 1 4; stroke-linecap: round; }
    .band { stroke-dasharray: 5 4; }
    \(light.rules)
    @media (prefers-color-scheme: dark) {
    \(dark.rules)
    }

    """

  // Colours outside of the box have a moderate contrast: they stay visible on a dark page in a light system, and the
  // other way round.
  static let light = Scheme(
    code: "#1f2328", marks: "#4b5560", words: "#636c76", rail: "#818b98", box: "#f6f8fa", boxEdge: "#c4ccd4",
    band: "#fff4d6", bandEdge: "#b58100",
    tones: [
      Tone(name: "neutral", fill: "#eef0f2", edge: "#6e7781", text: "#1f2328"),
      Tone(name: "hue0", fill: "#d6e8ff", edge: "#0969da", text: "#0a3069"),
      Tone(name: "hue1", fill: "#ffe2c7", edge: "#bc4c00", text: "#5c2400"),
      Tone(name: "hue2", fill: "#cdf3e1", edge: "#0a7d57", text: "#05442f"),
      Tone(name: "hue3", fill: "#e9dcff", edge: "#8250df", text: "#3e1f79"),
      Tone(name: "hue4", fill: "#ffdcea", edge: "#bf3989", text: "#611347"),
      Tone(name: "hue5", fill: "#fbf0b2", edge: "#8a6d00", text: "#473800"),
    ])

  static let dark = Scheme(
    code: "#f0f6fc", marks: "#b4bcc6", words: "#959da6", rail: "#7d8590", box: "#161b22", boxEdge: "#3d444d",
    band: "#3a2f10", bandEdge: "#d9a520",
    tones: [
      Tone(name: "neutral", fill: "#2a313c", edge: "#9198a1", text: "#f0f6fc"),
      Tone(name: "hue0", fill: "#10325f", edge: "#58a6ff", text: "#d6e8ff"),
      Tone(name: "hue1", fill: "#4d2208", edge: "#f0883e", text: "#ffe2c7"),
      Tone(name: "hue2", fill: "#093c2b", edge: "#3fb98a", text: "#cdf3e1"),
      Tone(name: "hue3", fill: "#37215f", edge: "#a98bff", text: "#e9dcff"),
      Tone(name: "hue4", fill: "#4e1539", edge: "#f778ba", text: "#ffdcea"),
      Tone(name: "hue5", fill: "#3f3300", edge: "#d8b72a", text: "#fbf0b2"),
    ])
}
