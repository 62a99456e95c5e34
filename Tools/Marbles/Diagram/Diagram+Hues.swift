extension Diagram {
  /// The number of colours. A picture with more origins reuses them.
  static let hues = 6

  /// Gives each value the colour of its origin, as far as the picture shows that.
  ///
  /// A single source has a colour for each of its values; of several sources, each has one colour. A value made from
  /// another has the colour of that one, and each part of a compound value has a colour of its own. An output with a
  /// new text has the colour of the input of the same frame, or none if there is no such input.
  mutating func colour() {
    let sources = above.filter { $0.isSource }.map(\.source).distinct
    var texts: [String] = []
    var known: [(text: String, frame: Int, hue: Int)] = []
    for lane in above.indices where above[lane].kind != .notes {
      let (frames, origin) = (above[lane].marks.map(\.frame), above[lane].origin)
      let ancestor = origin.flatMap { above[$0.lane].marks[$0.mark].hue }
      let source = above[lane].isSource ? sources.firstIndex(of: above[lane].source) : nil
      above[lane].changeParts { mark, shape, part in
        if part.text == "nil" { return }
        if let ancestor {
          part.hue = ancestor
        } else if source != nil, sources.count == 1 {
          if !texts.contains(part.text) { texts.append(part.text) }
          part.hue = texts.firstIndex(of: part.text).map { $0 % Self.hues }
        } else if let source {
          part.hue = source % Self.hues
        } else {
          part.hue = known.hue(of: part.text, at: frames[mark], mayBeNew: shape == .one)
        }
      }
      known += above[lane].knownParts
    }
    for lane in below.indices {
      let frames = below[lane].marks.map(\.frame)
      below[lane].changeParts { mark, shape, part in
        if part.text != "nil" { part.hue = known.hue(of: part.text, at: frames[mark], mayBeNew: shape == .one) }
      }
    }
  }
}

extension [(text: String, frame: Int, hue: Int)] {
  fileprivate func hue(of text: String, at frame: Int, mayBeNew: Bool) -> Int? {
    let before = filter { $0.frame <= frame }
    // Of several equal texts, the latest is the origin.
    if let same = before.filter({ $0.text == text }).max(by: { $0.frame < $1.frame }) { return same.hue }
    return mayBeNew ? before.last { $0.frame == frame }?.hue : nil
  }
}

extension Lane {
  fileprivate var isSource: Bool { origin == nil && (kind == .lasting || kind == .subscription) }

  fileprivate var knownParts: [(text: String, frame: Int, hue: Int)] {
    marks.filter(\.isHeard).flatMap { mark -> [(text: String, frame: Int, hue: Int)] in
      guard case .value(let label) = mark.content else { return [] }
      return label.parts.compactMap { part in part.hue.map { (part.text, mark.frame, $0) } }
    }
  }

  fileprivate mutating func changeParts(_ change: (Int, Label.Shape, inout Label.Part) -> Void) {
    for mark in marks.indices {
      guard case .value(var label) = marks[mark].content else { continue }
      for part in label.parts.indices { change(mark, label.shape, &label.parts[part]) }
      marks[mark].content = .value(label)
    }
  }
}

extension Mark {
  fileprivate var hue: Int? {
    if case .value(let label) = content { label.parts.first?.hue } else { nil }
  }
}

extension [String] {
  fileprivate var distinct: [String] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
