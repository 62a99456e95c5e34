/// The observers of a hub in the order of their subscriptions (C4), with a vacancy in the place of each that has left.
///
/// Adding and removing take the same time for any number of observers: vacancies are removed when they are more than
/// half. The code does not depend on the type of the values, and an observer has the same layout for all of them. So
/// the code exists once, for `Observer<Never>`; see `place(_:of:)`.
@usableFromInline
@safe
struct ObserverList: ~Copyable {
  // Nil before the first observer.
  @usableFromInline var first: UnsafeMutablePointer<Observer<Never>>?
  // The numbers are short, so that a hub is small.
  @usableFromInline var shortCount: UInt32 = 0
  private var capacity: UInt32 = 0
  private var shortVacancies: UInt32 = 0

  @usableFromInline
  init() {}

  /// The places. Requires at least one.
  @inlinable var places: UnsafeMutablePointer<Observer<Never>> { unsafe first.unsafelyUnwrapped }

  /// The number of places, both taken and vacant.
  @inlinable var count: Int {
    get { Int(truncatingIfNeeded: shortCount) }
    set { shortCount = UInt32(newValue) }
  }

  private var vacancies: Int {
    get { Int(shortVacancies) }
    set { shortVacancies = UInt32(newValue) }
  }

  /// Releases all observers when the hub is released. (A `deinit` would do the same, but crashes the 6.3 optimiser.)
  mutating func destroy() {
    guard let first = unsafe first else { return }
    unsafe first.deinitialize(count: count)
    unsafe first.deallocate()
  }

  var isEmpty: Bool { count == vacancies }
  var taken: Int { count - vacancies }
  var hasVacancies: Bool { vacancies > 0 }

  /// The place of an observer of `Value`s.
  @inlinable
  func place<Value>(_ index: Int, of type: Value.Type) -> UnsafeMutablePointer<Observer<Value>> {
    unsafe UnsafeMutableRawPointer(places + index).assumingMemoryBound(to: Observer<Value>.self)
  }

  mutating func append(_ downstream: Downstream<Never>, _ connection: Connection) {
    if shortCount == capacity { grow() }
    unsafe (places + count).initialize(to: Observer(downstream, connection))
    connection.position = Int32(count)
    count += 1
  }

  func isVacant(_ index: Int) -> Bool { unsafe places[index].isVacant }

  /// Whether any connection is still open.
  var hasOpen: Bool {
    for index in 0..<count where unsafe !places[index].isVacant {
      if unsafe places[index].connection.isOpen { return true }
    }
    return false
  }

  /// The connections that are closed and not yet removed.
  var closedConnections: [Connection] {
    (0..<count).compactMap { unsafe isVacant($0) || places[$0].connection.isOpen ? nil : places[$0].connection }
  }

  /// Removes an observer and leaves a vacancy. No other observer moves.
  mutating func vacate(_ index: Int) -> Observer<Never> {
    let place = unsafe places + index
    let observer = unsafe place.move()
    unsafe place.initialize(to: .vacant())
    observer.connection.position = -1
    vacancies += 1
    return observer
  }

  /// Replaces the downstream of an observer, and returns the former observer. It must not be called while that one is called.
  mutating func replace(_ index: Int, by downstream: Downstream<Never>) -> Observer<Never> {
    let place = unsafe places + index
    let former = unsafe place.move()
    unsafe place.initialize(to: Observer(downstream, former.connection))
    return former
  }

  /// Removes vacancies. It must not be called while an event is broadcast.
  mutating func clearAway() {
    while count > 0, unsafe places[count - 1].isVacant {
      count -= 1
      unsafe (places + count).deinitialize(count: 1)
      vacancies -= 1
    }
    guard vacancies > 16, vacancies > count / 2 else { return }
    var kept = 0
    for index in 0..<count {
      if unsafe places[index].isVacant {
        unsafe (places + index).deinitialize(count: 1)
      } else {
        if kept != index { unsafe (places + kept).moveInitialize(from: places + index, count: 1) }
        unsafe places[kept].connection.position = Int32(kept)
        kept += 1
      }
    }
    count = kept
    vacancies = 0
  }

  private mutating func grow() {
    capacity = max(1, 2 * capacity)
    let larger = UnsafeMutablePointer<Observer<Never>>.allocate(capacity: Int(capacity))
    if let first = unsafe first {
      unsafe larger.moveInitialize(from: first, count: count)
      unsafe first.deallocate()
    }
    unsafe first = larger
  }
}

extension Downstream {
  /// The same downstream, with the same layout, for code that does not depend on the type of the values.
  @inlinable var erased: Downstream<Never> { unsafe unsafeBitCast(self, to: Downstream<Never>.self) }
}
