import SignalsKVO
import Testing

@Suite("K9 Changes of dictionaries", .leavesNothing) struct DictionaryChangeTests {
  @Test func `several changes are made in their order, and taken back in the opposite one`() {
    let changes: [DictionaryChange<String, Int>] = [
      .insertion(1, forKey: "a"), .replacement(1, with: 2, forKey: "a"), .insertion(3, forKey: "b"),
      .removal(2, forKey: "a"),
    ]
    var dictionary: [String: Int] = [:]
    dictionary.apply(changes)
    #expect(dictionary == ["b": 3])
    dictionary.apply(changes.inverted())
    #expect(dictionary == [:])
  }

  @Test func `a change says what it does, and to which key`() {
    let changes: [DictionaryChange<String, Int>] = [
      .insertion(1, forKey: "a"), .replacement(1, with: 2, forKey: "a"), .removal(2, forKey: "a"),
    ]
    #expect("\(changes)" == "[insert 1 for a, replace 1 with 2 for a, remove 2 for a]")
    #expect(changes.map(\.key) == ["a", "a", "a"])
  }

  @Test func `a change that can't be applied is stopped by a sentence that names the mend`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var dictionary = ["a": 1]
      dictionary.apply(.removal(2, forKey: "b"))
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.contains("'remove 2 for b' can't be applied to a dictionary that has no value for this key:"))
  }
}
