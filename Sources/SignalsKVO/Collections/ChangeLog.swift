/// The latest changes of a collection, for what is derived from it and reads them later.
///
/// It keeps what some reader has not read yet, and nothing at all without a reader. A reader that comes after more changes than
/// the collection has elements finds them gone, and compares the contents instead: that takes no longer. From then on, until it
/// reads again, nothing is kept for it.
struct ChangeLog<Entry> {
  // Three arrays, since a type for their elements would be looked up at run time with each access.
  private var entries: [Entry] = []
  /// The version to which each entry leads.
  private var versions: ContiguousArray<UInt> = []
  /// The number of elements that each holds.
  private var weights: ContiguousArray<Int> = []
  private var weight = 0
  /// Every change after this version is here.
  private var start: UInt = 0
  /// The versions up to which the readers have read.
  private var readers: [ObjectIdentifier: UInt] = [:]
  /// The readers that can't compare.
  private var needy: Set<ObjectIdentifier> = []

  init() {}

  var hasReaders: Bool { !readers.isEmpty }

  /// Records that there is a version, although there is no reader.
  mutating func skip(to version: UInt) { start = version }

  /// Adds an entry that leads to a version. Returns the entries that no reader can ask for any more, to be released under no lock.
  mutating func append(_ entry: Entry, version: UInt, weight: Int, count: Int) -> [Entry] {
    // A reader that is up to date now never has to compare, however much one change holds. The older half goes, so that the
    // rest is moved for few of the entries only.
    let bound = max(64, count)
    let dropped = self.weight > bound ? removeOldest(downTo: bound / 2) : []
    entries.append(entry)
    versions.append(version)
    // A change without elements takes space, too.
    weights.append(max(1, weight))
    self.weight += max(1, weight)
    return dropped
  }

  /// Removes the oldest entries until the rest weighs no more than this, but none that a reader needs that can't compare.
  private mutating func removeOldest(downTo bound: Int) -> [Entry] {
    var (last, rest) = (start, weight)
    for (version, weight) in zip(versions, weights) where rest > bound { (last, rest) = (version, rest - weight) }
    for reader in needy { last = min(last, readers[reader] ?? last) }
    let dropped = removeFirst(upTo: last)
    readers = readers.filter { $0.value >= start }
    return dropped + removeRead()
  }

  private mutating func removeAll(upTo version: UInt) -> [Entry] {
    var former: [Entry] = []
    swap(&former, &entries)
    versions.removeAll(keepingCapacity: true)
    weights.removeAll(keepingCapacity: true)
    weight = 0
    start = version
    return former
  }

  /// The changes after one version up to another one; nil if some of them are gone.
  func entries(after version: UInt, upTo last: UInt) -> [Entry]? {
    guard version >= start else { return nil }
    let (first, end) = (firstIndex(after: version), firstIndex(after: last))
    if first == 0, end == entries.count { return entries }
    return first < end ? Array(entries[first..<end]) : []
  }

  /// The index of the first entry that leads to a later version than this: the versions grow.
  private func firstIndex(after version: UInt) -> Int {
    var (low, high) = (0, versions.count)
    while low < high {
      let middle = (low + high) / 2
      if versions[middle] > version { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Records how far a reader has read. Returns the entries that all have read, to be released under no lock.
  ///
  /// - Parameter needsAll: whether the reader can't compare, so that nothing may be gone that it has not read.
  mutating func note(_ reader: ObjectIdentifier, hasRead version: UInt, needsAll: Bool = false) -> [Entry] {
    if needsAll { needy.insert(reader) }
    return readers.updateValue(version, forKey: reader) == version ? [] : removeRead()
  }

  /// Forgets a reader. Returns the entries that the others have read, to be released under no lock.
  mutating func forget(_ reader: ObjectIdentifier) -> [Entry] {
    needy.remove(reader)
    return readers.removeValue(forKey: reader) == nil ? [] : removeRead()
  }

  private mutating func removeRead() -> [Entry] {
    guard let last = versions.last else { return [] }
    var slowest = UInt.max
    for version in readers.values { slowest = min(slowest, version) }
    return slowest >= last ? removeAll(upTo: last) : removeFirst(upTo: slowest)
  }

  private mutating func removeFirst(upTo last: UInt) -> [Entry] {
    var count = 0
    while count < versions.count, versions[count] <= last {
      weight -= weights[count]
      start = versions[count]
      count += 1
    }
    guard count > 0 else { return [] }
    let former = Array(entries[..<count])
    entries.removeFirst(count)
    versions.removeFirst(count)
    weights.removeFirst(count)
    return former
  }
}
