internal import Signals

extension ObservedDictionary: ObservableElements {
  public var _input: _ElementInput<(key: Key, value: DictionaryValue)> {
    let entries = DerivedArray(
      DictionaryEntries(
        info, nil, pull: { self.pull(after: $0, by: $1) }, forget: { self.forget($0) }, dictionary: { self.value }))
    return entries._input
  }
}

extension DerivedDictionary: ObservableElements {
  public var _input: _ElementInput<(key: Key, value: DictionaryValue)> {
    let entries = DerivedArray(
      DictionaryEntries(
        info, computation.home, pull: { self.pull(after: $0, by: $1) }, forget: { self.computation.forget($0) },
        dictionary: { self.value }))
    return entries._input
  }
}

/// The keys of a dictionary with their values, in the order in which the keys were seen first.
// Unchecked, as its superclass.
private final class DictionaryEntries<Key: Hashable & Sendable, Value: Sendable>: CollectionComputation<
  [(key: Key, value: Value)]
>, ArrayContents, @unchecked Sendable
{
  typealias Element = (key: Key, value: Value)

  private var tree = OrderTree<Element>()
  private var places: [Key: TreePlace] = [:]
  private var changes = ArrayChangeList<Element>()

  private let pull: @Sendable (UInt, ObjectIdentifier) -> Pulled<[Key: Value]>
  private let forget: @Sendable (ObjectIdentifier) -> Void
  private let dictionary: @Sendable () -> [Key: Value]
  private var version: UInt = 0

  init(
    _ info: NodeInfo, _ home: ExecutionContext?,
    pull: @escaping @Sendable (UInt, ObjectIdentifier) -> Pulled<[Key: Value]>,
    forget: @escaping @Sendable (ObjectIdentifier) -> Void, dictionary: @escaping @Sendable () -> [Key: Value]
  ) {
    self.pull = pull
    self.forget = forget
    self.dictionary = dictionary
    super.init(info, home)
  }

  deinit { forget(ObjectIdentifier(self)) }

  override func follow() -> [ArrayChange<Element>] {
    let pulled = pull(version, ObjectIdentifier(self))
    version = pulled.version
    switch pulled.news {
    case .changes(let list):
      for change in list { apply(change) }
      [Key: Value]._releaseRemoved(list)
    case .contents(let contents):
      let former = Dictionary(uniqueKeysWithValues: self.contents.map { ($0.key, $0.value) })
      for change in contents.changes(from: former) { apply(change) }
      if !former.isEmpty { releaseLater(contents) }
    }
    return changes.take()
  }

  private func apply(_ change: DictionaryChange<Key, Value>) {
    switch change {
    case .insertion(let value, let key):
      changes.insert((key, value), at: tree.count)
      places[key] = tree.insert((key, value), at: tree.count)
    case .removal(_, let key):
      guard let place = places.removeValue(forKey: key) else { return }
      changes.remove(tree[place], at: tree.index(of: place))
      _ = tree.remove(place)
    case .replacement(_, let value, let key):
      guard let place = places[key] else { return }
      changes.replace(tree[place], with: (key, value), at: tree.index(of: place))
      tree[place] = (key, value)
    }
  }

  // MARK: - The contents

  override var count: Int { tree.count }

  override var contents: [Element] { tree.array }

  func element(at index: Int) -> Element { tree[tree.place(at: index)] }

  override func computed() -> [Element] { dictionary().map { ($0.key, $0.value) } }
}
