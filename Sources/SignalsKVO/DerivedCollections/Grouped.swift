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
    DerivedDictionary(GroupedElements(NodeInfo(.operator, "grouped", file, line), nil, _input, key))
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
    DerivedDictionary(
      GroupedElements(NodeInfo(.operator, "grouped", file, line), .home(of: actor), _input, unisolated(key)))
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
    var version: UInt = 1
    var log = ChangeLog<[ArrayChange<Input>]>()
    /// The changes in the course of an update.
    var changes = ArrayChangeList<Input>()
    /// Whether the dictionary has to look whether it has the group.
    var isTouched = false
    /// Whether the dictionary has the group.
    var isTold = false
    fileprivate let array = WeakArray()

    init(_ key: Key) { self.key = key }
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
  /// Groups that have got their first element, or lost the last one, since the dictionary has looked.
  private var touched: [Group] = []
  /// Readers that have gone while a thread changed the groups.
  private var goneReaders: [(Group, ObjectIdentifier)] = []
  /// The groups in the dictionary.
  private var told: [Key: Group] = [:]
  private let makeKey: @Sendable (Input) -> Key
  /// The number of the state of the groups. Reading it brings them up to date.
  private let state = LazyReference<Derived<UInt>>()

  override init(
    _ info: NodeInfo, _ home: ExecutionContext?, _ input: _ElementInput<Input>,
    _ key: @escaping @Sendable (Input) -> Key
  ) {
    makeKey = key
    super.init(info, home, input, key)
  }

  // MARK: - Groups

  private func group(for key: Key) -> Group {
    if let group = groups[key] { return group }
    let group = emptyGroups.removeValue(forKey: key) ?? Group(key)
    groups[key] = group
    touch(group)
    return group
  }

  private func touch(_ group: Group) {
    if group.isTouched { return }
    group.isTouched = true
    touched.append(group)
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
    touch(group)
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
    var place = tree.first
    while place != 0 {
      let group = group(for: key(at: place))
      links[place] = group.members.insert(place, at: group.members.count)
      group.changes.insert(tree[place], at: group.changes.endOfRun)
      noteChange(of: group)
      place = tree.next(after: place)
    }
  }

  /// Makes the groups follow from the elements. Returns the number of their state; zero for a thread that may not change them.
  private func followGroups(_ number: UInt) -> UInt {
    if ReadingContext.currentIfAny?.pointee.detached != nil { return 0 }
    checkHome(home, info)
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
      group.version += 1
      guard group.log.hasReaders else {
        group.log.skip(to: group.version)
        continue
      }
      _ = group.log.append(
        changes, version: group.version, weight: [Input]._weight(of: changes), count: group.members.count)
    }
    changedGroups = [:]
    if !emptyGroups.isEmpty { emptyGroups = emptyGroups.filter { $0.value.array.isInUse } }
    return hasChanged ? number + 1 : number
  }

  private var groupState: Derived<UInt> {
    state.object { [info, home, stale, evaluations] in
      let number = Guarded<UInt>(1)
      let state = Derived(info, isSame: ==, home: home) { [unowned self] in
        let next = followGroups(number.change { $0 })
        if next != 0 { number.change { $0 = next } }
        return next
      }
      state.computation.keep(evaluations)
      stale.report(to: state.computation)
      return state
    }
  }

  // The groups have a computation of their own.
  override func reportElements(to node: Computation) {}

  override func follow() -> [DictionaryChange<Key, Array>] {
    _ = groupState.value
    let found = whileLocked {
      let found = touched.map { (group: $0, isPresent: !$0.members.isEmpty) }
      for group in touched { group.isTouched = false }
      touched = []
      return found
    }
    var changes: [DictionaryChange<Key, Array>] = []
    for (group, isPresent) in found where group.isTold != isPresent {
      group.isTold = isPresent
      told[group.key] = isPresent ? group : nil
      changes.append(
        isPresent ? .insertion(array(of: group), forKey: group.key) : .removal(array(of: group), forKey: group.key))
    }
    return changes
  }

  // MARK: - The arrays of the groups

  private func array(of group: Group) -> Array { group.array.array { makeArray(group.key, group) } }

  /// - Parameter known: the group, unless a thread that computes the contents for itself doesn't know it.
  private func makeArray(_ key: Key, _ known: Group?) -> Array {
    let input = _ElementInput<Input>(
      home: home, pull: { version, reader in self.pull(key, known, after: version, by: reader) },
      forget: { reader in self.forget(known, reader) }, touch: { _ = self.groupState.value },
      count: { self.elements(for: key).count }, elements: { self.elements(for: key) })
    return DerivedArray(
      TransformedElements(info, home, input, isSame: { _, _ in true }, Rule<(Input) -> Input?> { $0 }))
  }

  private func elements(for key: Key) -> [Input] { reader.elements.filter { makeKey($0) == key } }

  private func pull(
    _ key: Key, _ known: Group?, after version: UInt, by reader: ObjectIdentifier
  ) -> Pulled<[Input]> {
    if groupState.value != 0, let group = known ?? read({ told })?[key], let pulled = pull(group, version, reader) {
      return pulled
    }
    // The next time, the reader compares the contents.
    return Pulled(version: 0, news: .contents(ReadingContext.pause { elements(for: key) }))
  }

  private func pull(_ group: Group, _ version: UInt, _ reader: ObjectIdentifier) -> Pulled<[Input]>? {
    let answer: (Pulled<[Input]>, [[ArrayChange<Input>]])? = read {
      let entries = version == 0 ? nil : group.log.entries(after: version, upTo: group.version)
      let dropped = group.log.note(reader, hasRead: group.version)
      if let entries { return (Pulled(version: group.version, news: .changes(entries.flatMap { $0 })), dropped) }
      var contents: [Input] = []
      group.members.forEach { contents.append(tree[$0]) }
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
    let known: [Key: Group] = read { told } ?? [:]
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
