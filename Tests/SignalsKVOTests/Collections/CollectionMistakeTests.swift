import SignalsKVO
import Testing

/// C14: a programmer's mistake stops the program with a message that names the fix.
@Suite("C14 Mistakes with observed collections", .leavesNothing) struct CollectionMistakeTests {
  enum Mistake: String, CaseIterable, Codable {
    case element, ofEmpty, set, gap, first, last, range, from, upTo, through, closed, move, batch, editor

    func make() {
      let list: ObservedArray = [1, 2, 3]
      let empty = ObservedArray<Int>()
      switch self {
      case .element: list.remove(at: 3)
      case .ofEmpty: _ = empty[0]
      case .set: list[-1] = 0
      case .gap: list.insert(0, at: 4)
      case .first: empty.removeFirst()
      case .last: empty.removeLast()
      case .range: list.removeSubrange(2..<4)
      case .from: list.removeSubrange(5...)
      case .upTo: list.replaceSubrange(..<(-1), with: [])
      case .through: list.removeSubrange(...3)
      case .closed: list.batch { $0.removeSubrange(2...7) }
      case .move: list.move(from: 0, to: 3)
      case .batch: list.batch { _ = $0.remove(at: 3) }
      case .editor:
        list.batch { editor in
          list.append(4)
          editor.append(5)
        }
      }
    }

    var sentence: String {
      switch self {
      case .element, .move, .batch: "There is no element at 3: this array has 3, so give an index from 0 to 2."
      case .ofEmpty: "There is no element at 0: this array is empty, so look at its count first."
      case .set: "There is no element at -1: this array has 3, so give an index from 0 to 2."
      case .gap: "Nothing can be put in at 4: this array has 3 elements, so give an index from 0 to 3."
      case .first, .last: "There is nothing to take out of an empty array: look at its count first, or use popLast()."
      case .range: "There are no elements at 2..<4: this array has 3, so give a range within 0..<3."
      case .from: "There are no elements at 5...: this array has 3, so give a range within 0..<3."
      case .upTo: "There are no elements at ..<-1: this array has 3, so give a range within 0..<3."
      case .through: "There are no elements at ...3: this array has 3, so give a range within 0..<3."
      case .closed: "There are no elements at 2...7: this array has 3, so give a range within 0..<3."
      case .editor: "The closure of a batch has edited the collection that the batch edits. Let it edit its argument"
      }
    }
  }

  @Test(arguments: Mistake.allCases)
  func `an impossible edit stops the program with a message`(_ mistake: Mistake) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
      mistake.make()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains(mistake.sentence))
  }
}
