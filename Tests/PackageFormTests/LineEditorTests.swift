import Testing

@testable import PackageForm
@testable import TerminalPrograms

@Suite("The line editor")
struct LineEditorTests {
  /// The text after these keys, with a bar at the cursor.
  private func edited(_ text: String, _ keys: Key...) -> String {
    var editor = LineEditor(text)
    for key in keys {
      let edits = editor.press(key)
      #expect(edits)
    }
    return marked(editor)
  }

  private func marked(_ editor: LineEditor) -> String {
    "\(editor.text.prefix(editor.cursor))|\(editor.text.dropFirst(editor.cursor))"
  }

  @Test("characters are inserted at the cursor")
  func inserting() {
    #expect(edited("", .character("a"), .character("世")) == "a世|")
    #expect(edited("ac", .left, .character("b")) == "ab|c")
    #expect(edited("bc", .home, .character("a")) == "a|bc")
  }

  @Test("the cursor moves by characters, and not past the ends")
  func moving() {
    #expect(edited("aé👍🏽", .left, .left) == "a|é👍🏽")
    #expect(edited("ab", .home, .left) == "|ab")
    #expect(edited("ab", .right) == "ab|")
    #expect(edited("ab", .home, .right, .end) == "ab|")
    #expect(edited("ab", .control("a")) == "|ab")
    #expect(edited("ab", .home, .control("e")) == "ab|")
  }

  @Test("backspace removes the character before the cursor, and delete the one after it")
  func removing() {
    #expect(edited("abc", .left, .backspace) == "a|c")
    #expect(edited("abc", .home, .backspace) == "|abc")
    #expect(edited("abc", .home, .delete) == "|bc")
    #expect(edited("abc", .delete) == "abc|")
    #expect(edited("a👍🏽", .backspace) == "a|")
    #expect(edited("abc", .left, .control("u")) == "|c")
    #expect(edited("abc", .left, .control("k")) == "ab|")
  }

  @Test("a combining mark joins the character before it")
  func combining() {
    #expect(edited("e", .character("\u{301}")) == "é|")
    #expect(edited("👩x", .left, .character("\u{200d}"), .character("🔬")) == "👩‍🔬|x")
  }

  @Test("a key that doesn't edit is not consumed")
  func unusedKeys() {
    var editor = LineEditor("a")
    for key in [Key.tab, .enter, .up, .escape, .control("c")] {
      let edits = editor.press(key)
      #expect(!edits)
    }
    #expect(marked(editor) == "a|")
  }

  @Test("the cursor keeps its place when the text is replaced, as far as the text reaches")
  func replacing() {
    var editor = LineEditor("abcd")
    _ = editor.press(.left)
    editor.replace(with: "wxyz")
    #expect(marked(editor) == "wxy|z")
    editor.replace(with: "w")
    #expect(marked(editor) == "w|")
  }

  @Test("the visible part contains the cursor")
  func visible() {
    var editor = LineEditor("abcdef")
    #expect(editor.visible(columns: 4) == ("def", 3))
    _ = editor.press(.home)
    #expect(editor.visible(columns: 4) == ("abcd", 0))
    #expect(editor.visible(columns: 10) == ("abcdef", 0))
    #expect(editor.visible(columns: 0) == ("", 0))
    #expect(LineEditor("世界世界").visible(columns: 4) == ("界", 2))
    #expect(LineEditor("世界").beginning(columns: 3) == "世")
  }
}
