import SignalsKVO
import Testing

@Suite("K9 Changes of dictionaries", .leavesNothing) struct DictionaryChangeTests {
  @Test func `several changes are applied in order, and their inverse in reverse order`() {
    let changes: [DictionaryChange<String, Int>] = [
      .insertion(1, forKey: "a"), .replacement(1, with: 2, forKey: "a"), .insertion(3, forKey: "b"),
      .removal(2, forKey: "a"),
    ]
    var dictionary: [String: Int] = [:]
    dictionary.apply(changes)
    expect(dictionary, equals: ["b": 3])
    dictionary.apply(changes.inverted())
    expect(dictionary, equals: [:])
  }

  @Test func `the description and the key of a change`() {
    let changes: [DictionaryChange<String, Int>] = [
      .insertion(1, forKey: "a"), .replacement(1, with: 2, forKey: "a"), .removal(2, forKey: "a"),
    ]
    expect("\(changes)", equals: "[insert 1 for a, replace 1 with 2 for a, remove 2 for a]")
    expect(changes.map(\.key), equals: ["a", "a", "a"])
  }

  @Test func `a change that can't be applied stops the program with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var dictionary = ["a": 1]
      dictionary.apply(.removal(2, forKey: "b"))
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(message.contains("'remove 2 for b' can't be applied to a dictionary that has no value for this key:"))
  }
}
