import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// Operators of properties, derived values, projections and collections: no `signal` in between.
@Suite("Operators of state", .leavesNothing) @MainActor struct OperatorsOfStateTests {
  private final class Person {
    @Observed var first = "Ada"
    @Observed var last = "Lovelace"
    lazy var initials = Computed { [unowned self] in "\(first.prefix(1))\(last.prefix(1))" }
  }

  @Test func `a property and a derived value`() {
    let count = Property(1)
    let double = Derived { count.value * 2 }
    let counts = Recorder(count.map { "\($0)" })
    let doubles = Recorder(double.filter { $0 > 2 })
    let both = Recorder(combineLatest(count, double).map { "\($0.0) \($0.1)" })
    count.value = 2
    #expect(counts.history == ["1", "2"])
    #expect(doubles.history == ["4"])
    #expect(both.history == ["1 2", "2 4"])
  }

  @Test func `a part of a property`() {
    let name = Property((first: "Ada", last: "Lovelace"))
    let recorder = Recorder(name.part(\.first).removeDuplicates())
    name.value.last = "Byron"
    name.value.first = "Annabella"
    #expect(recorder.history == ["Ada", "Annabella"])
  }

  @Test func `projections`() {
    let person = Person()
    let names = Recorder(combineLatest(person.$first, person.$last).map { "\($0) \($1)" })
    let lengths = Recorder(person.$first.map(\.count))
    let calls = Log<String>()
    let endpoint = person.$first.subscribeValues { calls.append($0) }
    person.first = "Augusta"
    #expect(names.history == ["Ada Lovelace", "Augusta Lovelace"])
    #expect(lengths.history == ["3", "7"])
    #expect(calls.entries == ["Ada", "Augusta"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a computed value`() {
    let person = Person()
    let recorder = Recorder(person.initials.map { $0.lowercased() })
    person.last = "Byron"
    #expect(recorder.history == ["al", "ab"])
  }

  @Test func `collections, whose own operators go on treating elements`() {
    let list: ObservedArray<Int> = [1, 2]
    let scores: ObservedDictionary<String, Int> = ["Ada": 1]
    let counts = Recorder(list.map { $0.count } as Signal<Int>)
    let both = Recorder(combineLatest(list, scores).map { "\($0.0) \($0.1)" })
    list.append(3)
    scores["Ada"] = 2
    #expect(counts.history == ["2", "3"])
    #expect(both.history == [#"[1, 2] ["Ada": 1]"#, #"[1, 2, 3] ["Ada": 1]"#, #"[1, 2, 3] ["Ada": 2]"#])
    let texts = list.map { "\($0)" }
    let pairs = zip(list, list).map { $0 + $1 }
    #expect(texts == ["1", "2", "3"])
    #expect(pairs == [2, 4, 6])
    #expect(list.filter { $0 > 1 } == [2, 3])
    #expect(list.reduce(0, +) == 6)
    #expect(list.contains(2) && list.allSatisfy { $0 > 0 } && list.max() == 3)
    #expect(scores.filter { $0.value > 1 }.count == 1)
  }

  @Test func `values of a property and copies to one`() {
    let (text, copy) = (Property("a"), Property(""))
    let endpoint = text.map { $0 + "!" }.assign(to: copy)
    text.value = "b"
    #expect(copy.value == "b!")
    withExtendedLifetime(endpoint) {}
  }
}
