import SignalsKVO

/// An observer of a path that checks whether its changes keep the contract.
final class Watch {
  enum Path: Int, CaseIterable {
    case item, sum, itemOfFriend, itemOfManager, itemOfFriendOfFriend

    func read(_ person: Person) -> Int? {
      switch self {
      case .item: person.item.number
      case .sum: person.sum
      case .itemOfFriend: person.friend?.item.number
      case .itemOfManager: person.manager?.item.number
      case .itemOfFriendOfFriend: person.friend?.friend?.item.number
      }
    }
  }

  let name: String
  private let path: Path
  /// Whether the handler does the next step.
  private let acts: Bool
  private let options: KeyValueObservingOptions
  private unowned let world: World
  private weak var person: Person?
  private weak var token: Token?
  private(set) var observer: KeyValueObserver?

  /// The last notified value: nothing yet, or a value that may be missing.
  private var last: Int??
  private var isInside = false
  private var isOver = false
  private var isCancelled = false

  init(_ name: String, _ path: Path, isPrior: Bool, acts: Bool, in world: World) {
    self.name = name
    self.path = path
    self.acts = acts
    self.world = world
    options = isPrior ? [.initial, .new, .old, .prior] : [.initial, .new, .old]
  }

  /// Begins, when the world knows it: the first call comes at once.
  func begin(_ person: Person) {
    self.person = person
    let options = options
    let token = Token(.handler, in: world.ledger)
    self.token = token
    let hear: (KeyValueChangeReason, Int?, Int?, Bool) -> Void = { [weak self] reason, old, new, isPrior in
      token.touch()
      self?.hear(reason, old, new, isPrior: isPrior)
    }
    func observe<Value>(_ keyPath: KeyPath<Person, Value>, _ number: @escaping (Value) -> Int) -> KeyValueObserver {
      KeyValueObserver(person, keyPath, options: options) { change in
        hear(change.reason, change.oldValue.map(number), change.newValue.map(number), change.isPrior)
      }
    }
    func observeOptional(_ keyPath: KeyPath<Person, Int?>) -> KeyValueObserver {
      KeyValueObserver(person, keyPath, options: options) { change in
        hear(change.reason, change.oldValue ?? nil, change.newValue ?? nil, change.isPrior)
      }
    }
    switch path {
    case .item: observer = observe(\.item) { $0.number }
    case .sum: observer = observe(\.sum) { $0 }
    case .itemOfFriend: observer = observeOptional(\.friend?.item.number)
    case .itemOfManager: observer = observeOptional(\.manager?.item.number)
    case .itemOfFriendOfFriend: observer = observeOptional(\.friend?.friend?.item.number)
    }
  }

  func cancel() {
    guard let observer else { return }
    isCancelled = true
    observer.cancel()
  }

  private func hear(_ reason: KeyValueChangeReason, _ old: Int?, _ new: Int?, isPrior: Bool) {
    world.countCall()
    world.say("\(name) hears \(reason)\(isPrior ? " before" : "") of \(text(old)) to \(text(new))")
    if world.flaw == .overlooksChanges, last != nil { return }
    if isInside { world.breach("C3: \(name) is called inside itself") }
    if isCancelled { world.breach("C6: \(name) is called after it was cancelled") }
    if isOver { world.breach("K4: \(name) is called after the last call") }
    isInside = true
    defer { isInside = false }
    if reason == .sourceDeleted {
      isOver = true
    } else if !isPrior {
      // The old value of a dead object is missing (K5).
      if let last, last != old, path != .itemOfManager {
        world.breach("K2: \(name) hears the old value \(text(old)) after the new value \(text(last))")
      }
      last = .some(new)
    }
    if acts { world.act() }
  }

  func checkAtRest() {
    if isOver || isCancelled {
      if token != nil { world.breach("C8: \(name) is over, and what its handler captured is still held") }
      return
    }
    guard let person else { return world.breach("K4: \(name) did not hear that its object has gone") }
    let now = path.read(person)
    if last != .some(now) {
      world.breach("K2: \(name) heard \(last.map(text) ?? "nothing") last, and the value is \(text(now))")
    }
  }

  private func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "nil" }
}
