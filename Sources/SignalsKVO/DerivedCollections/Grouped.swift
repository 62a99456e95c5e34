public import Signals

extension ObservableElements {
  /// The elements in groups, each with those that have the same key.
  ///
  /// ```swift
  /// let teams = people.grouped(by: \.team)
  /// let names = teams["Engineering"]?.mapped { $0.name }
  /// ```
  ///
  /// A group is an array that follows this collection, with the elements in the order that they have here. The dictionary reports
  /// a group that gets its first element as inserted, and one that has lost its last element as removed. The array of such a
  /// group is empty for its holders, and follows the elements when the key comes back.
  ///
  /// The dictionary keeps the array of a group that was looked up by its key or has been read, until it removes the group or is
  /// released itself. So an array need not be held to be read or observed repeatedly.
  ///
  /// The key is read once for each element that is inserted, and again for an element when something has changed that was read of
  /// it, such as an observed property: then the element goes to another group.
  ///
  /// - Returns: a dictionary that follows this collection, and is to be kept like a property.
  public func grouped<Key: Hashable & Sendable>(
    by key: @escaping @Sendable (Element) -> Key, file: StaticString = #fileID, line: UInt = #line
  ) -> DerivedDictionary<Key, DerivedArray<Element>> {
    GroupedElements(NodeInfo(.operator, "grouped", file, line), nil, _input, key).dictionary
  }

  /// The elements in groups by a key that belongs to the main actor: see ``DerivedArray``.
  ///
  /// ```swift
  /// let teams = people.grouped(on: .main, by: { $0.team })
  /// ```
  public func grouped<Key: Hashable & Sendable>(
    on actor: OperatorActor, by key: @escaping @MainActor @Sendable (Element) -> Key, file: StaticString = #fileID,
    line: UInt = #line
  ) -> DerivedDictionary<Key, DerivedArray<Element>> {
    GroupedElements(NodeInfo(.operator, "grouped", file, line), .home(of: actor), _input, unisolated(key)).dictionary
  }
}

/// The contents of `grouped`.
///
/// The groups follow the elements in a computation of their own. The dictionary and each array that is in use depend on that,
/// so that an edit within a group is no change of the dictionary.
// Unchecked, as its superclass.
private final class GroupedElements<Input: Sendable, Key: Hashable & Sendable>: KeyedElements<
  Input, Key, [Key: DerivedArray<Input>]
>, @unchecked Sendable
{
  typealias Array = DerivedArray<Input>

  /// The elements with one key.
  ///
  /// There is one group for a key as long as it has elements or is in use. So all threads find the same array, and that follows the
  /// elements whenever they come.
  // Unchecked, because it is changed by the thread that revises, and read by others when none does.
  final class Group: @unchecked Sendable {
    let key: Key
    let hash: Int
    /// The places of the elements, in the order of the input.
    var members = OrderTree<TreePlace>()
    var version: UInt = 1
    var log = ChangeLog<[ArrayChange<Input>]>()
    /// The changes in the course of an update.
    var changes = ArrayChangeList<Input>()

    // Guarded by the lock.
    /// Whether the dictionary has the group.
    var isTold = false
    /// Whether the group is in use no more, so that a later element with the key gets another one.
    var isDropped = false
    /// The array, as long as it is in use. It is made anew when it is needed again.
    weak var array: Array?
    /// Whether the dictionary keeps the array.
    var isKept = false
    /// The number of arrays that were made and have not been forgotten yet.
    var arrayCount = 0

    init(_ key: Key, _ hash: Int) {
      self.key = key
      self.hash = hash
      log.skip(to: version)
    }
  }

  /// The arrays that the dictionary keeps, so that a read of a group doesn't fill another one. The dictionary owns this, since the
  /// arrays keep the computation.
  // Unchecked, because the lock of the computation guards it.
  private final class KeptArrays: @unchecked Sendable {
    private var arrays: [ObjectIdentifier: Array] = [:]

    subscript(group: Group) -> Array? { group.isKept ? arrays[ObjectIdentifier(group)] : nil }

    /// Keeps the array of a group, if there is one, for as long as the dictionary has the group.
    func keepArray(of group: Group) {
      guard group.isTold, !group.isKept, let array = group.array else { return }
      group.isKept = true
      arrays[ObjectIdentifier(group)] = array
    }

    /// Returns the array of a group that the dictionary has no longer, to be released under no lock.
    func remove(_ group: Group) -> Array? {
      guard group.isKept else { return nil }
      group.isKept = false
      return arrays.removeValue(forKey: ObjectIdentifier(group))
    }
  }

  /// Set before another thread can see this, and nil when the dictionary has been released.
  private weak var keptArrays: KeptArrays?
  /// The groups in the dictionary. Changed by the thread that revises.
  private var told: [Key: Group] = [:]
  /// The groups of the elements. They aren't looked up again, since a key may not be equal to itself, such as NaN.
  private var groupsOfElements = PlaceTable<Group?>(nil)
  /// The groups that the update has changed.
  private var changedGroups: [ObjectIdentifier: Group] = [:]

  // Guarded by the lock.
  /// All groups, by the hashes of their keys: keys are hashed and compared by code of the user, under no lock (C7).
  private var groups: [Int: [Group]] = [:]
  /// Groups of which the dictionary doesn't know yet whether they have elements.
  private var untold: [ObjectIdentifier: (group: Group, isPresent: Bool)] = [:]
  /// Groups that may be in use no more, and readers that have gone, while a thread changed the groups.
  private var departures: [(Group, ObjectIdentifier?)] = []
  /// The number of the state of the groups. Reading it brings them up to date.
  private let state = LazyReference<Derived<UInt>>()

  // MARK: - Groups

  private func groups(_ hash: Int) -> [Group] { whileLocked { groups[hash] ?? [] } }

  private func groupIfAny(for key: Key) -> Group? { groups(key.hashValue).first { $0.key == key } }

  /// The group for a key, which is made if there is none. From any thread.
  private func group(for key: Key) -> Group {
    let hash = key.hashValue
    while true {
      let found = groups(hash)
      if let group = found.first(where: { $0.key == key }) { return group }
      let new = Group(key, hash)
      let isAdded = whileLocked {
        guard groups[hash, default: []].elementsEqual(found, by: ===) else { return false }
        groups[hash, default: []].append(new)
        return true
      }
      if isAdded { return new }
    }
  }

  /// Forgets a reader, and drops the group if it is in use no more. Under the lock, by the thread that changes the groups, or when
  /// none does.
  private func leave(_ group: Group, _ reader: ObjectIdentifier?) -> [[ArrayChange<Input>]] {
    var dropped: [[ArrayChange<Input>]] = []
    if let reader {
      group.arrayCount -= 1
      dropped = group.log.forget(reader)
    }
    if !group.isTold, group.arrayCount == 0, group.members.isEmpty {
      group.isDropped = true
      let others = groups[group.hash]?.filter { $0 !== group } ?? []
      groups[group.hash] = others.isEmpty ? nil : others
    }
    return dropped
  }

  private func groupOfElement(at place: TreePlace) -> Group {
    guard let group = groupsOfElements[place] else { preconditionFailure("Each element has a group.") }
    return group
  }

  private func noteChange(of group: Group) { changedGroups[ObjectIdentifier(group)] = group }

  private func link(_ place: TreePlace, in group: Group) -> Int {
    let rank = tree.index(of: place)
    let index = group.members.index { rank < tree.index(of: $0) }
    links[place] = group.members.insert(place, at: index)
    return index
  }

  override func added(_ place: TreePlace) {
    let group = group(for: key(at: place))
    groupsOfElements[place] = group
    group.changes.insert(tree[place], at: link(place, in: group))
    noteChange(of: group)
  }

  override func willRemove(_ place: TreePlace) {
    let group = groupOfElement(at: place)
    groupsOfElements[place] = nil
    group.changes.remove(tree[place], at: group.members.index(of: links[place]))
    _ = group.members.remove(links[place])
    noteChange(of: group)
  }

  override func move(_ place: TreePlace, to newIndex: Int) {
    let group = groupOfElement(at: place)
    let start = group.members.index(of: links[place])
    _ = group.members.remove(links[place])
    tree.move(place, to: newIndex)
    group.changes.move(from: start, to: link(place, in: group))
    noteChange(of: group)
  }

  override func update(_ key: Key, at place: TreePlace) {
    if key == self.key(at: place) { return }
    super.update(key, at: place)
  }

  override func fill() {
    for place in tree.places {
      let group = group(for: key(at: place))
      groupsOfElements[place] = group
      links[place] = group.members.insert(place, at: group.members.count)
      group.changes.insert(tree[place], at: group.changes.endOfRun)
      noteChange(of: group)
    }
  }

  /// Makes the groups follow from the elements. Returns the number of their state; zero for a thread that may not change them.
  private func followGroups(_ number: UInt) -> UInt {
    checkHome(home, info)
    if unsafe ReadingContext.currentIfAny?.pointee.detached != nil { return 0 }
    beginRevising()
    defer { endRevising() }
    let departed = whileLocked {
      defer { departures = [] }
      return departures
    }
    for (group, reader) in departed {
      for changes in whileLocked({ leave(group, reader) }) { [Input]._releaseRemoved(changes) }
    }
    // A group may hold the last reference to its key.
    if !departed.isEmpty { releaseLater(departed.map(\.0)) }
    follow(reader)
    var hasChanged = false
    for group in changedGroups.values {
      let changes = group.changes.take()
      if changes.isEmpty { continue }
      [Input]._releaseRemoved(changes)
      hasChanged = true
      group.version += 1
      guard group.log.hasReaders else {
        group.log.skip(to: group.version)
        continue
      }
      let dropped = group.log.append(
        changes, version: group.version, weight: [Input]._weight(of: changes), count: group.members.count)
      for changes in dropped { [Input]._releaseRemoved(changes) }
    }
    whileLocked {
      for (identity, group) in changedGroups {
        let isPresent = !group.members.isEmpty
        // A group that has come and gone is no news.
        untold[identity] = isPresent == group.isTold ? nil : (group, isPresent)
        _ = leave(group, nil)
      }
    }
    changedGroups = [:]
    return hasChanged ? number + 1 : number
  }

  private var groupState: Derived<UInt> {
    state.object { [info, home, tracker] in
      let number = Guarded<UInt>(1)
      let state = Derived(info, isSame: ==, home: home) { [unowned self] in
        let next = followGroups(number.change { $0 })
        if next != 0 { number.change { $0 = next } }
        return next
      }
      tracker.report(to: state.computation)
      return state
    }
  }

  // The groups have a computation of their own. It is made before another thread can see this.
  override func reportElements(to node: Computation) { _ = groupState }

  var dictionary: DerivedDictionary<Key, Array> {
    let kept = KeptArrays()
    keptArrays = kept
    return DerivedDictionary(self) { [self] key in
      let group = groupIfAny(for: key)
      guard let (isTold, array) = read({ (group?.isTold ?? false, group.flatMap { kept[$0] }) }) else { return nil }
      return .some(isTold ? group.map { array ?? self.array(of: $0, keptIn: kept) } : nil)
    }
  }

  override func follow() -> [DictionaryChange<Key, Array>]? {
    if groupState.value == 0 { return nil }
    let kept = keptArrays
    var removed: [Array] = []
    let news = whileLocked {
      defer { untold = [:] }
      for (group, isPresent) in untold.values {
        group.isTold = isPresent
        if isPresent { continue }
        departures.append((group, nil))
        if let array = kept?.remove(group) { removed.append(array) }
      }
      return untold.values
    }
    // An array that ends calls its observers, which may read the dictionary.
    if !removed.isEmpty { releaseLater(removed) }
    return news.map { group, isPresent in
      told[group.key] = isPresent ? group : nil
      return isPresent
        ? .insertion(array(of: group), forKey: group.key) : .removal(array(of: group), forKey: group.key)
    }
  }

  // MARK: - The arrays of the groups

  /// The array of a group, which is made if none is in use. From any thread.
  private func array(of group: Group, keptIn kept: KeptArrays? = nil) -> Array {
    let present = whileLocked {
      kept?.keepArray(of: group)
      return group.array
    }
    if let present { return present }
    let new = makeArray(group)
    let array: Array? = whileLocked {
      group.arrayCount += 1
      if group.isDropped { return nil }
      let array = group.array ?? new
      group.array = array
      kept?.keepArray(of: group)
      return array
    }
    return array ?? self.array(of: self.group(for: group.key), keptIn: kept)
  }

  private func makeArray(_ group: Group) -> Array {
    let input = _ElementInput<Input>(
      home: home, pull: { version, reader in self.pull(group, after: version, by: reader) },
      forget: { reader in self.forget(group, reader) }, touch: { _ = self.groupState.value },
      count: { self.elements(for: group.key).count }, elements: { self.elements(for: group.key) })
    return DerivedArray(
      TransformedElements(info, home, input, Rule<(Input) -> Input?> { $0 }, isSame: { _, _ in true }))
  }

  private func elements(for key: Key) -> [Input] { reader.elements.filter { makeKey($0) == key } }

  private func pull(_ group: Group, after version: UInt, by reader: ObjectIdentifier) -> Pulled<[Input]> {
    // Released after the lock, since it may be the last reference by now (C7).
    let kept = keptArrays
    let answer: (Pulled<[Input]>, [[ArrayChange<Input>]])? =
      groupState.value == 0
      ? nil
      : read {
        kept?.keepArray(of: group)
        let entries = version == 0 ? nil : group.log.entries(after: version, upTo: group.version)
        let dropped = group.log.note(reader, hasRead: group.version)
        if let entries { return (Pulled(version: group.version, news: .changes(entries.flatMap { $0 })), dropped) }
        let contents = group.members.array.map { tree[$0] }
        return (Pulled(version: group.version, news: .contents(contents)), dropped)
      }
    for changes in answer?.1 ?? [] { [Input]._releaseRemoved(changes) }
    // The next time, the reader compares the contents.
    return answer?.0 ?? Pulled(version: 0, news: .contents(ReadingContext.pause { elements(for: group.key) }))
  }

  private func forget(_ group: Group, _ reader: ObjectIdentifier) {
    let dropped = change {
      leave(group, reader)
    } later: {
      departures.append((group, reader))
      return []
    }
    withExtendedLifetime(dropped) {}
  }

  // MARK: - The contents

  override var count: Int { told.count }

  // The arrays are made under no lock.
  override func snapshot() -> () -> [Key: Array] {
    let told = told
    return { [self] in told.mapValues { array(of: $0) } }
  }

  // The dictionary would keep the arrays alive, and they keep this alive.
  override var keepsValue: Bool { false }

  override func computed() -> [Key: Array] {
    var arrays: [Key: Array] = [:]
    for element in reader.elements {
      let key = makeKey(element)
      if arrays[key] == nil { arrays[key] = array(of: group(for: key)) }
    }
    return arrays
  }
}
