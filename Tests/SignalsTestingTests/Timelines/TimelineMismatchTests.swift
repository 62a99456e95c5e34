import Testing

@testable import SignalsTesting

/// The report of a test whose timeline isn't the expected one: the whole text is compared.
@Suite("Differing timelines") struct TimelineMismatchTests {
  private func said(_ expected: Timeline, _ actual: Timeline) -> [String] {
    do {
      try actual.expect(expected)
      return []
    } catch {
      return error.description.split(separator: "\n").map(String.init)
    }
  }

  @Test func `equal ones say nothing`() {
    #expect(said("-a--b|", "-a --b|") == [])
  }

  @Test func `the expected one stands above, and the first difference is marked`() {
    #expect(
      said("-a--b|", "-a-b|") == [
        "The timelines differ:",
        "expected  -a--b|",
        "actual    -a-b|",
        "             ^",
      ])
  }

  @Test func `frames stand below each other, for any groups before them`() {
    #expect(
      said("-a-(bc)-d|", "-a-b-e|") == [
        "The timelines differ:",
        "expected  -a-(bc)-d|",
        "actual    -a-b   -e|",
        "             ^",
      ])
  }

  @Test func `within a group the mark is below the character`() {
    #expect(
      said("-(abc)", "-(abd)-e") == [
        "The timelines differ:",
        "expected  -(abc)",
        "actual    -(abd)-e",
        "              ^",
      ])
  }

  @Test func `one that is shorter differs where it is over`() {
    #expect(
      said("--a", "-") == [
        "The timelines differ:",
        "expected  --a",
        "actual",
        "          ^",
      ])
    #expect(
      said("-a", "-a-b|") == [
        "The timelines differ:",
        "expected  -a",
        "actual    -a-b|",
        "            ^",
      ])
  }

  @Test func `an event without a name, or between two frames, is explained`() {
    let actual = Timeline(
      [(.seconds(1), .unnamed("42")), (.milliseconds(2_500), .value("b")), (.seconds(4), .finish)], tick: .seconds(1))
    #expect(
      said("-ab-|", actual) == [
        "The timelines differ:",
        "expected  -ab   -|",
        "actual    -?(~b)-|",
        "           ^",
        "? in frame 1 is 42",
        "~ in frame 2 is 0.5 seconds after its beginning",
      ])
  }
}
