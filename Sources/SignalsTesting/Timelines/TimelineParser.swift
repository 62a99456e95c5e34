/// Parses the text of a timeline, character by character.
struct TimelineParser {
  /// The reason why a text isn't a timeline, as a sentence that names the character and its position, counted from 1.
  struct ParseError: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  private let text: String
  private var frames: [[Timeline.Mark]] = []
  /// The open group, and the position at which it was opened.
  private var group: (marks: [Timeline.Mark], place: Int)?
  private var hasSubscription = false
  /// The end or the cancellation, which must be the last mark.
  private var last: Timeline.Mark?

  private init(_ text: String) { self.text = text }

  static func frames(of text: String) throws(ParseError) -> [[Timeline.Mark]] {
    var parser = TimelineParser(text)
    var place = 0
    for character in text {
      place += 1
      try parser.read(character, at: place)
    }
    if let group = parser.group {
      throw parser.parseError("opens a group at character \(group.place) and doesn't close it: a \")\" is missing.")
    }
    return parser.frames
  }

  private mutating func read(_ character: Character, at place: Int) throws(ParseError) {
    switch character {
    case " ": return
    case "-":
      if group != nil {
        throw parseError(character, place, "within a group, which is one frame: close the group first.")
      }
      frames.append([])
    case "(":
      if group != nil {
        throw parseError(character, place, "within a group: close the outer group first, groups can't be nested.")
      }
      group = ([], place)
    case ")":
      guard let closed = group else {
        throw parseError(character, place, "where no group is open: write a \"(\" before it.")
      }
      if closed.marks.isEmpty {
        throw parseError(character, place, "which closes an empty group: write the events of one frame in it.")
      }
      group = nil
      frames.append(closed.marks)
    default:
      let mark = try mark(character, at: place)
      if group == nil { frames.append([mark]) } else { group?.marks.append(mark) }
    }
  }

  private mutating func mark(_ character: Character, at place: Int) throws(ParseError) -> Timeline.Mark {
    guard let mark = Timeline.Mark(character) else {
      throw parseError(
        character, place, "which has no meaning: write letters, digits, - | # ( ) ^ ! and spaces.")
    }
    switch last {
    case .cancellation: throw parseError(character, place, "after the cancellation, which must be the last event.")
    case .some: throw parseError(character, place, "after the end, which must be the last event.")
    case nil: break
    }
    switch mark {
    case .subscription where hasSubscription:
      throw parseError(character, place, "for the second time: a timeline has one subscription.")
    case .subscription: hasSubscription = true
    case .finish, .failure, .cancellation: last = mark
    default: break
    }
    return mark
  }

  private func parseError(_ character: Character, _ place: Int, _ reason: String) -> ParseError {
    parseError("has \"\(character)\" as character \(place), \(reason)")
  }

  private func parseError(_ reason: String) -> ParseError {
    ParseError(description: "The timeline \"\(text)\" \(reason)")
  }
}

extension Timeline.Mark {
  /// Whether a character is a valid name of a value: one letter or digit of any script.
  static func isName(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  fileprivate init?(_ character: Character) {
    switch character {
    case "|": self = .finish
    case "#": self = .failure
    case "^": self = .subscription
    case "!": self = .cancellation
    case _ where Self.isName(character): self = .value(character)
    default: return nil
    }
  }
}
