import Signals
import SignalsKVO
import Testing

/// Chains and rings of bindings settle, and each end is set once for each change (B2, B6).
@Suite("Binding: chains and rings", .leavesNothing) struct RingTests {
  @Test func `each set reaches each end of a chain of three once`() {
    let ends = (0..<3).map { Counted($0) }
    let bindings = [
      bind(ends[0], \.value, to: ends[1], \.value), bind(ends[1], \.value, to: ends[2], \.value),
    ]
    for end in ends { end.forget() }
    ends[0].value = 10
    ends[2].value = 20
    ends[1].value = 30
    for end in ends { expect(end.sets, equals: [10, 20, 30]) }
    withExtendedLifetime(bindings) {}
  }

  @Test func `a chain through a setter of several properties sets each end once`() {
    let (form, named, label) = (Counted(""), FullName("Ada Byron"), Counted(""))
    let bindings = [bind(form, \.value, to: named, \.whole), bind(label, \.value, to: named, \.whole)]
    form.forget()
    label.forget()
    form.value = "Grace Hopper"
    expect(form.sets, equals: ["Grace Hopper"])
    expect(label.sets, equals: ["Grace Hopper"])
    label.value = "Alan Turing"
    expect((form.value, named.whole, label.value), equals: ("Alan Turing", "Alan Turing", "Alan Turing"))
    withExtendedLifetime(bindings) {}
  }

  @Test(arguments: [2, 3, 5, 64])
  func `each set reaches each object of a ring once`(_ size: Int) {
    let ends = (0..<size).map { Counted($0) }
    let bindings = (0..<size).map { bind(ends[$0], \.value, to: ends[($0 + 1) % size], \.value) }
    for end in ends { end.forget() }
    ends[0].value = 100
    ends[size - 1].value = 200
    for end in ends { expect(end.sets, equals: [100, 200]) }
    withExtendedLifetime(bindings) {}
  }

  @Test(arguments: [2, 3, 5, 64])
  func `each set reaches each property of a ring once`(_ size: Int) {
    let ends = (0..<size).map { Property($0) }
    let bindings = (0..<size).map { bind(ends[$0], to: ends[($0 + 1) % size]) }
    let sets = ends.map { Sets(of: $0) }
    ends[0].value = 100
    ends[size - 1].value = 200
    for set in sets { expect(set.values, equals: [100, 200]) }
    withExtendedLifetime(bindings) {}
  }

  @Test func `each set reaches each end of a ring with policies once (B2, B6)`() {
    let ends = (0..<3).map { _ in Property(0) }
    let ring = [
      bind(ends[0], to: ends[1]), bind(ends[1], to: ends[2], conflicts: .prefer(.second)),
      bind(ends[0], to: ends[2], conflicts: .prefer(.first)),
    ]
    let sets = ends.map { Sets(of: $0) }
    for (index, end) in ends.enumerated() { end.value = 10 + index }
    for set in sets { expect(set.values, equals: [10, 11, 12]) }
    for binding in ring { binding.cancel() }
  }

  @Test func `so it is with a part of a property and policies that merge (B2, B6)`() {
    let (one, other, whole) = (Property(0), Property(0), Property([0]))
    let part = whole.part(\.[0])
    let ring = [
      bind(one, to: other, conflicts: .merge { max($0, $1) }), bind(other, to: part),
      bind(one, to: part, conflicts: .merge { max($0, $1) }),
    ]
    let (ones, others, wholes) = (Sets(of: one), Sets(of: other), Sets(of: whole))
    one.value = 1
    other.value = 2
    part.value = 3
    for set in [ones, others] { expect(set.values, equals: [1, 2, 3]) }
    expect(wholes.values, equals: [[1], [2], [3]])
    for binding in ring { binding.cancel() }
  }

  @Test func `a binding that closes a ring in a transaction settles (B6)`() {
    let ends = (0..<3).map { _ in Counted(0) }
    var ring = (0..<2).map { bind(ends[$0], \.value, to: ends[$0 + 1], \.value, conflicts: .prefer(.second)) }
    for end in ends { end.forget() }
    transaction {
      ends[1].value = 11
      ends[2].value = 12
      ring.append(
        bind(ends[2], \.value, to: ends[0], \.value, initially: .fromFirst, conflicts: .prefer(.second)))
    }
    expect(Set(ends.map(\.value)).count, equals: 1)
    for end in ends { expect(end.sets.count <= 4) }
    expect(ring.allSatisfy { $0.state.unsettled == nil })
    ends[0].value = 20
    expect(ends.map(\.value), equals: [20, 20, 20])
    withExtendedLifetime(ring) {}
  }

  private final class Name {
    @Observed var first: String
    @Observed var nick: String

    init(_ first: String, _ nick: String) {
      self.first = first
      self.nick = nick
    }
  }

  private final class Form { @Observed var name = Name("", "") }

  @Test func `two properties of an object that is exchanged agree afterwards (B3)`() {
    for policy in [ConflictPolicy.lastWriter, .prefer(.first), .prefer(.second)] as [ConflictPolicy<String, String>] {
      let form = Form()
      let binding = bind(form, \.name.first, to: form, \.name.nick, conflicts: policy)
      form.name = Name("A", "B")
      expect(form.name.first, equals: form.name.nick)
      withExtendedLifetime(binding) {}
    }
    let (form, text) = (Form(), Counted(""))
    let bindings = [bind(text, \.value, to: form, \.name.first), bind(text, \.value, to: form, \.name.nick)]
    form.name = Name("A", "B")
    expect(form.name.first, equals: form.name.nick)
    expect(text.value, equals: form.name.nick)
    withExtendedLifetime(bindings) {}
  }

  @Test func `the exchange of an object sets each other end of a ring once (B2)`() {
    final class List { @Observed var selected: Counted<Int>? = Counted(0) }
    let (list, one, other) = (List(), Counted(0), Counted(0))
    var ring = [one, other].map { bind($0, \.value, to: LocalEnd(list, through: \.selected, \.value)) }
    ring.append(bind(one, \.value, to: other, \.value))
    let next = Counted(50)
    next.forget()
    one.forget()
    other.forget()
    list.selected = next
    expect((one.sets, other.sets, next.sets), equals: ([50], [50], []))
    withExtendedLifetime(ring) {}
  }

  @Test(arguments: [1, 2, 3])
  func `the exchange of an object by a handler sets the other end of several bindings once (B2)`(_ count: Int) {
    final class List { @Observed var selected: Counted<Int>? = Counted(0) }
    let (list, one) = (List(), Counted(0))
    let bindings = (0..<count).map { _ in bind(one, \.value, to: LocalEnd(list, through: \.selected, \.value)) }
    let next = Counted(100)
    let handler = KeyValueObserver(list, \.selected?.value, options: [.new]) { [unowned list] change in
      if change.newValue == 70 { list.selected = next }
    }
    one.forget()
    next.forget()
    list.selected?.value = 70
    expect((one.sets, next.sets), equals: ([70, 100], []))
    expect(bindings.allSatisfy { $0.state.unsettled == nil })
    withExtendedLifetime((bindings, handler)) {}
  }

  @Test func `the death of an object sets each other end of a ring once (B2)`() {
    final class List { @WeakObserved var selected: Counted<Int>? }
    var object: Counted<Int>? = Counted(1)
    let (list, one, other) = (List(), Counted(0), Counted(0))
    list.selected = object
    var ring = [one, other].map { bind($0, \.value, to: LocalEnd(list, through: \.selected, \.value, absent: -1)) }
    ring.append(bind(one, \.value, to: other, \.value))
    one.forget()
    other.forget()
    object = nil
    expect((one.sets, other.sets), equals: ([-1], [-1]))
    withExtendedLifetime((ring, object)) {}
  }

  @Test func `a cancel in the middle of a long chain stops the links beyond it`() {
    let ends = (0..<100).map { _ in Property(0) }
    let bindings = (1..<ends.count).map { bind(ends[$0 - 1], to: ends[$0]) }
    let endpoint = ends[10].signal.dropFirst().subscribeValues { _ in
      for binding in bindings[32...] { binding.cancel() }
    }
    ends[0].value = 1
    expect(ends.map(\.value), equals: Array(repeating: 1, count: 33) + Array(repeating: 0, count: 67))
    withExtendedLifetime((bindings, endpoint)) {}
  }

  @Test func `closing a ring sets each end to the initial value once`() {
    let ends = (0..<3).map { Counted($0) }
    var bindings = [bind(ends[0], \.value, to: ends[1], \.value), bind(ends[1], \.value, to: ends[2], \.value)]
    for end in ends { end.forget() }
    bindings.append(bind(ends[2], \.value, to: ends[0], \.value))
    expect(ends.map(\.sets), equals: [[2], [2], [2]])
    withExtendedLifetime(bindings) {}
  }

  @Test(arguments: [3, 5])
  func `a transaction sets each end of a ring once`(_ size: Int) {
    let ends = (0..<size).map { Counted($0) }
    let bindings = (0..<size).map { bind(ends[$0], \.value, to: ends[($0 + 1) % size], \.value) }
    for end in ends { end.forget() }
    transaction {
      ends[0].value = 1
      ends[1].value = 2
      ends[0].value = 3
    }
    for end in ends { expect(end.value, equals: 3) }
    for end in ends[2...] { expect(end.sets, equals: [3]) }
    expect(ends[0].sets, equals: [1, 3])
    expect(ends[1].sets, equals: [2, 3])
    withExtendedLifetime(bindings) {}
  }

  @Test(arguments: [3, 5])
  func `a clamp in a ring corrects all ends`(_ size: Int) {
    let clamp = Corrected(0) { min($0, 10) }
    let ends = (1..<size).map { Counted($0) }
    var bindings = [bind(ends[0], \.value, to: clamp, \.value)]
    for index in 1..<ends.count { bindings.append(bind(ends[index], \.value, to: ends[index - 1], \.value)) }
    bindings.append(bind(clamp, \.value, to: ends[ends.count - 1], \.value))
    for end in ends { end.forget() }
    ends[0].value = 20
    expect(clamp.value, equals: 10)
    for end in ends { expect(end.sets.last == 10 && end.sets.count <= 2) }
    withExtendedLifetime(bindings) {}
  }

  @Test func `a long chain needs little stack and is one turn`() {
    let ends = (0..<400).map { _ in Property(0) }
    let bindings = (1..<ends.count).map { bind(ends[$0], to: ends[$0 - 1]) }
    let seen = Log<[Int]>()
    let endpoint = combineLatest(ends[0].signal, ends[399].signal).subscribeValues { seen.append([$0, $1]) }
    // The stack of this thread has half a megabyte.
    onAnotherThread { ends[0].value = 1 }
    onAnotherThread { transaction { ends[399].value = 2 } }
    expect(ends.allSatisfy { $0.value == 2 })
    expect(seen.entries, equals: [[0, 0], [1, 1], [2, 2]])
    withExtendedLifetime((bindings, endpoint)) {}
  }

  @Test func `a ring with converters settles`() {
    let text = Property("0")
    let number = Property(0)
    let half = Property(0.0)
    let bindings = [
      bind(text, to: number, converting: Converter(forward: { Int($0) ?? 0 }, backward: { "\($0)" })),
      bind(number, to: half, converting: Converter(forward: { Double($0) / 2 }, backward: { Int($0 * 2) })),
      bind(half, to: text, converting: Converter(forward: { "\(Int($0 * 2))" }, backward: { (Double($0) ?? 0) / 2 })),
    ]
    let sets = Sets(of: text)
    text.value = "8"
    expect((number.value, half.value), equals: (8, 4))
    half.value = 3
    expect((number.value, text.value), equals: (6, "6"))
    expect(sets.values, equals: ["8", "6"])
    withExtendedLifetime(bindings) {}
  }
}
