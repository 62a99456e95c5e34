/// The colours for light or dark surroundings.
struct Scheme: Sendable {
  /// The text in the box.
  var code: String
  /// Ends, subscriptions and cancels.
  var marks: String
  /// The text outside of the box and the values.
  var words: String
  var rail: String
  var box: String
  var boxEdge: String
  var band: String
  var bandEdge: String
  /// The colours of the values.
  var tones: [Tone]

  var rules: String {
    let common = """
      .code { fill: \(code); }
      .name, .axis, .hint, .legend, .error, .lost-text { fill: \(words); }
      .rail, .connector { stroke: \(rail); }
      .arrow { fill: \(rail); stroke: none; }
      .end, .cut { stroke: \(marks); }
      .arrival { fill: \(marks); stroke: none; }
      .lost { stroke: \(words); }
      .note { fill: \(box); stroke: \(words); }
      .note-text { fill: \(code); }
      .box { fill: \(box); stroke: \(boxEdge); }
      .band { fill: \(band); stroke: \(bandEdge); }
      """
    let coloured = tones.map { tone in
      ".\(tone.name) { fill: \(tone.fill); stroke: \(tone.edge); } .\(tone.name)-text { fill: \(tone.text); }"
    }
    return ([common] + coloured).joined(separator: "\n")
  }
}

/// The fill, edge and text colours of a value.
struct Tone: Sendable {
  var name: String
  var fill: String
  var edge: String
  var text: String
}
