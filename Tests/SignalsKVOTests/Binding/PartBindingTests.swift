import Signals
import SignalsKVO
import Testing

/// B1, B2, B6: a part of a property as an end.
@Suite("Binding: parts of a property", .leavesNothing) struct PartBindingTests {
  struct Settings: Sendable, Equatable {
    var name = "Ada"
    var city = "London"
  }

  @MainActor
  @Test func `a field and a part carry each set once in both directions`() {
    let settings = Property(Settings())
    let field = Counted("")
    let whole = Sets(of: settings)
    let binding = bind(field, \.value, to: settings.part(\.name))
    expect(field.value, equals: "Ada")
    field.forget()
    field.value = "Grace"
    settings.part(\.name).value = "Alan"
    settings.value = Settings(name: "Barbara", city: "Boston")
    settings.modify { $0.city = "Paris" }
    expect(field.sets, equals: ["Grace", "Alan", "Barbara"])
    expect(whole.values.map(\.name), equals: ["Grace", "Alan", "Barbara", "Barbara"])
    binding.cancel()
    field.value = ""
    expect(settings.value, equals: Settings(name: "Barbara", city: "Paris"))
  }

  @MainActor
  @Test func `an edit of one field sets no other field of the form`() {
    let settings = Property(Settings())
    let (name, city) = (Counted(""), Counted(""))
    let bindings = [
      bind(name, \.value, to: settings.part(\.name)), bind(city, \.value, to: settings.part(\.city)),
    ]
    name.forget()
    city.forget()
    name.value = "Grace"
    city.value = "Arlington"
    settings.part(\.city).value = "New York"
    expect(name.sets, equals: ["Grace"])
    expect(city.sets, equals: ["Arlington", "New York"])
    expect(settings.value, equals: Settings(name: "Grace", city: "New York"))
    withExtendedLifetime(bindings) {}
  }

  @Test func `a handler's set of another part leaves the bound part as it is`() {
    let settings = Property(Settings())
    let (name, city) = (Property(""), Property(""))
    // This handler runs before the binding is notified of the name, so its set is the newer one.
    let endpoint = name.signal.dropFirst().subscribeValues { settings.part(\.city).value = "\($0)ville" }
    let bindings = [bind(name, to: settings.part(\.name)), bind(city, to: settings.part(\.city))]
    let (names, cities) = (Sets(of: name), Sets(of: city))
    name.value = "Grace"
    expect(settings.value, equals: Settings(name: "Grace", city: "Graceville"))
    expect(names.values, equals: ["Grace"])
    expect(cities.values, equals: ["Graceville"])
    withExtendedLifetime((endpoint, bindings)) {}
  }

  @Test func `two ends bound to one part and one bound to the whole property agree`() {
    let settings = Property(Settings())
    let (one, other, copy) = (Property(""), Property(""), Property(Settings()))
    let bindings = [
      bind(one, to: settings.part(\.name)), bind(other, to: settings.part(\.name)), bind(copy, to: settings),
    ]
    let (ones, others, copies) = (Sets(of: one), Sets(of: other), Sets(of: copy))
    one.value = "Grace"
    copy.value = Settings(name: "Alan", city: "Paris")
    other.value = "Barbara"
    expect(ones.values, equals: ["Grace", "Alan", "Barbara"])
    expect(others.values, equals: ["Grace", "Alan", "Barbara"])
    expect(copies.values.map(\.name), equals: ["Grace", "Alan", "Barbara"])
    withExtendedLifetime(bindings) {}
  }

  @Test func `a write that leaves the whole unchanged is told to bindings alone, and replaces older changes (K8)`() {
    let settings = Property(Settings(), isSame: { $0.name.lowercased() == $1.name.lowercased() })
    let (one, other) = (Property(""), Property(""))
    let bindings = [bind(one, to: settings.part(\.name)), bind(other, to: settings.part(\.name))]
    let (whole, others) = (Sets(of: settings), Sets(of: other))
    one.value = "ADA"
    expect(settings.value.name, equals: "Ada")
    expect(one.value, equals: "ADA")
    one.value = "Grace"
    one.value = "Alan"
    expect(whole.values.map(\.name), equals: ["Grace", "Alan"])
    expect(others.values, equals: ["Ada", "Grace", "Alan"])
    expect(bindings.allSatisfy { $0.state.pending.isEmpty })
  }

  @Test func `two parts are bound with a converter, a transaction and a session`() {
    struct Counts: Sendable { var visits = 3 }
    let (settings, counts) = (Property(Settings(name: "1")), Property(Counts()))
    let binding = bind(
      settings.part(\.name), to: counts.part(\.visits),
      converting: Converter(forward: { Int($0) ?? 0 }, backward: { "\($0)" }))
    expect(settings.value.name, equals: "3")
    transaction { for number in 4...6 { counts.part(\.visits).value = number } }
    expect(settings.value.name, equals: "6")
    binding.hold(.first)
    counts.value.visits = 7
    expect(settings.value.name, equals: "6")
    binding.release(.first)
    expect(settings.value.name, equals: "7")
    settings.part(\.name).value = "8"
    expect(counts.value.visits, equals: 8)
    withExtendedLifetime(binding) {}
  }

  @Test func `the binding ends with the property and does not retain it`() {
    var settings: Property<Settings>? = Property(Settings())
    weak let gone = settings
    let name = Property("")
    let binding = settings.map { bind(name, to: $0.part(\.name)) }
    settings = nil
    expect(gone == nil)
    expect(binding?.state.ended, equals: true)
    expect(name.value, equals: "Ada")
  }

  @Test func `a part and two properties in a ring are each set once (B2)`() {
    let settings = Property(Settings())
    let (one, other) = (Property(""), Property(""))
    let bindings = [
      bind(one, to: other), bind(other, to: settings.part(\.name)), bind(one, to: settings.part(\.name)),
    ]
    let (ones, others, wholes) = (Sets(of: one), Sets(of: other), Sets(of: settings))
    settings.part(\.name).value = "Grace"
    other.value = "Alan"
    settings.value = Settings(name: "Barbara", city: "Boston")
    expect(ones.values, equals: ["Grace", "Alan", "Barbara"])
    expect(others.values, equals: ["Grace", "Alan", "Barbara"])
    expect(wholes.values.map(\.name), equals: ["Grace", "Alan", "Barbara"])
    withExtendedLifetime(bindings) {}
  }

  @Test func `parts that bindings connect agree after a set of the whole (B3)`() {
    let settings = Property(Settings())
    let (one, other) = (Property(""), Property(""))
    let bindings = [
      bind(settings.part(\.name), to: one, conflicts: .prefer(.first)),
      bind(one, to: other, conflicts: .prefer(.first)),
      bind(other, to: settings.part(\.city), conflicts: .prefer(.first)),
    ]
    settings.value = Settings(name: "Grace", city: "Boston")
    expect([settings.value.name, settings.value.city, other.value], equals: Array(repeating: one.value, count: 3))
    let pair = Property(Settings())
    let binding = bind(pair.part(\.name), to: pair.part(\.city))
    pair.value = Settings(name: "Alan", city: "Paris")
    expect(pair.value.name, equals: pair.value.city)
    transaction { pair.value = Settings(name: "Alan", city: "Paris") }
    expect(pair.value.name, equals: pair.value.city)
    withExtendedLifetime((bindings, binding)) {}
  }

  @Test func `an older change replaces no newer one that is stored and not delivered (B6)`() {
    let settings = Property(Settings())
    let field = Property("")
    let first = field.signal.subscribeValues { [weak settings] in
      if $0 == "older" { settings?.part(\.name).value = "newer" }
    }
    let second = settings.signal.subscribeValues { [weak field] in
      if $0 == Settings(name: "", city: "Boston") { field?.value = "older" }
    }
    let binding = bind(field, to: settings.part(\.name), initially: .fromFirst)
    settings.part(\.city).value = "Boston"
    expect((field.value, settings.value.name), equals: ("newer", "newer"))
    withExtendedLifetime((first, second, binding)) {}
  }

  @Test func `each binding of a part knows what another one has written there, if it is equal too (B3, B6)`() {
    let settings = Property(Settings())
    let name = settings.part(\.name)
    let (one, other) = (Property(""), Property(""))
    let bindings = [
      bind(one, to: name, initially: .fromFirst, conflicts: .prefer(.second)), bind(name, to: other),
    ]
    transaction {
      name.value = "Grace"
      other.value = "Alan"
      one.value = "Barbara"
    }
    expect([name.value, other.value], equals: [one.value, one.value])
    withExtendedLifetime(bindings) {}
  }

  @Test func `no set is lost where the same ends are bound twice (B3)`() {
    let settings = Property(Settings())
    let name = settings.part(\.name)
    let field = Property("")
    let policies: [ConflictPolicy<String, String>] = [.prefer(.second), .merge { min($0, $1) }]
    for policy in policies {
      let bindings = [bind(name, to: field, conflicts: policy), bind(name, to: field, conflicts: policy)]
      for new in ["Grace", "Alan", "Barbara"] {
        name.value = new
        expect([name.value, field.value], equals: [new, new])
      }
      for binding in bindings { binding.cancel() }
    }
  }

  @Test func `a binding that begins during a write to one part misses no write to the other (B1, B3)`() {
    let settings = Property(Settings(name: "", city: ""))
    let (name, city) = (settings.part(\.name), settings.part(\.city))
    let field = Property("")
    let bindings = Log<TwoWayBinding>()
    bindings.append(bind(field, to: city, initially: .fromFirst))
    bindings.append(bind(field, to: name, initially: .fromFirst))
    let endpoint = city.signal.dropFirst().subscribeValues { [weak settings] _ in
      guard let settings, bindings.entries.count == 2 else { return }
      bindings.entries[0].cancel()
      bindings.append(bind(settings.part(\.name), to: settings.part(\.city), initially: .fromFirst))
    }
    field.value = "Boston"
    expect([name.value, city.value], equals: ["Boston", "Boston"])
    for binding in bindings.take() { binding.cancel() }
    withExtendedLifetime(endpoint) {}
  }

  private struct Sound: Sendable, Equatable {
    var volume = 5 { didSet { volume = min(max(volume, 0), 10) } }
    private var halves = 2
    /// Takes even numbers only.
    var balance: Int {
      get { 2 * halves }
      set { if newValue.isMultiple(of: 2) { halves = newValue / 2 } }
    }
  }

  @MainActor
  @Test func `what a setter makes of a value is written back to each end that is bound to the part (B2, B3)`() {
    let sound = Property(Sound())
    let (slider, knob) = (Counted(0), Counted(0))
    let volume = sound.part(\.volume)
    let bindings = [bind(slider, \.value, to: volume), bind(knob, \.value, to: volume, conflicts: .prefer(.second))]
    for control in [slider, knob] { control.forget() }
    slider.value = 99
    expect([slider.sets, knob.sets], equals: [[99, 10], [10]])
    knob.value = -1
    expect([slider.sets, knob.sets], equals: [[99, 10, 0], [10, -1, 0]])
    transaction { slider.value = 50 }
    expect([slider.value, volume.value, knob.value], equals: [10, 10, 10])
    bindings[0].hold(.first)
    slider.value = -5
    expect([slider.value, volume.value, knob.value], equals: [-5, 0, 0])
    bindings[0].release(.first)
    expect([slider.value, volume.value, knob.value], equals: [0, 0, 0])
    expect(bindings.map(\.state.pending), equals: [[], []])
    withExtendedLifetime(bindings) {}
  }

  @Test(arguments: [false, true])
  func `an end gets back the value of a part whose setter refuses another one (B2)`(isComparing: Bool) {
    let sound = isComparing ? Property(Sound(), isSame: { $0 == $1 }) : Property(Sound())
    let (first, second) = (Property(7), Property(0))
    let (firsts, seconds) = (Sets(of: first), Sets(of: second))
    let bindings = [
      bind(first, to: sound.part(\.balance), initially: .fromFirst), bind(second, to: sound.part(\.balance)),
    ]
    expect([first.value, second.value, sound.value.balance], equals: [4, 4, 4])
    second.value = 5
    first.value = 6
    first.value = 9
    // A write that leaves the part as it is counts as a set of it (B6).
    expect([firsts.values, seconds.values], equals: [[4, 4, 6, 9, 6], [4, 5, 4, 6, 6]])
    expect(sound.value.balance, equals: 6)
    withExtendedLifetime(bindings) {}
  }
}
