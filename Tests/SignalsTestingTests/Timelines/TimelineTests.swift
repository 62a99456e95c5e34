import Testing

@testable import SignalsTesting

/// The syntax of timelines, and their drawing.
@Suite("Timelines") struct TimelineTests {
  @Test func `each character is a frame, and so is a group`() {
    #expect(
      Timeline("-a(b2|)").frames == [[], [.value("a")], [.value("b"), .value("2"), .finish]])
    #expect(Timeline("^-#").frames == [[.subscription], [], [.failure]])
    #expect(Timeline("^(a!)").frames == [[.subscription], [.value("a"), .cancellation]])
  }

  @Test func `spaces are nothing`() {
    #expect(Timeline("  -a  - (b c) |") == "-a-(bc)|")
  }

  @Test func `silence at the end says nothing`() {
    #expect(Timeline("-a--") == "-a")
    #expect(Timeline("---") == "")
    #expect(Timeline("-a") != "a")
  }

  @Test(arguments: ["-", "a", "--a-b", "-(ab)-c|", "(a|)", "--^--!", "ab#", "-ä-Ж-3"])
  func `a timeline is drawn as it was written`(_ text: String) {
    #expect("\(Timeline(text))" == text)
  }

  @Test func `silence is drawn as a frame of it, and spaces aren't drawn`() {
    #expect("\(Timeline(""))" == "-")
    #expect("\(Timeline(" a -- b "))" == "a--b")
  }

  @Test func `a group of one is drawn without brackets`() {
    #expect("\(Timeline("-(a)-(|)"))" == "-a-|")
  }

  @Test func `recorded events are put into frames, and an event between two of them is marked`() {
    let recorded: [(Duration, Timeline.Mark)] = [
      (.zero, .value("a")), (.milliseconds(200), .value("b")), (.milliseconds(250), .value("c")),
      (.milliseconds(250), .unnamed("10")), (.milliseconds(300), .finish),
    ]
    #expect("\(Timeline(recorded, tick: .milliseconds(100)))" == "a-(b~c?)|")
    #expect("\(Timeline(recorded, tick: .milliseconds(50)))" == "a---bc?|".replacing("c?", with: "(c?)"))
  }

  @Test(arguments: [
    (
      "-a?b", "has \"?\" as character 3, which has no meaning: write letters, digits, - | # ( ) ^ ! and spaces."
    ),
    (
      "- a=", "has \"=\" as character 4, which has no meaning: write letters, digits, - | # ( ) ^ ! and spaces."
    ),
    ("-(ab", "opens a group at character 2 and doesn't close it: a \")\" is missing."),
    ("-ab)", "has \")\" as character 4, where no group is open: write a \"(\" before it."),
    ("-()", "has \")\" as character 3, which closes an empty group: write the events of one frame in it."),
    ("(a(b))", "has \"(\" as character 3, within a group: close the outer group first, groups can't be nested."),
    ("(a-b)", "has \"-\" as character 3, within a group, which is one frame: close the group first."),
    ("-a|b", "has \"b\" as character 4, after the end, which must be the last event."),
    ("-(#|)", "has \"|\" as character 4, after the end, which must be the last event."),
    ("-|-!", "has \"!\" as character 4, after the end, which must be the last event."),
    ("^-!a", "has \"a\" as character 4, after the cancellation, which must be the last event."),
    ("^-^", "has \"^\" as character 3, for the second time: a timeline has one subscription."),
  ])
  func `an invalid timeline is refused, with the character and its place`(_ text: String, _ reason: String) {
    #expect(throws: TimelineParser.ParseError(description: "The timeline \"\(text)\" \(reason)")) {
      _ = try TimelineParser.frames(of: text)
    }
  }

  @Test func `an invalid timeline stops the test with a message`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Timeline("a|b")
    }
    #expect(said(result).contains("The timeline \"a|b\" has \"b\" as character 3, after the end"))
  }
}

/// The standard error of a process before it was stopped.
func said(_ result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}
