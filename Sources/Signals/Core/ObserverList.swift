/// The observers of a hub in the order of their subscription (C4), with vacancies where one has left.
///
/// Coming and going take the same time however many there are: the vacancies are cleared away when they are more than
/// half. None of this has to do with the type of the values, and an observer is laid out the same for all of them, so
/// the code stands here once, for `Observer<Never>`; see `observer(at:of:)`.
@usableFromInline
struct ObserverList: ~Copyable {
  @usableFromInline var places: UnsafeMutablePointer<Observer<Never>>
  /// How many places are taken or vacant.
  @usableFromInline var count = 0
  private var capacity = 1
  private var vacancies = 0

  @usableFromInline
  init() { places = .allocate(capacity: 1) }

  /// Lets go of everything, when the hub goes. (A `deinit` here would be this, but crashes the 6.3 optimiser.)
  mutating func destroy() {
    places.deinitialize(count: count)
    places.deallocate()
  }

  var isEmpty: Bool { count == vacancies }
  var hasVacancies: Bool { vacancies > 0 }

  /// The place of an observer of `Value`s.
  @inlinable
  func place<Value>(_ index: Int, of type: Value.Type) -> UnsafeMutablePointer<Observer<Value>> {
    UnsafeMutableRawPointer(places + index).assumingMemoryBound(to: Observer<Value>.self)
  }

  mutating func append(_ downstream: Downstream<Never>, _ line: Line) {
    if count == capacity { grow() }
    (places + count).initialize(to: Observer(downstream, line))
    line.position = count
    count += 1
  }

  func isVacant(_ index: Int) -> Bool { places[index].isVacant }

  /// Whether any line is still open.
  var hasOpen: Bool {
    for index in 0..<count where !places[index].isVacant {
      if places[index].line.isOpen { return true }
    }
    return false
  }

  /// Takes an observer out and leaves a vacancy. Nobody else moves.
  mutating func vacate(_ index: Int) -> Observer<Never> {
    let place = places + index
    let observer = place.move()
    place.initialize(to: .vacant())
    observer.line.position = -1
    vacancies += 1
    return observer
  }

  /// Removes vacancies. Not while an event is carried round.
  mutating func clearAway() {
    while count > 0, places[count - 1].isVacant {
      count -= 1
      (places + count).deinitialize(count: 1)
      vacancies -= 1
    }
    guard vacancies > 16, vacancies > count / 2 else { return }
    var kept = 0
    for index in 0..<count {
      if places[index].isVacant {
        (places + index).deinitialize(count: 1)
      } else {
        if kept != index { (places + kept).moveInitialize(from: places + index, count: 1) }
        places[kept].line.position = kept
        kept += 1
      }
    }
    count = kept
    vacancies = 0
  }

  private mutating func grow() {
    capacity *= 2
    let larger = UnsafeMutablePointer<Observer<Never>>.allocate(capacity: capacity)
    larger.moveInitialize(from: places, count: count)
    places.deallocate()
    places = larger
  }
}

extension Downstream {
  /// The same, laid out the same, for code to which the type of the values makes no difference.
  @inlinable var erased: Downstream<Never> { unsafeBitCast(self, to: Downstream<Never>.self) }
}
