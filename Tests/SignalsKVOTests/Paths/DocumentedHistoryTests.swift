import SignalsKVO
import Testing

/// The history in `Sources/SignalsKVO/SignalsKVO.docc/Observing.md`, row by row (K2, K3, K4).
@Suite("The history in the documentation", .leavesNothing) struct DocumentedHistoryTests {
  let history = History()

  @Test func `each row of the documented history is what an observer receives`() {
    let ada = Person("Ada"), grace = Person("Grace"), charles = Person("Charles")
    var alan: Person? = Person("Alan")
    ada.manager = grace
    var package: Package? = Package(ada)
    let observer = package.map { history.observe($0, \.recipient.manager?.firstName, [.initial, .old, .new]) }
    expect(history.take(), equals: ["valueChanged - Grace"])
    grace.firstName = "Amazing"
    expect(history.take(), equals: ["valueChanged Grace Amazing"])
    grace.firstName = "Amazing"
    expect(history.take(), equals: ["valueChanged Amazing Amazing"])
    ada.manager = alan
    expect(history.take(), equals: ["pathChanged Amazing Alan"])
    grace.firstName = "Grace"
    expect(history.take(), equals: [])
    ada.manager = nil
    expect(history.take(), equals: ["pathChanged Alan -"])
    ada.manager = grace
    expect(history.take(), equals: ["pathChanged - Grace"])
    package?.recipient = charles
    expect(history.take(), equals: ["pathChanged Grace -"])
    charles.manager = alan
    expect(history.take(), equals: ["pathChanged - Alan"])
    alan = nil
    expect(history.take(), equals: ["pathChanged Alan -"])
    package = nil
    expect(history.take(), equals: ["sourceDeleted - -"])
    expect(observer?.isActive, equals: false)
  }

  @Test func `with prior, each of these sets has one more call first, with the same reason and old value`() {
    let ada = Person("Ada"), grace = Person("Grace"), charles = Person("Charles")
    var alan: Person? = Person("Alan")
    ada.manager = grace
    var package: Package? = Package(ada)
    let observer = package.map { history.observe($0, \.recipient.manager?.firstName, [.prior, .old, .new]) }
    grace.firstName = "Amazing"
    ada.manager = alan
    ada.manager = nil
    ada.manager = grace
    package?.recipient = charles
    charles.manager = alan
    expect(
      history.take(),
      equals: [
        "prior valueChanged Grace -", "valueChanged Grace Amazing", "prior pathChanged Amazing -",
        "pathChanged Amazing Alan", "prior pathChanged Alan -", "pathChanged Alan -", "prior pathChanged - -",
        "pathChanged - Amazing", "prior pathChanged Amazing -", "pathChanged Amazing -", "prior pathChanged - -",
        "pathChanged - Alan",
      ])
    // A death has no prior call.
    alan = nil
    package = nil
    expect(history.take(), equals: ["pathChanged Alan -", "sourceDeleted - -"])
    withExtendedLifetime(observer) {}
  }
}
