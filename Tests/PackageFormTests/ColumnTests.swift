import Testing

@testable import PackageForm
@testable import TerminalPrograms

@Suite("Columns of characters")
struct ColumnTests {
  @Test(
    "a character has as many columns as terminals give it",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("ß", 1), ("世", 2), ("한", 2), ("カ", 2), ("ｶ", 1), ("！", 2), ("👍", 2),
      ("👍🏽", 2),
      ("👩‍🔬", 2), ("❤", 1), ("❤️", 2), ("–", 1), ("\u{7}", 1), ("\u{200b}", 1),
    ] as [(Character, Int)])
  func columns(character: Character, columns: Int) { #expect(character.columns == columns) }
}
