import Signals
import Testing

@Suite("map", .leavesNothing) struct MapTests {
  @Test func `passes on what the closure makes of each value, and the end`() {
    expect(history(of: [1, 2, 3]) { $0.map { $0 * 10 } }, equals: ["10", "20", "30", "|"])
    expect(history(of: [1], end: .failed(Failure("e"))) { $0.map { "<\($0)>" } }, equals: ["<1>", "#e"])
    expect(history(of: [Int]()) { $0.map { $0 + 1 } }, equals: ["|"])
  }

  @Test func `takes key paths, as literals and as values`() {
    let length: any KeyPath<String, Int> & Sendable = \.count
    expect(history(of: ["a", "bcd"]) { $0.map(\.count) }, equals: ["1", "3", "|"])
    expect(history(of: ["a", "bcd"]) { $0.map(length) }, equals: ["1", "3", "|"])
  }

  @Test func `fails with the error that the closure throws`() {
    let halve: @Sendable (Int) throws -> Int = { value in
      if value % 2 != 0 { throw Failure("odd") }
      return value / 2
    }
    expect(history(of: [2, 4, 5, 6]) { $0.map(halve) }, equals: ["1", "2", "#odd"])
  }

  @Test func `twenty in a row are all applied, seen by the compiler or hidden from it`() {
    let visible = history(of: [0]) {
      $0.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }.map { $0 * 2 }.map { $0 * 2 }.map { $0 - 3 }
    }
    expect(visible, equals: ["13", "|"])
    let hidden = history(of: [0]) { signal in (1...20).reduce(signal) { signal, n in signal.map { $0 * 2 + n % 2 } } }
    expect(hidden, equals: ["\((1...20).reduce(0) { $0 * 2 + $1 % 2 })", "|"])
  }

  // MARK: - Several properties

  private struct Person: Sendable {
    var first: String
    var last: String
    var age = 36
  }

  private let people = [Person(first: "Ada", last: "Lovelace"), Person(first: "Alan", last: "Turing", age: 41)]

  @Test func `two and three key paths make a tuple`() {
    expect(
      history(of: people) { $0.map(\.first, \.last) },
      equals: ["(\"Ada\", \"Lovelace\")", "(\"Alan\", \"Turing\")", "|"])
    expect(
      history(of: people) { $0.map(\.first, \.last, \.age) },
      equals: ["(\"Ada\", \"Lovelace\", 36)", "(\"Alan\", \"Turing\", 41)", "|"])
    expect(
      history(of: people, end: .failed(Failure("e"))) { $0.map(\.age, \.age).prefix(1) }, equals: ["(36, 36)", "|"])
    expect(history(of: [Person](), end: .failed(Failure("e"))) { $0.map(\.age, \.last) }, equals: ["#e"])
  }

  @Test func `operators go on with the tuple`() {
    let names = history(of: people) { people in
      people.map(\.first, \.last).map { "\($0) \($1)" }.map(\.count).filter { $0 > 11 }
    }
    expect(names, equals: ["12", "|"])
    let length: any KeyPath<Person, Int> & Sendable = \.age
    expect(
      history(of: people) { $0.map(\.first, length).map { first, age in "\(first)\(age)" } },
      equals: [
        "Ada36", "Alan41", "|",
      ])
  }
}
