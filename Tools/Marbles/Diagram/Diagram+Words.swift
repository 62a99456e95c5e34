extension Diagram {
  /// The picture in words, as alternative text: the events of each lane, with their seconds.
  var words: String {
    let sentences =
      above.map { $0.sentence(as: $0.name) } + bands.map(sentence)
      + below.map { lane in
        lane.sentence(as: lane.name.isEmpty ? oneLine : "\(lane.name) of \(oneLine)")
      }
    return (sentences + (hint.map { [$0] } ?? [])).joined(separator: " ")
  }

  /// The call without its line breaks.
  var oneLine: String {
    call.split(separator: "\n").map { $0.trimming(while: " ") }.joined(separator: " ")
  }

  private func sentence(of band: Band) -> String {
    let names = band.lanes.map { above[$0].name }
    return "The events at \(band.frame) from \(names.joined(separator: " and ")) belong to one turn."
  }
}

extension Lane {
  fileprivate func sentence(as name: String) -> String {
    let verb = kind == .notes ? "records" : "emits"
    var clauses: [String] = []
    var rest = marks[...]
    while let mark = rest.first {
      switch mark.content {
      case .value:
        let run = rest.prefix { $0.isValue && $0.isHeard == mark.isHeard }
        let values = run.map { "\($0.text) at \($0.frame)" }.listed
        clauses.append(mark.isHeard ? "\(verb) \(values)" : "emits \(values) without a subscriber")
        rest = rest.dropFirst(run.count)
        continue
      case .finish: clauses.append("finishes at \(mark.frame)" + (mark.isHeard ? "" : " without a subscriber"))
      case .failure(let error):
        clauses.append(error.isEmpty ? "fails at \(mark.frame)" : "fails with \(error) at \(mark.frame)")
      case .subscription where mark.frame > 0: clauses.append("is subscribed to at \(mark.frame)")
      case .subscription: break
      case .cancellation: clauses.append("is cancelled at \(mark.frame)")
      }
      rest = rest.dropFirst()
    }
    return "\(name) \(clauses.isEmpty ? "emits nothing" : clauses.listed)."
  }
}

extension Mark {
  fileprivate var isValue: Bool {
    if case .value = content { true } else { false }
  }

  fileprivate var text: String {
    if case .value(let label) = content { label.text } else { "" }
  }
}

extension Array<String> {
  fileprivate var listed: String {
    guard count > 1, let last else { return joined() }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}

extension Substring {
  fileprivate func trimming(while character: Character) -> Substring { drop { $0 == character } }
}
