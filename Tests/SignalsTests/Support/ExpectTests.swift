import Testing

@Suite("expect", .leavesNothing)
struct ExpectTests {
  @Test func `a condition that holds records no issue`() {
    expect(true)
    expect([1, 2], equals: [1, 2])
    expect((1, "a"), equals: (1, "a"))
    expect((1, "a", 2.5), equals: (1, "a", 2.5))
  }

  /// The intended issues. The others fail the test.
  private static let issues = Log<String>()

  @Test(
    .filterIssues { issue in
      guard let comment = issue.comments.first, comment.rawValue.hasPrefix("Intended: ") else { return true }
      issues.append("\(issue.sourceLocation?.line ?? 0) \(comment)")
      return false
    })
  func `an issue shows both values, the comment, and the line of the call`() {
    let start = #line
    expect(1 > 2, "Intended: one")
    expect([1], equals: [], "Intended: two")
    expect((1, "a"), equals: (1, "b"), "Intended: three")
    expect((1, 2, 3), equals: (1, 2, 4), "Intended: four")
    expect(
      Self.issues.take(),
      equals: [
        "\(start + 1) Intended: one",
        "\(start + 2) Intended: two: [1] instead of []",
        "\(start + 3) Intended: three: (1, \"a\") instead of (1, \"b\")",
        "\(start + 4) Intended: four: (1, 2, 3) instead of (1, 2, 4)",
      ])
  }
}
