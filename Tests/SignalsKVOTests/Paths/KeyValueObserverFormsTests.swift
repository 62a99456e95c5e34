import SignalsKVO
import Testing

/// K2, K4, K6: the forms of an observer.
@Suite("Forms of a KeyValueObserver", .leavesNothing) struct KeyValueObserverFormsTests {
  /// An object that only its own thread may use.
  private final class Label {
    var text = ""
    var history: [String] = []
  }

  @Test func `the initial call differs from a set to an equal value`() {
    let person = Person("Ada")
    var received: [String] = []
    let observer = KeyValueObserver(person, \.firstName) { change in
      received.append("\(change.reason) \(change.newValue ?? "-") \(change.isInitial)")
    }
    person.firstName = "Ada"
    expect(received, equals: ["valueChanged Ada true", "valueChanged Ada false"])
    expect(
      KeyValueChange(reason: .valueChanged, newValue: 1, isInitial: true),
      equals: KeyValueChange(reason: .valueChanged, newValue: 1))
    observer.cancel()
  }

  @Test func `a handler of old and new values gets them with their declared types`() {
    let person = Person("Ada")
    var received: [String] = []
    let observers = [
      KeyValueObserver(person, \.firstName) { old, new in received.append("\(old) → \(new)") },
      KeyValueObserver(person, \.firstName, triggerImmediately: true) { old, new in received.append("now \(old) \(new)")
      },
      KeyValueObserver(person, \.nickname) { old, new in received.append("\(old ?? "nil") → \(new ?? "nil")") },
      KeyValueObserver(person, \.tags) { old, new in received.append("\(old) → \(new)") },
    ]
    person.firstName = "Grace"
    person.nickname = "Amazing"
    person.nickname = nil
    person.tags.append("admiral")
    expect(
      received,
      equals: [
        "now Ada Ada", "Ada → Grace", "now Ada Grace", "nil → Amazing", "Amazing → nil", "[] → [\"admiral\"]",
      ])
    for observer in observers { observer.cancel() }
  }

  @Test func `a handler of old and new values is called for a replaced object, and not for the death of the root`() {
    var package: Package? = Package(Person("Ada"))
    var received: [String] = []
    let observer = package.map { package in
      KeyValueObserver(package, \.recipient.firstName) { old, new in received.append("\(old) → \(new)") }
    }
    package?.recipient = Person("Grace")
    package = nil
    expect(received, equals: ["Ada → Grace"])
    expect(observer?.isActive, equals: false)
  }

  @Test func `an observer for an owner needs no reference, and ends with its owner`() {
    let person = Person("Ada")
    var label: Label? = Label()
    var history: [String] = []
    weak let released: Label?
    do {
      let captured = Label()
      released = captured
      label.map { label in
        _ = KeyValueObserver(person, \.firstName, forOwner: label) { label, change in
          label.text = change.newValue ?? ""
          captured.history.append(label.text)
          history = captured.history
        }
      }
    }
    expect(label?.text, equals: "Ada")
    person.firstName = "Grace"
    expect(label?.text, equals: "Grace")
    label = nil
    person.firstName = "Alan"
    expect(history, equals: ["Ada", "Grace"])
    expect(released == nil)
  }

  @Test func `an observer for an owner can be cancelled, and ends with the observed object`() {
    var person: Person? = Person("Ada")
    weak let gone = person
    let label = Label()
    let observer = person.map { person in
      KeyValueObserver(person, \.firstName, forOwner: label, options: .new) { label, change in
        label.history.append("cancelled \(change.newValue ?? "-")")
      }
    }
    person.map { person in
      _ = KeyValueObserver(person, \.firstName, forOwner: label, options: .new) { label, change in
        label.history.append("\(change.reason) \(change.newValue ?? "-")")
      }
    }
    person?.firstName = "Grace"
    observer?.cancel()
    person?.firstName = "Alan"
    person = nil
    expect(gone == nil)
    expect(label.history, equals: ["cancelled Grace", "valueChanged Grace", "valueChanged Alan", "sourceDeleted -"])
  }

  @Test func `an optional path yields values that are optional once (K4)`() {
    let package = Package(Person("Ada"))
    var received: [String] = []
    // The declared types are the test: it would not compile if the values were optional twice.
    let observer = KeyValueObserver(package, \.sender?.firstName, options: [.initial, .new, .old]) { change in
      let (old, new): (String?, String?) = (change.oldValue, change.newValue)
      received.append("\(change.reason) \(old ?? "-") \(new ?? "-") \(change.isInitial)")
    }
    let nickname = KeyValueObserver(package, \.sender?.nickname, options: .new) { change in
      received.append("nickname \(change.newValue ?? "-")")
    }
    let sender = KeyValueObserver(package, \.sender, options: [.old, .new, .prior]) { change in
      let (old, new): (Person?, Person?) = (change.oldValue, change.newValue)
      received.append("\(change.isPrior ? "prior " : "")\(old?.firstName ?? "-") \(new?.firstName ?? "-")")
    }
    expect(received, equals: ["valueChanged - - true"])
    received = []
    package.sender = Person("Grace")
    expect(received, equals: ["prior - -", "pathChanged - Grace false", "nickname -", "- Grace"])
    received = []
    package.sender?.nickname = "Amazing"
    package.sender?.nickname = nil
    package.sender = nil
    expect(
      received,
      equals: [
        "nickname Amazing", "nickname -", "prior Grace -", "pathChanged Grace - false", "nickname -", "Grace -",
      ])
    for observer in [observer, nickname, sender] { observer.cancel() }
  }

  @Test func `an optional path for an owner yields values that are optional once, too`() {
    let (package, label) = (Package(Person("Ada")), Label())
    KeyValueObserver(package, \.sender?.firstName, forOwner: label) { label, change in
      let new: String? = change.newValue
      label.history.append(new ?? "-")
    }
    package.sender = Person("Grace")
    package.sender = nil
    expect(label.history, equals: ["-", "Grace", "-"])
  }

  @Test func `a closure may name the type of the path, and generic code gets the generic type`() {
    let package = Package(Person("Ada"))
    var received: [String] = []
    func observe<Value>(_ keyPath: KeyPath<Package, Value>) -> KeyValueObserver {
      KeyValueObserver(package, keyPath) { change in received.append("\(change.newValue == nil)") }
    }
    let observers = [
      KeyValueObserver(package, \.sender?.firstName) { (change: KeyValueChange<String?>) in
        received.append((change.newValue ?? nil) ?? "-")
      },
      observe(\.sender?.firstName), observe(\.recipient.firstName),
    ]
    expect(received, equals: ["-", "true", "false"])
    for observer in observers { observer.cancel() }
  }

  @Test func `a doubly optional property loses one optional`() {
    final class Nested { @Observed var value: Int?? = .some(nil) }
    let nested = Nested()
    var received: [Int?] = []
    let observer = KeyValueObserver(nested, \.value) { change in
      let new: Int?? = change.newValue
      received.append(new ?? nil)
    }
    nested.value = 1
    nested.value = nil
    expect(received, equals: [nil, 1, nil])
    observer.cancel()
  }

  @Test func `a handler of old and new values may take the flag of the initial call`() {
    let package = Package(Person("Ada"))
    var received: [String] = []
    let observers = [
      KeyValueObserver(package, \.recipient.firstName, triggerImmediately: true) { old, new, isInitial in
        received.append("\(old) \(new) \(isInitial)")
      },
      KeyValueObserver(package, \.recipient.firstName) { old, new, isInitial in
        received.append("later \(old) \(new) \(isInitial)")
      },
    ]
    package.recipient.firstName = "Ada"
    package.recipient = Person("Ada")
    expect(
      received,
      equals: [
        "Ada Ada true", "Ada Ada false", "later Ada Ada false", "Ada Ada false", "later Ada Ada false",
      ])
    for observer in observers { observer.cancel() }
  }

  @Test func `an object may be the owner of an observer of itself`() {
    final class Model {
      @Observed var level = 0
      var shown: [Int] = []

      init() {
        KeyValueObserver(self, \.level, forOwner: self) { model, change in model.shown.append(change.newValue ?? -1) }
      }
    }
    var model: Model? = Model()
    weak let gone = model
    model?.level = 1
    expect(model?.shown, equals: [0, 1])
    model = nil
    expect(gone == nil)
  }
}
