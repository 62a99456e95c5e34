import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// Operators of properties, derived values, projections and collections, without an explicit `signal`.
@Suite("Operators of state", .leavesNothing) @MainActor struct OperatorsOfStateTests {
  private final class Person {
    @Observed var first = "Ada"
    @Observed var last = "Lovelace"
    lazy var initials = Computed { [unowned self] in "\(first.prefix(1))\(last.prefix(1))" }
  }

  @Test func `a property and a derived value have operators`() {
    let count = Property(1)
    let double = Derived { count.value * 2 }
    let counts = Recorder(count.map { "\($0)" })
    let doubles = Recorder(double.filter { $0 > 2 })
    let both = Recorder(combineLatest(count, double).map { "\($0.0) \($0.1)" })
    count.value = 2
    expect(counts.history, equals: ["1", "2"])
    expect(doubles.history, equals: ["4"])
    expect(both.history, equals: ["1 2", "2 4"])
  }

  @Test func `a part of a property has operators`() {
    let name = Property((first: "Ada", last: "Lovelace"))
    let recorder = Recorder(name.part(\.first).removeDuplicates())
    name.value.last = "Byron"
    name.value.first = "Annabella"
    expect(recorder.history, equals: ["Ada", "Annabella"])
  }

  @Test func `projections have operators`() {
    let person = Person()
    let names = Recorder(combineLatest(person.$first, person.$last).map { "\($0) \($1)" })
    let lengths = Recorder(person.$first.map(\.count))
    let calls = Log<String>()
    let endpoint = person.$first.subscribeValues { calls.append($0) }
    person.first = "Augusta"
    expect(names.history, equals: ["Ada Lovelace", "Augusta Lovelace"])
    expect(lengths.history, equals: ["3", "7"])
    expect(calls.entries, equals: ["Ada", "Augusta"])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `a computed value has operators`() {
    let person = Person()
    let recorder = Recorder(person.initials.map { $0.lowercased() })
    person.last = "Byron"
    expect(recorder.history, equals: ["al", "ab"])
  }

  @Test func `collections have operators of their values beside those of their elements`() {
    let list: ObservedArray<Int> = [1, 2]
    let scores: ObservedDictionary<String, Int> = ["Ada": 1]
    let counts = Recorder(list.map { $0.count } as Signal<Int>)
    let both = Recorder(combineLatest(list, scores).map { "\($0.0) \($0.1)" })
    list.append(3)
    scores["Ada"] = 2
    expect(counts.history, equals: ["2", "3"])
    expect(both.history, equals: [#"[1, 2] ["Ada": 1]"#, #"[1, 2, 3] ["Ada": 1]"#, #"[1, 2, 3] ["Ada": 2]"#])
    let texts = list.map { "\($0)" }
    let pairs = zip(list, list).map { $0 + $1 }
    expect(texts, equals: ["1", "2", "3"])
    expect(pairs, equals: [2, 4, 6])
    expect(list.filter { $0 > 1 }, equals: [2, 3])
    expect(list.reduce(0, +), equals: 6)
    expect(list.contains(2) && list.allSatisfy { $0 > 0 } && list.max() == 3)
    expect(Array(list.suffix(2)) == [2, 3] && Array(list.prefix { $0 < 3 }) == [1, 2])
    expect(scores.filter { $0.value > 1 }.count, equals: 1)
  }

  @Test func `zip pairs the elements of two sequences, and the values of anything else`() {
    let list: ObservedArray = [1, 2]
    let words: ObservedArray = ["a", "b", "c"]
    let scores: ObservedDictionary<String, Int> = ["Ada": 1]
    let positive = list.filtered { $0 > 0 }
    let listAndWords = zip(list, words)
    let listAndScores = zip(list, scores)
    let listAndPositive = zip(list, positive)
    let listAndArray = zip(list, [3, 4])
    let arrayAndRange = zip(["a", "b"], 1...)
    expect(listAndWords.map { "\($0)\($1)" }, equals: ["1a", "2b"])
    expect(listAndScores.map { "\($0)\($1.key)" }, equals: ["1Ada"])
    expect(listAndPositive.map { $0 * $1 }, equals: [1, 4])
    expect(listAndArray.map { $0 * $1 }, equals: [3, 8])
    expect(arrayAndRange.map { "\($0)\($1)" }, equals: ["a1", "b2"])

    let (count, person) = (Property(1), Person())
    expect(Recorder(zip(count, person.$first)).history, equals: [#"(1, "Ada")"#])
    expect(Recorder(zip(count, .of("x"))).history, equals: [#"(1, "x")"#, "|"])
    expect(Recorder(zip(list, count)).history, equals: ["([1, 2], 1)"])
    expect(Recorder(zip(list, positive)).history, equals: ["([1, 2], [1, 2])"])
    expect(Recorder(list.zip(with: words)).history, equals: [#"([1, 2], ["a", "b", "c"])"#])
  }

  @Test func `the values of a property are assigned to another property`() {
    let (text, copy) = (Property("a"), Property(""))
    let endpoint = text.map { $0 + "!" }.assign(to: copy)
    text.value = "b"
    expect(copy.value, equals: "b!")
    withExtendedLifetime(endpoint) {}
  }

  private struct Name: Sendable {
    var first = "Ada"
    var last = "Lovelace"
    var middle = "King"
  }

  @Test func `withLatest(from:) takes the latest values of properties`() {
    let (button, form) = (SignalInput<Void>(), Property("draft"))
    let submitted = Recorder(button.withLatest(from: form) { _, form in form })
    let texts = Recorder(
      button.withLatest(from: form, form) { _, form, other -> String in
        let text = form + "+" + other
        return text
      })
    let three = Recorder(button.withLatest(from: form, form, form) { _, one, two, three in one + two + three })
    button.send(())
    form.value = "final"
    button.send(())
    expect(submitted.history, equals: ["draft", "final"])
    expect(texts.history, equals: ["draft+draft", "final+final"])
    expect(three.history, equals: ["draftdraftdraft", "finalfinalfinal"])
  }

  @Test func `an array has properties, inputs and signals`() {
    let (count, input) = (Property(1), SignalInput<Int>())
    let double = Derived { count.value * 2 }
    let merged = Recorder(merge([count, input, double]))
    let latest = Recorder(combineLatest([count, input.signal]).map { $0[0] + $0[1] })
    count.value = 2
    input.send(5)
    expect(merged.history, equals: ["1", "2", "2", "4", "5"])
    expect(latest.history, equals: ["7"])
  }

  @Test func `combineLatest takes two to five properties, with a closure`() {
    let person = Person()
    let count = Property(1)
    let double = Derived { count.value * 2 }
    let two = Recorder(combineLatest(person.$first, person.$last) { "\($0) \($1)" })
    let three = Recorder(combineLatest(person.$first, person.$last, count) { "\($0) \($1) \($2)" })
    let four = Recorder(combineLatest(person.$first, person.$last, count, double) { "\($0) \($1) \($2) \($3)" })
    let five = Recorder(
      combineLatest(person.$first, person.$last, count, double, count) { first, last, count, double, other -> String in
        let sum = count + double + other
        return "\(first) \(last) \(sum)"
      })
    let method = Recorder(person.$first.combineLatest(count) { "\($0) \($1)" })
    let tuples = Recorder(combineLatest(person.$first, person.$last, count, double, count).map { $0.0 + "\($0.4)" })
    person.first = "Augusta"
    count.value = 2
    expect(two.history, equals: ["Ada Lovelace", "Augusta Lovelace"])
    expect(three.history, equals: ["Ada Lovelace 1", "Augusta Lovelace 1", "Augusta Lovelace 2"])
    expect(four.history, equals: ["Ada Lovelace 1 2", "Augusta Lovelace 1 2", "Augusta Lovelace 2 4"])
    expect(five.history, equals: ["Ada Lovelace 4", "Augusta Lovelace 4", "Augusta Lovelace 8"])
    expect(method.history, equals: ["Ada 1", "Augusta 1", "Augusta 2"])
    expect(tuples.history, equals: ["Ada1", "Augusta1", "Augusta2"])
  }

  @Test func `zip takes two to five properties, with a closure`() {
    let (left, right) = (Property(1), Property("x"))
    let pairs = Recorder(left.zip(with: right).map { "\($0)\($1)" })
    let texts = Recorder(left.zip(with: right) { "\($0)\($1)" })
    let two = Recorder(zip(left, right) { "\($0)\($1)" })
    let three = Recorder(zip(left, right, left) { "\($0)\($1)\($2)" })
    let four = Recorder(zip(left, right, left, right) { "\($0)\($1)\($2)\($3)" })
    let five = Recorder(
      zip(left, right, left, right, left) { a, b, c, d, e -> String in
        let sum = a + c + e
        return "\(sum)\(b)\(d)"
      })
    left.value = 2
    expect(pairs.history, equals: ["1x"])
    right.value = "y"
    expect(pairs.history, equals: ["1x", "2y"])
    expect(texts.history, equals: ["1x", "2y"])
    expect(two.history, equals: ["1x", "2y"])
    expect(three.history, equals: ["1x1", "2y2"])
    expect(four.history, equals: ["1x1x", "2y2y"])
    expect(five.history, equals: ["3xx", "6yy"])
  }

  @Test func `map takes several key paths`() {
    let people = Property(Name())
    let two = Recorder(people.map(\.first, \.last).map { "\($0) \($1)" })
    let three = Recorder(people.map(\.first, \.middle, \.last).map { "\($0) \($1) \($2)" })
    people.value.first = "Augusta"
    expect(two.history, equals: ["Ada Lovelace", "Augusta Lovelace"])
    expect(three.history, equals: ["Ada King Lovelace", "Augusta King Lovelace"])
  }

  @Test func `and, or and not take Boolean properties`() {
    let (isValid, isSaving) = (Property(false), Property(false))
    let canSave = Recorder(isValid.and(isSaving.not()))
    let isBusy = Recorder(isSaving.or(isValid.not()))
    isValid.value = true
    isSaving.value = true
    expect(canSave.history, equals: ["false", "true", "false"])
    expect(isBusy.history, equals: ["true", "false", "true"])
  }

  @Test func `operators in time take properties and inputs`() {
    let clock = VirtualScheduler()
    let query = Property("")
    let settled = Recorder(query.debounce(for: .milliseconds(300), on: clock))
    let person = Person()
    let names = Recorder(person.$first.removeDuplicates())
    let clicks = SignalInput<Void>()
    let counts = Recorder(clicks.map { 1 }.scan(0, +))
    query.value = "a"
    person.first = "Ada"
    clicks.send(())
    clicks.send(())
    clock.advance(by: .milliseconds(300))
    expect(settled.history, equals: ["a"])
    expect(names.history, equals: ["Ada"])
    expect(counts.history, equals: ["1", "2"])
  }

  @Test func `scan(into:), prefix, suffix, repeat and ifEmpty take properties`() {
    let level = Property(1)
    let history = Recorder(level.scan(into: []) { $0.append($1) })
    let through = Recorder(level.prefix(through: { $0 < 3 }))
    let latest = Recorder(level.prefix(3).suffix(2))
    let twice = Recorder(level.prefix(1).repeat(2))
    let fallback = Recorder(
      level.filter { $0 > 9 }.prefix(untilOutputFrom: level.dropFirst(2)).ifEmpty(switchTo: level))
    level.value = 2
    level.value = 3
    expect(history.history, equals: ["[1]", "[1, 2]", "[1, 2, 3]"])
    expect(through.history, equals: ["1", "2", "3", "|"])
    expect(latest.history, equals: ["2", "3", "|"])
    expect(twice.history, equals: ["1", "1", "|"])
    expect(fallback.history, equals: ["3"])
  }

  @Test func `sequenceEqual takes two properties`() {
    let (saved, loaded) = (Property(1), Property(2))
    let isEqual = Recorder(sequenceEqual(saved, loaded))
    let isSimilar = Recorder(sequenceEqual(saved.prefix(1), loaded.prefix(1)) { abs($0 - $1) < 2 })
    expect(isEqual.history, equals: ["false", "|"])
    expect(isSimilar.history, equals: ["true", "|"])
  }

  @Test func `assign sets an observed property, and a Property from a projection`() {
    let (text, copy, person) = (Property("Augusta"), Property(""), Person())
    let endpoints = [text.assign(to: \.first, on: person), person.$first.assign(to: copy)]
    expect(person.first, equals: "Augusta")
    text.value = "Ada"
    expect(person.first, equals: "Ada")
    expect(copy.value, equals: "Ada")
    withExtendedLifetime(endpoints) {}
  }

  @Test func `a closure returns a property, a derived value or a projection`() {
    @MainActor final class Account { @Observed var name = "Ada" }
    @MainActor final class Session { @Observed var account = Account() }
    let session = Session()
    let (first, second, index) = (Property(1), Property(10), Property(0))
    let rooms = [first, second]
    let double = Derived { second.value * 2 }
    let selected = Recorder(index.flatMap(.latest) { rooms[$0] })
    let names = Recorder(session.$account.flatMap(.latest, on: .main) { $0.$name })
    let cached = Recorder(Signal<Int>.failed(CancellationError()).catch { _ in double })
    let made = Recorder(Signal.deferred { first })
    first.value = 2
    index.value = 1
    first.value = 3
    second.value = 11
    session.account.name = "Grace"
    let former = session.account
    session.account = Account()
    former.name = "Joan"
    expect(selected.history, equals: ["1", "2", "10", "11"])
    expect(names.history, equals: ["Ada", "Grace", "Ada"])
    expect(cached.history, equals: ["20", "22"])
    expect(made.history, equals: ["1", "2", "3"])
  }

  @Test func `a projection prints its value, without a recorded read (K8)`() {
    let person = Person()
    let runs = Log<String>()
    let effect = observe { runs.append("\(person.$first)") }
    person.first = "Grace"
    expect("\(person.$first)", equals: "ObservedProperty<String>(Grace)")
    expect(runs.entries, equals: ["ObservedProperty<String>(Ada)"])
    withExtendedLifetime(effect) {}
  }
}
