import Signals
import SignalsKVO
import Testing

/// The writes of a binding belong to the turn of the change that caused them (C10).
@Suite("Binding: turns", .leavesNothing) struct BindingTurnTests {
  @Test func `a join over two bound key paths emits once per turn`() {
    let (one, other) = (Counted(0), Counted(0))
    let binding = bind(one, \.value, to: other, \.value)
    let seen = Log<[Int]>()
    let endpoint = combineLatest(one.$value.signal, other.$value.signal).subscribeValues { seen.append([$0, $1]) }
    one.value = 1
    other.value = 2
    transaction { for value in 3...5 { one.value = value } }
    expect(seen.entries, equals: [[0, 0], [1, 1], [2, 2], [5, 5]])
    withExtendedLifetime((binding, endpoint)) {}
  }

  @Test func `a join over two bound properties emits once per turn`() {
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: other)
    let seen = Log<[Int]>()
    let endpoint = combineLatest(one.signal, other.signal).subscribeValues { seen.append([$0, $1]) }
    one.value = 1
    other.value = 2
    transaction { for value in 3...5 { one.value = value } }
    expect(seen.entries, equals: [[0, 0], [1, 1], [2, 2], [5, 5]])
    withExtendedLifetime((binding, endpoint)) {}
  }

  /// The handler that sets an end.
  private enum Setter: CaseIterable { case join, end }

  @Test(arguments: [0, 1], [0, 1])
  func `a handler that sets either end is told of no mixture by a join over both, and the ends settle (B2)`(
    set start: Int, thenSet target: Int
  ) {
    for setter in Setter.allCases {
      for order in [[0, 1], [1, 0]] {
        for hasPart in [false, true] {
          let whole = Property(0)
          let ends = [Property(0), hasPart ? Property(0) : whole]
          let bindings =
            hasPart
            ? [bind(ends[0], to: whole.part(\.self)), bind(whole.part(\.self), to: ends[1])]
            : [bind(ends[0], to: ends[1])]
          let seen = Log<[Int]>()
          // Limited, so that a set without end fails.
          let react: @Sendable (Int) -> Void = { value in
            if value == 1, seen.entries.count < 100 { ends[target].value = 2 }
          }
          let direct = setter == .end ? ends[0].signal.subscribeValues(react) : nil
          let join = combineLatest(ends[order[0]].signal, ends[order[1]].signal).subscribeValues {
            seen.append([$0, $1])
            if setter == .join { react($0) }
          }
          ends[start].value = 1
          expect(seen.entries, equals: [[0, 0], [1, 1], [2, 2]])
          withExtendedLifetime((bindings, direct, join)) {}
        }
      }
    }
  }

  @Test func `a join over two ends with a converter emits once per turn`() {
    let (one, other) = (Property(0), Property("0"))
    let binding = bind(
      one, to: other, converting: Converter(forward: { "\($0)" }, backward: { Int($0) ?? 0 }))
    let seen = Log<String>()
    let endpoint = combineLatest(one.signal, other.signal).subscribeValues { seen.append("\($0) \($1)") }
    one.value = 1
    other.value = "2"
    expect(seen.entries, equals: ["0 0", "1 1", "2 2"])
    withExtendedLifetime((binding, endpoint)) {}
  }

  @Test func `a join over a chain of bound objects emits once per turn`() {
    let ends = (0..<4).map { _ in Counted(0) }
    let bindings = (0..<3).map { bind(ends[$0], \.value, to: ends[$0 + 1], \.value) }
    let seen = Log<[Int]>()
    let endpoint = combineLatest(ends.map(\.$value.signal)).subscribeValues { seen.append($0) }
    ends[0].value = 1
    ends[2].value = 2
    transaction {
      ends[0].value = 3
      ends[0].value = 4
    }
    expect(seen.entries, equals: [0, 1, 2, 4].map { [$0, $0, $0, $0] })
    withExtendedLifetime((bindings, endpoint)) {}
  }

  @Test func `a join over a chain of bound properties emits once per turn`() {
    let ends = (0..<4).map { _ in Property(0) }
    let bindings = (0..<3).map { bind(ends[$0], to: ends[$0 + 1]) }
    let seen = Log<[Int]>()
    let endpoint = combineLatest(ends.map(\.signal)).subscribeValues { seen.append($0) }
    ends[0].value = 1
    ends[2].value = 2
    transaction {
      ends[0].value = 3
      ends[0].value = 4
    }
    expect(seen.entries, equals: [0, 1, 2, 4].map { [$0, $0, $0, $0] })
    withExtendedLifetime((bindings, endpoint)) {}
  }

  @MainActor
  @Test func `a join over a bound object and a property emits once per turn`() {
    let (one, other) = (Counted(0), Property(0))
    let binding = bind(one, \.value, to: other)
    let seen = Log<[Int]>()
    let endpoint = combineLatest(one.$value.signal, other.signal).subscribeValues { seen.append([$0, $1]) }
    one.value = 1
    other.value = 2
    transaction {
      one.value = 3
      other.value = 4
    }
    expect(seen.entries, equals: [[0, 0], [1, 1], [2, 2], [4, 4]])
    withExtendedLifetime((binding, endpoint)) {}
  }

  @Test func `a computed path over both ends reports one change for a transaction`() {
    final class Both {
      @Observed var one = 0
      @Observed var other = 0
      var sum: Int { one + other }
    }
    let both = Both()
    let binding = bind(both, \.one, to: both, \.other)
    var sums: [Int?] = []
    let observer = KeyValueObserver(both, \.sum, options: .new) { sums.append($0.newValue) }
    transaction { both.one = 1 }
    expect(sums, equals: [2])
    withExtendedLifetime((binding, observer)) {}
  }
}
