/// Reads the text of a timeline, character by character.
struct TimelineParser {
  /// Why a text is no timeline: a sentence that names the character and its place, counted from 1.
  struct Refusal: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  private let text: String
  private var frames: [[Timeline.Mark]] = []
  /// The open group, and where it was opened.
  private var group: (marks: [Timeline.Mark], place: Int)?
  private var hasSubscription = false
  /// What nothing may follow, once it has come.
  private var last: Timeline.Mark?

  private init(_ text: String) { self.text = text }

  static func frames(of text: String) throws(Refusal) -> [[Timeline.Mark]] {
    var parser = TimelineParser(text)
    var place = 0
    for character in text {
      place += 1
      try parser.read(character, at: place)
    }
    if let group = parser.group {
      throw parser.refusal("opens a group at character \(group.place) and doesn't close it: a \")\" is missing.")
    }
    return parser.frames
  }

  private mutating func read(_ character: Character, at place: Int) throws(Refusal) {
    switch character {
    case " ": return
    case "-":
      if group != nil { throw refusal(character, place, "within a group, which is one frame: close it before.") }
      frames.append([])
    case "(":
      if group != nil { throw refusal(character, place, "within a group: a group can't hold another one.") }
      group = ([], place)
    case ")":
      guard let closed = group else { throw refusal(character, place, "where no group is open.") }
      if closed.marks.isEmpty {
        throw refusal(character, place, "after nothing: a group holds what happens in a frame.")
      }
      group = nil
      frames.append(closed.marks)
    default:
      let mark = try mark(character, at: place)
      if group == nil { frames.append([mark]) } else { group?.marks.append(mark) }
    }
  }

  private mutating func mark(_ character: Character, at place: Int) throws(Refusal) -> Timeline.Mark {
    guard let mark = Timeline.Mark(character) else {
      throw refusal(
        character, place, "which means nothing: a timeline has letters, digits, - | # ( ) ^ ! and spaces.")
    }
    switch last {
    case .cancellation: throw refusal(character, place, "after the cancellation, which nothing follows.")
    case .some: throw refusal(character, place, "after the end, which nothing follows.")
    case nil: break
    }
    switch mark {
    case .subscription where hasSubscription: throw refusal(character, place, "for the second time.")
    case .subscription: hasSubscription = true
    case .finish, .failure, .cancellation: last = mark
    default: break
    }
    return mark
  }

  private func refusal(_ character: Character, _ place: Int, _ reason: String) -> Refusal {
    refusal("has \"\(character)\" as character \(place), \(reason)")
  }

  private func refusal(_ reason: String) -> Refusal { Refusal(description: "The timeline \"\(text)\" \(reason)") }
}

extension Timeline.Mark {
  /// The name of a value is one letter or digit, whatever the language.
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
