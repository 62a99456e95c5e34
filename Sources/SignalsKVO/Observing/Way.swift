internal import Signals

/// The properties that a path goes through, as they were last read: the links to them, and which of them only lead on to
/// the next object (K4).
///
/// A path is followed by reading it again. As long as it reads the same properties in the same order, that changes
/// nothing here.
struct Way {
  struct Step {
    let link: Link
    /// The property, as its class spells it.
    let path: AnyKeyPath?
    /// Whether it belongs to the root.
    let isRoots: Bool
    /// Whether reading that path gives what the property holds.
    let isPlain: Bool
    /// Whether it doesn't keep alive what it holds.
    let isWeak: Bool
    /// Whether what was read from it was the object in which the next read happened, or nothing.
    var leadsOn = false
    /// What tells of the death of an object that was held weakly.
    fileprivate var mourning: Link?
    fileprivate var held = Reading.Held.value
    fileprivate var owner: ObjectIdentifier
    /// What has been found out last of an object that said nothing.
    fileprivate var passage: Passage?
    /// Whether its object says itself when it changes.
    fileprivate let isHandmade: Bool

    fileprivate func close() {
      link.close()
      mourning?.close()
    }
  }

  /// An object of which nothing was read, and the object of the next read: is that reached through it?
  struct Passage {
    let object: ObjectIdentifier
    let next: ObjectIdentifier
    let isThrough: Bool
  }

  /// In the order in which they were first read.
  private(set) var steps: ContiguousArray<Step> = []
  /// Whether other properties have been found than before.
  private(set) var hasChanged = false
  /// Whether they are other properties in the eyes of their classes, too.
  private(set) var hasNewShape = false
  /// Whether nobody knows yet if the object of some read was reached through the one before, which said nothing.
  private(set) var isInDoubt = false

  /// How many steps have been found again in the reading under way.
  private var found = 0
  private var countBefore = 0
  /// The step of the last read.
  private var last: Int?
  /// Where the steps are, once there are so many that looking through them takes long.
  private var places: [ObjectIdentifier: Int] = [:]

  private static let few = 16

  // MARK: - Reading

  /// To be called before the path is read, once or several times in a row.
  mutating func forgetChanges() {
    hasChanged = false
    hasNewShape = false
  }

  mutating func beginReading() {
    found = 0
    countBefore = steps.count
    isInDoubt = false
    last = nil
    places = [:]
  }

  mutating func note(_ reading: Reading, by watcher: Watcher, root: ObjectIdentifier?) {
    if let last, isLed(to: reading, by: steps[last]) { steps[last].leadsOn = true }
    let property = ObjectIdentifier(reading.subject)
    let place: Int
    if found < steps.count, steps[found].link.property == property, steps[found].link.isOpen {
      place = found
      confirm(property)
      steps[place].leadsOn = false
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
        steps[found].leadsOn = false
      } else {
        let link = reading.subject.watch(for: watcher, after: reading.version)
        let step = Step(
          link: link, path: reading.path, isRoots: reading.owner == root, isPlain: reading.isPlain,
          isWeak: reading.isWeak, owner: reading.owner, isHandmade: reading.subject is HandmadeProperty)
        // What was here may still be found later.
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
    if steps[place].held != reading.held || steps[place].mourning?.isOpen == false {
      mourn(reading.weakly, at: place, by: watcher)
    }
    steps[place].held = reading.held
    last = place
  }

  private mutating func mourn(_ object: AnyObject?, at place: Int, by watcher: Watcher) {
    steps[place].mourning?.close()
    steps[place].mourning = nil
    guard let object, let property = WatchedProperty.any(of: object) else { return }
    let link = Link(watcher, to: property)
    property.addMourner(link)
    steps[place].mourning = link
  }

  /// - Parameter leaf: whether the last property that was read, which held nothing, is where the path ends.
  mutating func endReading(isLeaf: (_ path: AnyKeyPath?, _ position: Int) -> Bool) {
    for index in 0..<found where steps[index].held == .nothing {
      if index != last || !isLeaf(steps[index].path, index) { steps[index].leadsOn = true }
    }
    guard found < steps.count else { return }
    hasChanged = true
    if found != countBefore { hasNewShape = true }
    for step in steps[found...] { step.close() }
    steps.removeSubrange(found...)
  }

  /// Whether the object in which the next read happened was reached through this step.
  private mutating func isLed(to reading: Reading, by step: Step) -> Bool {
    guard case .object(let object) = step.held else { return false }
    if object == reading.owner { return true }
    guard isNew(reading, after: step) else { return false }
    if let passage = step.passage, passage.object == object, passage.next == reading.owner { return passage.isThrough }
    isInDoubt = true
    return true
  }

  /// Whether nothing has been read yet of the object in which this read happened.
  private func isNew(_ reading: Reading, after step: Step) -> Bool {
    reading.owner != step.owner && !steps[..<found].contains { $0.owner == reading.owner }
  }

  /// The object that was read last, and how many properties were found up to it, if nobody knows whether this was reached
  /// through it.
  func doubt(about reading: Reading) -> (object: ObjectIdentifier, count: Int)? {
    guard let last, case .object(let object) = steps[last].held, object != reading.owner,
      isNew(reading, after: steps[last])
    else { return nil }
    if let passage = steps[last].passage, passage.object == object, passage.next == reading.owner { return nil }
    return (object, last + 1)
  }

  /// To be called before the reading is noted to which it leads.
  mutating func note(_ passage: Passage) { if let last { steps[last].passage = passage } }

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

  // MARK: - What it says

  func leadsOn(_ link: Link) -> Bool { steps.first { $0.link === link }?.leadsOn ?? false }

  /// Whether the link tells of the death of an object that was held weakly.
  func mourns(_ link: Link) -> Bool { steps.contains { $0.mourning === link } }

  /// What an object's death means, if one has died that was on the way.
  var reasonOfLoss: KeyValueChangeReason? {
    for step in steps {
      if !step.link.isOpen { return .pathChanged }
      if let mourning = step.mourning, !mourning.isOpen { return step.leadsOn ? .pathChanged : .valueChanged }
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

  /// The last read led to an object that hears of no read.
  mutating func leadOnAtTheEnd() { if let last { steps[last].leadsOn = true } }

  /// Whether `path` is nothing but these properties, one after the other: then its value is what the last one holds.
  func isAll(of path: AnyKeyPath) -> Bool {
    guard let first = steps.first, first.isRoots, steps.allSatisfy(\.isPlain), var whole = steps.last?.path else {
      return false
    }
    // From the end: put together in the other order, it would not be equal to what is written in one.
    for step in steps.dropLast().reversed() {
      guard step.leadsOn, let longer = step.path?.appending(path: whole) else { return false }
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
