import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// Properties that follow another value and give nothing back.
@Suite("Binding: one way", .leavesNothing) struct OneWayTests {
  private final class Person {
    @Observed var first = "Ada"
    @Observed var last = "Lovelace"
    @Observed var nickname: String?
    var full: String { "\(first) \(last)" }
  }

  private final class Label {
    var text = "" { didSet { texts.append(text) } }
    var optional: String? = "none yet"
    private(set) var texts: [String] = []
  }

  @Test func `a property follows another one through a transform`() {
    let (label, person) = (Label(), Person())
    let observer = bind(label, \.text, from: person, \.full) { "To \($0)" }
    person.first = "A."
    label.text = "mine"
    transaction {
      person.first = "Grace"
      person.last = "Hopper"
    }
    expect(label.texts, equals: ["To Ada Lovelace", "To A. Lovelace", "mine", "To Grace Hopper"])
    expect(person.full, equals: "Grace Hopper")
    observer.cancel()
    person.last = "H."
    expect(label.texts.count, equals: 4)
  }

  @Test func `nil is carried like any other value`() {
    let (label, person) = (Label(), Person())
    let observer = bind(label, \.optional, from: person, \.nickname)
    expect(label.optional == nil)
    person.nickname = "Countess"
    expect(label.optional, equals: "Countess")
    person.nickname = nil
    expect(label.optional == nil)
    withExtendedLifetime(observer) {}
  }

  /// Cancels bindings that would otherwise set `model` for ever.
  private func limit<Value>(_ model: Counted<Value>, _ bindings: KeyValueObserver...) -> KeyValueObserver {
    KeyValueObserver(model, \.value, options: []) { [unowned model] _ in
      if model.sets.count > 100 { for binding in bindings { binding.cancel() } }
    }
  }

  @Test func `two opposite bindings carry each set once (B2)`() {
    let (one, other) = (Counted(0), Counted(0))
    let forth = bind(one, \.value, from: other, \.value)
    let back = bind(other, \.value, from: one, \.value)
    let limit = limit(one, forth, back)
    expect(one.sets == [0, 0] && other.sets == [0])
    one.forget()
    other.forget()
    one.value = 1
    expect(one.sets == [1] && other.sets == [1])
    other.value = 2
    expect(one.sets == [1, 2] && other.sets == [1, 2])
    transaction {
      one.value = 3
      one.value = 4
    }
    expect(one.sets == [1, 2, 3, 4] && other.sets == [1, 2, 3, 4])
    for observer in [forth, back, limit] { observer.cancel() }
  }

  /// The places of two bindings that are made on neighbouring lines of this file, of which the first was stopped.
  private func places(_ stopped: UInt, _ other: UInt) -> [String] {
    ["SignalsKVOTests/OneWayTests.swift:\(stopped)", "SignalsKVOTests/OneWayTests.swift:\(other)"]
  }

  @Test func `two opposite bindings that never agree are stopped and reported (B2)`() {
    let (one, other) = (Counted(0), Counted(0))
    let line: UInt = #line
    let forth = bind(one, \.value, from: other, \.value) { $0 + 1 }
    let back = bind(other, \.value, from: one, \.value) { $0 + 1 }
    expect([one.value, other.value], equals: [3, 2])
    one.value = 5
    expect([one.value, other.value], equals: [5, 6])
    let report = UnsettledBinding(first: "5", second: "6", places: places(line + 1, line + 2))
    expect(forth.unsettled, equals: report)
    expect(back.unsettled == nil)
    let reports = Log<BindingRejection>()
    let endpoint = forth.rejections.subscribeValues { reports.append($0) }
    expect(reports.entries.map { $0.error as? UnsettledBinding }, equals: [report])
    expect(reports.entries.map(\.end), equals: [.first])
    other.value = 7
    expect([one.value, other.value], equals: [8, 7])
    expect(forth.unsettled == nil)
    expect(back.unsettled, equals: UnsettledBinding(first: "7", second: "8", places: places(line + 2, line + 1)))
    one.value = 1
    expect(reports.entries.count, equals: 2)
    for observer in [forth, back] { observer.cancel() }
    withExtendedLifetime(endpoint) {}
  }

  @Test func `two opposite bindings of clamps that exclude each other are stopped and reported (B2)`() {
    let (low, high) = (Corrected(0) { min($0, 5) }, Corrected(10) { max($0, 10) })
    let line: UInt = #line
    let forth = bind(low, \.value, from: high, \.value)
    let back = bind(high, \.value, from: low, \.value)
    low.value = 3
    expect([low.value, high.value], equals: [5, 10])
    expect(low.sets.count < 100 && high.sets.count < 100)
    let reports = [forth.unsettled, back.unsettled]
    expect(
      reports == [UnsettledBinding(first: "5", second: "10", places: places(line + 1, line + 2)), nil]
        || reports == [nil, UnsettledBinding(first: "10", second: "5", places: places(line + 2, line + 1))])
    low.value = 4
    expect([low.value, high.value], equals: [5, 10])
    for observer in [forth, back] { observer.cancel() }
  }

  @Test func `two opposite bindings that agree report nothing`() {
    let (celsius, fahrenheit) = (Counted(0), Counted(32))
    let forth = bind(celsius, \.value, from: fahrenheit, \.value) { ($0 - 32) * 5 / 9 }
    let back = bind(fahrenheit, \.value, from: celsius, \.value) { $0 * 9 / 5 + 32 }
    celsius.value = 100
    fahrenheit.value = 50
    expect([celsius.value, fahrenheit.value], equals: [10, 50])
    expect(forth.unsettled == nil && back.unsettled == nil)
    for observer in [forth, back] { observer.cancel() }
  }

  @Test func `the signal of rejections finishes with the binding or its source`() {
    let one = Counted(0)
    var other: Counted<Int>? = Counted(0)
    let bindings = other.map { other in (0..<2).map { _ in bind(one, \.value, from: other, \.value) } } ?? []
    let ends = Log<Int>()
    let endpoints = bindings.indices.map { index in
      bindings[index].rejections.subscribe { event in if case .end = event { ends.append(index) } }
    }
    bindings[0].cancel()
    expect(ends.entries, equals: [0])
    other = nil
    expect(ends.entries, equals: [0, 1])
    withExtendedLifetime(endpoints) {}
  }

  @Test func `a handler's newer set prevails over a change on its way back`() {
    let (one, other) = (Counted(0), Counted(0))
    let forth = bind(other, \.value, from: one, \.value)
    let back = bind(one, \.value, from: other, \.value)
    let limit = limit(one, forth, back)
    let handler = KeyValueObserver(one, \.value, options: .new) { [unowned one] change in
      if change.newValue == 1 { one.value = 2 }
    }
    one.forget()
    other.forget()
    one.value = 1
    expect(one.sets == [1, 2] && other.sets == [1, 2])
    for observer in [forth, back, limit, handler] { observer.cancel() }
  }

  @Test func `a handler's newer set prevails over the change that it answers (B2)`() {
    let (one, other) = (Counted(0), Counted(0))
    let handler = KeyValueObserver(other, \.value, options: [.new]) { [weak one] change in
      if change.newValue == 6 { one?.value = 100 }
    }
    let forth = bind(other, \.value, from: one, \.value)
    let back = bind(one, \.value, from: other, \.value)
    let limit = limit(one, forth, back)
    one.forget()
    other.forget()
    other.value = 6
    expect(one.sets, equals: [100])
    expect(other.sets, equals: [6, 100])
    expect(forth.unsettled == nil && back.unsettled == nil)
    for observer in [handler, forth, back, limit] { observer.cancel() }
  }

  @Test func `opposite transforms that don't undo each other settle`() {
    let (one, other) = (Counted(0), Counted(0))
    let forth = bind(one, \.value, from: other, \.value) { $0 + 1 }
    let back = bind(other, \.value, from: one, \.value) { $0 + 1 }
    let limit = limit(one, forth, back)
    one.value = 5
    expect([one.value, other.value], equals: [5, 6])
    other.value = 7
    expect([one.value, other.value], equals: [8, 7])
    for observer in [forth, back, limit] { observer.cancel() }
  }

  @Test func `a ring of three carries each set once`() {
    let models = [Counted(0), Counted(0), Counted(0)]
    let bindings = (0..<3).map { bind(models[($0 + 1) % 3], \.value, from: models[$0], \.value) }
    let limit = limit(models[0], bindings[0], bindings[1], bindings[2])
    for (index, model) in models.enumerated() {
      models.forEach { $0.forget() }
      model.value = index + 1
      expect(models.map(\.sets), equals: [[index + 1], [index + 1], [index + 1]])
    }
    for observer in bindings + [limit] { observer.cancel() }
  }

  @Test func `a one-way and a two-way binding in a ring carry each set once`() {
    let (one, other) = (Counted(0), Counted(0))
    let both = bind(one, \.value, to: other, \.value)
    let back = bind(one, \.value, from: other, \.value)
    let limit = limit(one, back)
    one.forget()
    other.forget()
    one.value = 1
    expect(one.sets == [1] && other.sets == [1])
    other.value = 2
    expect(one.value == 2 && other.sets == [1, 2])
    both.cancel()
    for observer in [back, limit] { observer.cancel() }
  }

  private final class Doubling {
    @Observed var number = 0
    @Observed var count = 0
    var double: Int { number &* 2 }
  }

  @Test func `a pair with a handler that never settles is stopped`() {
    let (one, other) = (Doubling(), Counted(0))
    let forth = bind(other, \.value, from: one, \.double)
    let back = bind(one, \.number, from: other, \.value)
    let answer = KeyValueObserver(other, \.value, options: []) { [unowned one] _ in
      one.count += 1
      if one.count > 1_000 { forth.cancel() } else { one.number &+= 1 }
    }
    one.number = 1
    expect(one.count < 1_000)
    for observer in [forth, back, answer] { observer.cancel() }
  }

  @Test func `a sum of two targets of one source gets both values`() {
    final class Sum {
      @Observed var first = 0
      @Observed var second = 0
      @Observed var copy = 0
      var sum: Int { first + second }
    }
    let (source, sum, target) = (Counted(1), Sum(), Counted(0))
    let bindings = [
      bind(sum, \.first, from: source, \.value), bind(sum, \.second, from: source, \.value),
      bind(target, \.value, from: sum, \.sum), bind(sum, \.copy, from: target, \.value),
    ]
    source.value = 2
    expect(target.value, equals: 4)
    expect(sum.copy, equals: 4)
    for binding in bindings { binding.cancel() }
  }

  @Test func `a property follows the projection of another, with and without a transform`() {
    let (label, shout, person) = (Label(), Label(), Person())
    let observers = [
      person.$first.assign(to: \.text, on: label), person.$first.assign(to: \.text, on: shout) { $0.uppercased() },
    ]
    person.first = "Grace"
    person.first = "Grace"
    expect(label.texts, equals: ["Ada", "Grace", "Grace"])
    expect(shout.texts, equals: ["ADA", "GRACE", "GRACE"])
    for observer in observers { observer.cancel() }
    person.first = "Barbara"
    expect(label.texts, equals: ["Ada", "Grace", "Grace"])
  }

  @Test func `the projection of a dead object sets nothing`() {
    let label = Label()
    var person: Person? = Person()
    let first = person?.$first
    let before = first.map { $0.assign(to: \.text, on: label) }
    person = nil
    let after = first.map { $0.assign(to: \.text, on: label) }
    expect(label.texts, equals: ["Ada"])
    expect([before?.isActive, after?.isActive], equals: [false, false])
  }

  @Test func `a one-way binding retains neither object`() {
    var (label, person): (Label?, Person?) = (Label(), Person())
    weak let goneLabel = label
    weak let gonePerson = person
    let observer = label.flatMap { label in person.map { bind(label, \.text, from: $0, \.full) } }
    label = nil
    expect(goneLabel == nil)
    person?.first = "A."
    person = nil
    expect(gonePerson == nil)
    expect(observer?.isActive, equals: false)
  }

  @Test func `a one-way binding is over when its target has gone (B6)`() {
    var label: Label? = Label()
    let person = Person()
    let binding = label.map { bind($0, \.text, from: person, \.full) }
    let rejections = binding.map { Recorder($0.rejections) }
    expect(binding?.isActive, equals: true)
    label = nil
    expect(binding?.isActive, equals: false)
    person.first = "A."
    expect(rejections?.history, equals: ["|"])
  }

  @Test func `what the getter of the target reads besides keeps no change away`() {
    final class Theme { @Observed var isDark = false }
    final class Field {
      let theme: Theme
      @Observed private var stored = ""
      var title: String {
        get { theme.isDark ? stored : stored + "!" }
        set { stored = newValue }
      }
      init(_ theme: Theme) { self.theme = theme }
    }
    let (person, theme) = (Person(), Theme())
    let field = Field(theme)
    let other = Theme()
    let shared = bind(theme, \.isDark, to: other, \.isDark)
    let darkening = KeyValueObserver(person, \.first, options: .new) { _ in theme.isDark.toggle() }
    let binding = bind(field, \.title, from: person, \.first)
    person.first = "Grace"
    expect(field.title, equals: "Grace")
    darkening.cancel()
    withExtendedLifetime((other, shared, binding)) {}
  }
}
