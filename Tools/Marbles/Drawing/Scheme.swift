/// The colours of one kind of surroundings.
struct Scheme: Sendable {
  /// In the box.
  var code: String
  /// Ends, and who comes and goes.
  var marks: String
  /// What is written beside the box and the values.
  var words: String
  var rail: String
  var box: String
  var boxEdge: String
  var band: String
  var bandEdge: String
  /// Those of the values.
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

/// What is filled, framed and written in one colour.
struct Tone: Sendable {
  var name: String
  var fill: String
  var edge: String
  var text: String
}
