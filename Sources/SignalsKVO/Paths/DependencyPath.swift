internal import Signals

/// The properties that a path goes through, as they were last read: the links to them, and which of them only lead on to
/// the next object (K4).
///
/// A path is followed by reading it again. As long as it reads the same properties in the same order, that changes
/// nothing here.
struct DependencyPath {
  struct Step {
    let link: ObservationLink
    /// The property, as its class spells it.
    let path: AnyKeyPath?
    /// Reports the death of an object that was held weakly.
    fileprivate var lifetimeLink: ObservationLink?
    fileprivate var owner: ObjectIdentifier
    fileprivate var held = Access.Held.value
    // Beside the case of `held`, in one word with it.
    /// Whether it belongs to the root.
    let isRoots: Bool
    /// Whether reading that path gives what the property holds.
    let isPlain: Bool
    /// Whether it holds its value weakly.
    let isWeak: Bool
    /// Whether it held the object in which the next read happened, or nothing.
    var isIntermediate = false
    /// Whether a reading has gone on through an object that it held.
    fileprivate var hasLedOn = false
    /// Whether its value has the type of the whole path. Known while it holds nothing.
    fileprivate var hasTypeOfPath = false
    /// Whether this is a derived value that has another object than when it was last read.
    fileprivate var hasNewObject = false
    /// Whether its object says itself when it changes.
    fileprivate let isHandmade: Bool

    fileprivate func close() {
      link.close()
      lifetimeLink?.close()
    }
  }

  /// In the order in which they were first read.
  private(set) var steps: ContiguousArray<Step> = []
  /// Whether other properties have been found than before.
  private(set) var hasChanged = false
  /// Whether they are other properties in the eyes of their classes, too.
  private(set) var hasNewShape = false
  /// Whether there is a step with another object than when it was last read.
  private var hasNewObject = false

  // Short numbers, so that an observation is small.
  private var shortFound: Int32 = 0
  private var shortCountBefore: Int32 = 0
  private var lastOrNone: Int32 = -1
  /// Where the steps are, once there are so many that looking through them takes long.
  private var places: [ObjectIdentifier: Int] = [:]

  /// How many steps have been found again in the reading under way.
  private var found: Int {
    get { Int(shortFound) }
    set { shortFound = Int32(newValue) }
  }

  private var countBefore: Int {
    get { Int(shortCountBefore) }
    set { shortCountBefore = Int32(newValue) }
  }

  /// The step of the last read.
  private var last: Int? {
    get { lastOrNone < 0 ? nil : Int(lastOrNone) }
    set { lastOrNone = newValue.map { Int32($0) } ?? -1 }
  }

  private static let few = 16

  // MARK: - Reading

  /// To be called before the path is read, once or several times in a row.
  mutating func forgetChanges() {
    hasChanged = false
    hasNewShape = false
    if !hasNewObject { return }
    hasNewObject = false
    for place in steps.indices { steps[place].hasNewObject = false }
  }

  mutating func beginReading() {
    found = 0
    countBefore = steps.count
    last = nil
    places = [:]
  }

  /// - Parameter keyPath: the whole path.
  mutating func note(
    _ reading: Access, by observer: PropertyObserver, root: ObjectIdentifier?, of keyPath: AnyKeyPath
  ) {
    if let last, isLed(to: reading, by: steps[last]) { leadOnAtTheEnd() }
    let property = ObjectIdentifier(reading.subject)
    let place: Int
    if found < steps.count, steps[found].link.property == property, steps[found].link.isOpen {
      place = found
      confirm(property)
      steps[place].isIntermediate = false
    } else if let known = known(property) {
      place = known
    } else {
      place = found
      hasChanged = true
      if found == steps.count || steps[found].path !== reading.path || steps[found].isPlain != reading.isPlain {
        hasNewShape = true
      }
      if let later = steps[found...].firstIndex(where: { $0.link.property == property && $0.link.isOpen }) {
        steps.swapAt(found, later)
        steps[found].isIntermediate = false
      } else {
        let link = observer.watch(reading.subject, after: reading.version)
        let step = Step(
          link: link, path: reading.path, owner: reading.owner, isRoots: reading.owner == root,
          isPlain: reading.isPlain,
          isWeak: reading.isWeak, isHandmade: reading.subject is HandmadeProperty)
        // The former property may still be found later.
        if found < steps.count {
          steps.append(steps[found])
          steps[found] = step
        } else {
          steps.append(step)
        }
      }
      confirm(property)
    }
    // Another object may lie where one was that has died.
    if steps[place].held != reading.held || steps[place].lifetimeLink?.isOpen == false {
      observeDeath(of: reading.weakly, at: place, by: observer)
    }
    if reading.version != 0 { noteState(reading, at: place) }
    steps[place].held = reading.held
    if reading.held == .nothing { steps[place].hasTypeOfPath = reading.valueType == type(of: keyPath).valueType }
    last = place
  }

  private mutating func noteState(_ reading: Access, at place: Int) {
    let step = steps[place]
    step.link.noteRead(of: reading.version)
    // A step that is new has no object yet.
    guard step.held != .value, step.held != reading.held, step.link.isDerived else { return }
    steps[place].hasNewObject = true
    hasNewObject = true
  }

  private mutating func observeDeath(of object: AnyObject?, at place: Int, by observer: PropertyObserver) {
    steps[place].lifetimeLink?.close()
    steps[place].lifetimeLink = nil
    guard let object, let property = WatchedProperty.any(of: object) else { return }
    let link = ObservationLink(observer, to: property)
    property.addLifetimeObserver(link)
    steps[place].lifetimeLink = link
  }

  mutating func endReading() {
    for index in 0..<found where steps[index].held == .nothing {
      if index != last || !isLeaf(steps[index]) { steps[index].isIntermediate = true }
    }
    guard found < steps.count else { return }
    hasChanged = true
    if found != countBefore { hasNewShape = true }
    for step in steps[found...] { step.close() }
    steps.removeSubrange(found...)
  }

  /// Whether the last property that was read, which holds nil, counts as the value. A key path doesn't tell how it goes on, so
  /// it counts as the value if its type is that of the path, unless another reading went on through it.
  private func isLeaf(_ step: Step) -> Bool { step.hasTypeOfPath && !step.hasLedOn }

  /// Whether the object in which the next read happened may have been reached through this step: it is the object that the step
  /// holds; or nothing was read of that object, and nothing was read before of the next one.
  private func isLed(to reading: Access, by step: Step) -> Bool {
    guard case .object(let object) = step.held else { return false }
    return object == reading.owner
      || reading.owner != step.owner && !steps[..<found].contains { $0.owner == reading.owner }
  }

  private mutating func confirm(_ property: ObjectIdentifier) {
    found += 1
    if found == Self.few {
      for index in 0..<found { places[steps[index].link.property] = index }
    } else if found > Self.few {
      places[property] = found - 1
    }
  }

  private func known(_ property: ObjectIdentifier) -> Int? {
    if found >= Self.few { return places[property] }
    return steps[..<found].firstIndex { $0.link.property == property }
  }

  // MARK: - Queries

  // A path may read thousands of properties, of which a transaction sets each.
  private func place(of link: ObservationLink) -> Int? {
    if let place = known(link.property), steps[place].link === link { return place }
    // In the middle of a reading, not all are known.
    return found < steps.count ? steps[found...].firstIndex { $0.link === link } : nil
  }

  func isIntermediate(_ link: ObservationLink) -> Bool {
    place(of: link).map { steps[$0].isIntermediate } ?? false
  }

  /// Whether the property holds an object on the way.
  func leadsOnToObject(_ link: ObservationLink) -> Bool {
    guard let place = place(of: link), case .object = steps[place].held else { return false }
    return steps[place].isIntermediate
  }

  /// The link to a derived value that has not told of its newest change yet, and the cause of this change.
  var pending: (link: ObservationLink, cause: UInt)? {
    var pending: (link: ObservationLink, cause: UInt)?
    for step in steps where step.link.isDerived {
      let cause = step.link.pendingCause
      if cause > pending?.cause ?? 0 { pending = (step.link, cause) }
    }
    return pending
  }

  /// Whether a derived value on the way has another object than when it was last read.
  var leadsThroughNewObject: Bool { hasNewObject && steps.contains { $0.hasNewObject && $0.isIntermediate } }

  /// Whether the link tells of the death of an object that was held weakly.
  func observesDeath(_ link: ObservationLink) -> Bool { steps.contains { $0.lifetimeLink === link } }

  /// The reason of the change, if an object on the way has died.
  var reasonOfLoss: KeyValueChangeReason? {
    for step in steps {
      if !step.link.isOpen { return .pathChanged }
      if let lifetimeLink = step.lifetimeLink, !lifetimeLink.isOpen {
        return step.isIntermediate ? .pathChanged : .valueChanged
      }
    }
    return nil
  }

  /// Whether the root has said itself that it was read, or needs not, since the path is one observed property of it.
  func readsHandmade(as path: AnyKeyPath) -> Bool {
    steps[..<found].contains { $0.isRoots && ($0.isHandmade || $0.path == path) }
  }

  /// The object that the last read gave, if it gave one.
  var lastObject: ObjectIdentifier? {
    guard let last, case .object(let object) = steps[last].held else { return nil }
    return object
  }

  /// The last read led on to another object.
  mutating func leadOnAtTheEnd() {
    guard let last else { return }
    steps[last].isIntermediate = true
    steps[last].hasLedOn = true
  }

  /// Whether `path` is nothing but these properties, one after the other: then its value is what the last one holds.
  func isAll(of path: AnyKeyPath) -> Bool {
    guard let first = steps.first, first.isRoots, steps.allSatisfy(\.isPlain), var whole = steps.last?.path else {
      return false
    }
    // From the end: put together in the other order, it would not be equal to the path as it is written.
    for step in steps.dropLast().reversed() {
      guard step.isIntermediate, let longer = step.path?.appending(path: whole) else { return false }
      whole = longer
    }
    return whole == path
  }

  mutating func close() {
    for step in steps { step.close() }
    steps = []
    places = [:]
    last = nil
    found = 0
  }
}
