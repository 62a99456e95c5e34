import Signals
import SignalsKVO
import Testing

/// How often each end is set: exactly as often as there is something new for it (B2, B7).
@Suite("Binding: sets") struct SetCountTests {
  /// Counts what it is set to, by whomever.
  private final class Counted {
    @Observed var value = 0 { willSet { sets.append(newValue) } }
    var sets: [Int] = []
  }

  @Test func `one set of either end is one of the other`() {
    let (one, other) = (Counted(), Counted())
    other.value = 7
    let binding = bind(one, \.value, to: other, \.value)
    #expect(one.sets == [7])
    one.value = 1
    other.value = 2
    #expect(one.sets == [7, 1, 2])
    #expect(other.sets == [7, 1, 2])
    withExtendedLifetime(binding) {}
  }

  @Test func `of two properties`() {
    let (one, other) = (Property(0), Property(7))
    let sets = (Log<Int>(), Log<Int>())
    let endpoints = [
      one.signal.subscribeValues { sets.0.append($0) }, other.signal.subscribeValues { sets.1.append($0) },
    ]
    let binding = bind(one, to: other)
    one.value = 1
    other.value = 2
    other.value = 2
    #expect(sets.0.entries == [0, 7, 1, 2, 2])
    #expect(sets.1.entries == [7, 1, 2, 2])
    withExtendedLifetime((binding, endpoints)) {}
  }

  @Test func `a converter`() {
    let (field, count) = (Property(""), Property(3))
    let sets = (Log<String>(), Log<Int>())
    let endpoints = [
      field.signal.subscribeValues { sets.0.append($0) }, count.signal.subscribeValues { sets.1.append($0) },
    ]
    struct NoNumber: Error {}
    let binding = bind(
      field, to: count,
      converting: Converter(
        forward: { text in
          guard let number = Int(text) else { throw NoNumber() }
          return number
        }, backward: { "\($0)" }))
    let rejected = Log<BindingEnd>()
    let rejections = binding.rejections.subscribeValues { rejected.append($0.end) }
    field.value = "5"
    field.value = "007"
    field.value = "x"
    count.value = 9
    #expect(sets.0.entries == ["", "3", "5", "007", "7", "x", "9"])
    #expect(sets.1.entries == [3, 5, 7, 9])
    #expect(rejected.entries == [.second])
    withExtendedLifetime((binding, endpoints, rejections)) {}
  }

  private final class Clamped {
    @Observed var value = 0 {
      willSet { sets.append(newValue) }
      didSet { if value > 10 { value = 10 } }
    }
    var sets: [Int] = []
  }

  @Test func `a clamp is written back once`() {
    let (one, other) = (Counted(), Clamped())
    let binding = bind(one, \.value, to: other, \.value)
    one.value = 20
    #expect(one.sets == [0, 20, 10])
    #expect(other.sets == [20, 10])
    withExtendedLifetime(binding) {}
  }

  @Test func `ten sets in a transaction are one`() {
    let (one, other) = (Counted(), Counted())
    let binding = bind(one, \.value, to: other, \.value)
    transaction { for value in 1...10 { one.value = value } }
    #expect(other.sets == [10])
    let (third, fourth) = (Property(0), Property(0))
    let sets = Log<Int>()
    let endpoint = fourth.signal.subscribeValues { sets.append($0) }
    let second = bind(third, to: fourth)
    transaction { for value in 1...10 { third.value = value } }
    #expect(sets.entries == [0, 10])
    withExtendedLifetime((binding, second, endpoint)) {}
  }

  @Test(arguments: [3, 5])
  func `a ring is set once round`(_ size: Int) {
    let ends = (0..<size).map { _ in Counted() }
    let bindings = (0..<size).map { bind(ends[$0], \.value, to: ends[($0 + 1) % size], \.value) }
    for end in ends { end.sets = [] }
    ends[1].value = 4
    for end in ends { #expect(end.sets == [4]) }
    withExtendedLifetime(bindings) {}
  }

  @Test(arguments: [3, 5])
  func `a ring of properties is set once round`(_ size: Int) {
    let ends = (0..<size).map { _ in Property(0) }
    let bindings = (0..<size).map { bind(ends[$0], to: ends[($0 + 1) % size]) }
    let logs = ends.map { _ in Log<Int>() }
    let endpoints = (0..<size).map { index in ends[index].signal.dropFirst().subscribeValues { logs[index].append($0) }
    }
    ends[1].value = 4
    for log in logs { #expect(log.entries == [4]) }
    withExtendedLifetime((bindings, endpoints)) {}
  }
}
