import Signals
import SignalsKVO
import Testing

/// C14: the message about a mistake has the file and line of the call.
@Suite("C14 The place of a mistake", .leavesNothing) struct MistakePlaceTests {
  @globalActor fileprivate actor Background { static let shared = Background() }

  enum Mistake: String, CaseIterable, Codable {
    case modify, modifyPart, batch, converter, policy, parallel

    private static let firstLine = #line + 13

    func make() {
      let count = Property(1)
      let text = Property("")
      let half = count.part(\.half)
      let forth: @Background @Sendable (Int) -> String = { "\($0)" }
      let back: @MainActor @Sendable (String) -> Int = { $0.count }
      let merge: @MainActor @Sendable (Int, String) -> Int = { one, _ in one }
      let converter = Converter<Int, String>(forward: forth, backward: { $0.count })
      let list: ObservedArray = [1]
      // Each case has one line, in the order of the cases.
      switch self {
      case .modify: count.modify { [count] in $0 += count.next() }
      case .modifyPart: half.modify { [count] in $0 += count.next() }
      case .batch: list.batch { editor in editor.append(list.removeLast()) }
      case .converter: _ = Converter(forward: forth, backward: back)
      case .policy: _ = bind(count, to: text, conflicts: .merge(merge), converting: converter)
      case .parallel: _ = ActionPolicy.parallel(0)
      }
    }

    var place: String {
      let line = Self.firstLine + (Self.allCases.firstIndex(of: self) ?? 0)
      return "SignalsKVOTests/MistakePlaceTests.swift:\(line): Fatal error: "
    }

    var sentence: String {
      switch self {
      case .modify, .modifyPart: "The closure of `modify` has set the property that it changes."
      case .batch: "The closure of a batch has edited the collection that the batch edits."
      case .converter: "The two closures of a converter belong to different actors."
      case .policy: "A converter or a conflict policy of this binding belongs to another actor than the ends."
      case .parallel: "Action(.parallel(0)): the number of runs must be positive; use 1 or more."
      }
    }
  }

  @Test(arguments: Mistake.allCases)
  func `a mistake is reported with the place of the call`(_ mistake: Mistake) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
      mistake.make()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains(mistake.place + mistake.sentence))
  }
}

extension Property<Int> {
  /// Sets the property, and returns its value.
  fileprivate func next() -> Int {
    value += 1
    return value
  }
}

extension Int {
  fileprivate var half: Int {
    get { self / 2 }
    set { self = newValue * 2 }
  }
}
