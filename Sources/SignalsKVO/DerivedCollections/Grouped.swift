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
  // Unchecked, because it is changed by the thread that revises, and read by others when none does.
  final class Group: @unchecked Sendable {
    let key: Key
    /// The places of the elements, in the order of the input.
    var members = OrderTree<TreePlace>()
    var version: UInt
    var log = ChangeLog<[ArrayChange<Input>]>()
    /// The changes in the course of an update.
    var changes = ArrayChangeList<Input>()
    /// Whether the dictionary has the group. Guarded by the lock.
    var isTold = false
    fileprivate let array = WeakArray()

    init(_ key: Key, version: UInt) {
      self.key = key
      self.version = version
      log.skip(to: version)
    }
  }

  /// The array of a group, as long as it is in use. It is made anew when it is needed again.
  final class WeakArray: Sendable {
    private struct Reference { weak var array: Array? }

    private let reference = Guarded(Reference())

    var isInUse: Bool { reference.change { $0.array } != nil }

    func array(madeBy make: () -> Array) -> Array {
      if let array = reference.change({ $0.array }) { return array }
      let new = make()
      return reference.change { reference in
        if let array = reference.array { return array }
        reference.array = new
        return new
      }
    }
  }

  /// The groups that have elements.
  private var groups: [Key: Group] = [:]
  /// Groups without elements whose array is in use.
  private var emptyGroups: [Key: Group] = [:]
  /// The groups that the update has changed.
  private var changedGroups: [ObjectIdentifier: Group] = [:]
  /// Groups that have got their first element, or lost the last one, in the course of an update.
  private var touched: [ObjectIdentifier: Group] = [:]
  /// The newest version of a group. No two groups have the same one, so a reader of one never takes another for it.
  private var lastVersion: UInt = 1

  // Guarded by the lock. Where a thread changes them, it is the only one.
  /// Groups of which the dictionary doesn't know yet whether they have elements.
  private var untold: [ObjectIdentifier: (group: Group, isPresent: Bool)] = [:]
  /// Readers that have gone while a thread changed the groups.
  private var goneReaders: [(Group, ObjectIdentifier)] = []
  /// The groups in the dictionary.
  private var told: [Key: Group] = [:]
  /// The number of the state of the groups. Reading it brings them up to date.
  private let state = LazyReference<Derived<UInt>>()

  // MARK: - Groups

  private func group(for key: Key) -> Group {
    if let group = groups[key] { return group }
    let group = emptyGroups.removeValue(forKey: key) ?? Group(key, version: nextVersion())
    groups[key] = group
    touched[ObjectIdentifier(group)] = group
    return group
  }

  private func nextVersion() -> UInt {
    lastVersion += 1
    return lastVersion
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
    group.changes.insert(tree[place], at: link(place, in: group))
    noteChange(of: group)
  }

  override func willRemove(_ place: TreePlace) {
    let group = group(for: key(at: place))
    group.changes.remove(tree[place], at: group.members.index(of: links[place]))
    _ = group.members.remove(links[place])
    noteChange(of: group)
    guard group.members.isEmpty else { return }
    groups[group.key] = nil
    emptyGroups[group.key] = group
    touched[ObjectIdentifier(group)] = group
  }

  override func move(_ place: TreePlace, to newIndex: Int) {
    let group = group(for: key(at: place))
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
    follow(reader)
    let gone = whileLocked {
      defer { goneReaders = [] }
      return goneReaders
    }
    for (group, reader) in gone { _ = group.log.forget(reader) }
    var hasChanged = false
    for group in changedGroups.values {
      let changes = group.changes.take()
      if changes.isEmpty { continue }
      hasChanged = true
      group.version = nextVersion()
      guard group.log.hasReaders else {
        group.log.skip(to: group.version)
        continue
      }
      _ = group.log.append(
        changes, version: group.version, weight: [Input]._weight(of: changes), count: group.members.count)
    }
    changedGroups = [:]
    let told = whileLocked {
      for (identity, group) in touched {
        let isPresent = !group.members.isEmpty
        // A group that has come and gone is no news.
        untold[identity] = isPresent == group.isTold ? nil : (group, isPresent)
      }
      return Set(emptyGroups.values.lazy.filter { $0.isTold }.map { ObjectIdentifier($0) })
    }
    touched = [:]
    if !emptyGroups.isEmpty {
      emptyGroups = emptyGroups.filter { told.contains(ObjectIdentifier($0.value)) || $0.value.array.isInUse }
    }
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
    DerivedDictionary(self) { [self] key in
      let told = whileLocked { self.told }
      return told[key].map { array(of: $0) }
    }
  }

  override func follow() -> [DictionaryChange<Key, Array>] {
    _ = groupState.value
    let news = whileLocked {
      defer { untold = [:] }
      for (group, isPresent) in untold.values { group.isTold = isPresent }
      return untold.values
    }
    if news.isEmpty { return [] }
    // A copy, since the keys are hashed by code of the user.
    var new = whileLocked { self.told }
    var changes: [DictionaryChange<Key, Array>] = []
    // Another group may have come for the same key.
    for (group, isPresent) in news where !isPresent {
      new[group.key] = nil
      changes.append(.removal(array(of: group), forKey: group.key))
    }
    for (group, isPresent) in news where isPresent {
      new[group.key] = group
      changes.append(.insertion(array(of: group), forKey: group.key))
    }
    whileLocked { swap(&told, &new) }
    return changes
  }

  // MARK: - The arrays of the groups

  private func array(of group: Group) -> Array { group.array.array { makeArray(group.key, group) } }

  /// The group of an array, once it is known.
  private typealias KnownGroup = Guarded<Group?>

  /// - Parameter group: the group, unless a thread that computes the contents for itself doesn't know it.
  private func makeArray(_ key: Key, _ group: Group?) -> Array {
    let known = KnownGroup(group)
    let input = _ElementInput<Input>(
      home: home, pull: { version, reader in self.pull(key, known, after: version, by: reader) },
      forget: { reader in self.forget(known.change { $0 }, reader) }, touch: { _ = self.groupState.value },
      count: { self.elements(for: key).count }, elements: { self.elements(for: key) })
    return DerivedArray(
      TransformedElements(info, home, input, Rule<(Input) -> Input?> { $0 }, isSame: { _, _ in true }))
  }

  private func elements(for key: Key) -> [Input] { reader.elements.filter { makeKey($0) == key } }

  private func pull(
    _ key: Key, _ known: KnownGroup, after version: UInt, by reader: ObjectIdentifier
  ) -> Pulled<[Input]> {
    if groupState.value != 0, let group = known.change({ $0 }) ?? find(key, known),
      let pulled = pull(group, version, reader)
    {
      return pulled
    }
    // The next time, the reader compares the contents.
    return Pulled(version: 0, news: .contents(ReadingContext.pause { elements(for: key) }))
  }

  private func find(_ key: Key, _ known: KnownGroup) -> Group? {
    let told = whileLocked { self.told }
    guard let group = told[key] else { return nil }
    known.change { $0 = group }
    return group
  }

  private func pull(_ group: Group, _ version: UInt, _ reader: ObjectIdentifier) -> Pulled<[Input]>? {
    let answer: (Pulled<[Input]>, [[ArrayChange<Input>]])? = read {
      let entries = version == 0 ? nil : group.log.entries(after: version, upTo: group.version)
      let dropped = group.log.note(reader, hasRead: group.version)
      if let entries { return (Pulled(version: group.version, news: .changes(entries.flatMap { $0 })), dropped) }
      let contents = group.members.array.map { tree[$0] }
      return (Pulled(version: group.version, news: .contents(contents)), dropped)
    }
    return answer?.0
  }

  private func forget(_ group: Group?, _ reader: ObjectIdentifier) {
    guard let group else { return }
    let dropped = change {
      group.log.forget(reader)
    } later: {
      goneReaders.append((group, reader))
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
    let known: [Key: Group] = whileLocked { self.told }
    var arrays: [Key: Array] = [:]
    for element in reader.elements {
      let key = makeKey(element)
      if arrays[key] != nil { continue }
      let group = known[key]
      arrays[key] = if let group { array(of: group) } else { makeArray(key, nil) }
    }
    return arrays
  }
}
