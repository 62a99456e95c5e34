import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// A value whose `==` belongs to the main actor, as any conformance does in this module.
struct Marked: Equatable, Hashable, Sendable {
  nonisolated let number: Int

  nonisolated init(_ number: Int) { self.number = number }

  static func == (one: Marked, other: Marked) -> Bool {
    MainActor.assertIsolated()
    return one.number == other.number
  }

  func hash(into hasher: inout Hasher) {
    MainActor.assertIsolated()
    hasher.combine(number)
  }
}

nonisolated struct Holder: Sendable {
  var marked = Marked(0)
  var count = 0
}

/// C13: a conformance of the main actor is used on the main actor only. Elsewhere the values count as different (K8,
/// K9).
@Suite("Values that are Equatable on the main actor only") struct ConformanceTests {
  @Test func `an equal result of a derived value is no change on the main actor, and is one elsewhere`() async {
    let count = Property(1)
    let sign = Derived { Marked(count.value.signum()) }
    let doubled = count.derived { Marked($0.signum() * 2) }
    let signs = Recorder(sign.map { $0.number })
    let doubles = Recorder(doubled.map { $0.number })
    count.value = 2
    count.value = 3
    #expect(signs.history == ["1"])
    #expect(doubles.history == ["2"])
    await elsewhere { count.value = 4 }
    #expect(signs.history == ["1", "1"])
    #expect(doubles.history == ["2", "2"])
    count.value = -1
    #expect(signs.history == ["1", "1", "-1"])
  }

  @Test func `an equal part of a property is no change on the main actor, and is one elsewhere`() async {
    let whole = Property(Holder())
    let parts = Recorder(whole.part(\.marked).map { $0.number })
    whole.value.count = 1
    #expect(parts.history == ["0"])
    await elsewhere { whole.value.count = 2 }
    #expect(parts.history == ["0", "0"])
  }

  @Test func `an equal computed value is no change`() {
    let cart = Cart()
    var log: [String] = []
    let observer = KeyValueObserver(cart, \.dearest.value) { log.append($0.newValue?.name ?? "-") }
    cart.items = [Item(name: "tea", price: 4)]
    cart.items.append(Item(name: "milk", price: 2))
    #expect(log == ["", "tea"])
    withExtendedLifetime(observer) {}
  }

  @Test func `the elements of an array are compared on the main actor only`() async {
    let array = ObservedArray([Marked(1), Marked(2)])
    let notes = Notes<String>()
    let endpoint = array.changes.subscribeValues(Self.noting(notes))
    array.value = [Marked(2), Marked(1)]
    #expect(notes.all == ["move"])
    await elsewhere { array.value = [Marked(2), Marked(1), Marked(3)] }
    #expect(notes.all == ["move", "replacement of 2"])
    withExtendedLifetime(endpoint) {}
  }

  private nonisolated static func noting(_ notes: Notes<String>) -> @Sendable ([ArrayChange<Marked>]) -> Void {
    { changes in
      for change in changes {
        switch change {
        case .move: notes.append("move")
        case .replacement(let old, with: _, at: _): notes.append("replacement of \(old.count)")
        default: notes.append("other")
        }
      }
    }
  }

  @Test func `the values of a dictionary are compared on the main actor only`() async {
    let dictionary = ObservedDictionary(["a": Marked(1), "b": Marked(2)])
    let counts = Recorder(dictionary.changes.map { $0.count })
    dictionary.value = ["a": Marked(1), "b": Marked(3)]
    #expect(counts.history == ["1"])
    await elsewhere { dictionary.value = ["a": Marked(1), "b": Marked(4)] }
    #expect(counts.history == ["1", "2"])
  }

  @Test func `main-actor closures edit a collection of such values`() {
    let array = ObservedArray([Marked(3), Marked(1), Marked(2), Marked(1)])
    array.sort { $0.number < $1.number }
    array.removeAll { $0 == Marked(1) }
    array.batch { $0.append(Marked(4)) }
    #expect(array.value == [Marked(2), Marked(3), Marked(4)])
  }

  @Test func `main-actor closures count and search such values`() {
    let input = SignalInput<Marked>()
    let counts = Recorder(input.scan(0, on: .main) { $0 + ($1 == Marked(1) ? 1 : 0) })
    let found = Recorder(input.map(on: .main) { $0 == Marked(2) }.contains(true))
    for number in [1, 2, 1] { input.send(Marked(number)) }
    #expect(counts.history == ["1", "1", "2"])
    #expect(found.history == ["true", "|"])
  }

  /// A converter whose closures belong to no actor, so that each thread converts its own sets.
  private nonisolated static func lastDigit() -> Converter<Marked, Int> {
    Converter(forward: { $0.number % 10 }, backward: { Marked($0) })
  }

  @Test func `a binding with a converter compares on the main actor only`() async {
    let marked = Property(Marked(5))
    let number = Property(0)
    let binding = bind(marked, to: number, initially: .fromFirst, converting: Self.lastDigit())
    #expect(number.value == 5)
    marked.value = Marked(17)
    // The conversion back gives another value, which is the normal form (B2).
    #expect(marked.value == Marked(7))
    await elsewhere { marked.value = Marked(28) }
    #expect(number.value == 8)
    #expect(marked.value == Marked(28))
    withExtendedLifetime(binding) {}
  }
}
