import Testing

@testable import SignalsKVO

/// C8: a source never keeps a cancelled observation.
@Suite("C8 The length of observer lists", .leavesNothing) struct ObserverListTests {
  private final class References {
    private var references: [Weak] = []
    private struct Weak { weak var object: AnyObject? }

    func append(_ object: AnyObject) { references.append(Weak(object: object)) }

    var alive: Int { references.count { $0.object != nil } }
  }

  @Test(arguments: [false, true])
  func `the list does not grow when observers come and go`(isSetBetween: Bool) {
    let person = Person("Ada")
    let references = References()
    let stays = KeyValueObserver(person, \.firstName, options: []) { _ in }
    for index in 0..<repetitions(100_000, quick: 20_000) {
      let observer = KeyValueObserver(person, \.firstName, options: []) { _ in }
      references.append(observer.observation)
      if isSetBetween, index.isMultiple(of: 100) { person.firstName = "Grace" }
    }
    expect(references.alive <= 8)
    let linkCount = person.$firstName.cell?.linkCount ?? .max
    expect(linkCount <= 8)
    stays.cancel()
    person.firstName = "Alan"
    expect(references.alive, equals: 0)
  }

  @Test func `the list does not grow when an object on the path is replaced repeatedly`() {
    let package = Package(Person("Ada"))
    let people = [Person("Grace"), Person("Alan")]
    let observer = KeyValueObserver(package, \.recipient.firstName, options: [.old, .new]) { _ in }
    for index in 0..<repetitions(100_000, quick: 20_000) { package.recipient = people[index & 1] }
    let linkCounts = people.map { $0.$firstName.cell?.linkCount ?? .max }
    expect(linkCounts.allSatisfy { $0 <= 8 })
    let rootLinkCount = package.$recipient.cell?.linkCount
    expect(rootLinkCount, equals: 1)
    observer.cancel()
  }

  @Test func `the list does not grow when a weak property is set repeatedly`() {
    let desk = Desk()
    let people = [Person("Grace"), Person("Alan")]
    let observer = KeyValueObserver(desk, \.person, options: [.old, .new]) { _ in }
    for index in 0..<repetitions(100_000, quick: 20_000) { desk.person = people[index & 1] }
    let linkCounts = people.map { $0.$firstName.cell?.linkCount ?? .max }
    expect(linkCounts.allSatisfy { $0 <= 8 })
    observer.cancel()
  }

  @Test func `the list does not grow with cancelled subscriptions of signals`() {
    let person = Person("Ada")
    let signal = person.$firstName.signal
    for _ in 0..<10_000 {
      _ = person.$firstName.signal.subscribeValues { _ in }
      _ = signal.subscribeValues { _ in }
    }
    let linkCount = person.$firstName.cell?.linkCount ?? .max
    expect(linkCount <= 8)
  }
}
