/// The latest changes of a collection, for what is derived from it and reads them later.
///
/// It keeps what some reader has not read yet, and nothing at all without a reader. A reader that comes after more changes than
/// the collection has elements finds them gone, and compares the contents instead: that takes no longer.
struct ChangeLog<Entry> {
  struct Record {
    let version: UInt
    let entry: Entry
    /// The number of elements that it holds.
    let weight: Int
  }

  private var entries: [Record] = []
  private var weight = 0
  /// Every change after this version is here.
  private var start: UInt = 0
  /// The versions up to which the readers have read.
  private var readers: [ObjectIdentifier: UInt] = [:]
  /// The readers that can't compare.
  private var needy: Set<ObjectIdentifier> = []

  init() {}

  var hasReaders: Bool { !readers.isEmpty }

  /// Adds what led to a version. Returns what no reader can ask for any more, to be released under no lock.
  mutating func append(_ entry: Entry, version: UInt, weight: Int, count: Int) -> [Record] {
    guard hasReaders else {
      start = version
      return []
    }
    // A reader that is up to date now never has to compare, however much one change holds.
    if self.weight > max(64, count), needy.isEmpty { return removeAll(upTo: version) }
    entries.append(Record(version: version, entry: entry, weight: weight))
    self.weight += weight
    return []
  }

  private mutating func removeAll(upTo version: UInt) -> [Record] {
    let former = entries
    entries = []
    weight = 0
    start = version
    return former
  }

  /// The changes after one version up to another one; nil if some of them are gone.
  func entries(after version: UInt, upTo last: UInt) -> [Entry]? {
    guard version >= start else { return nil }
    return entries.lazy.filter { $0.version > version && $0.version <= last }.map(\.entry)
  }

  /// Records how far a reader has read. Returns what all have read, to be released under no lock.
  ///
  /// - Parameter needsAll: whether the reader can't compare, so that nothing may be gone that it has not read.
  mutating func note(_ reader: ObjectIdentifier, hasRead version: UInt, needsAll: Bool = false) -> [Record] {
    if needsAll { needy.insert(reader) }
    let former = readers.updateValue(version, forKey: reader)
    return former == version ? [] : removeRead()
  }

  /// Forgets a reader. Returns what the others have read, to be released under no lock.
  mutating func forget(_ reader: ObjectIdentifier) -> [Record] {
    needy.remove(reader)
    return readers.removeValue(forKey: reader) == nil ? [] : removeRead()
  }

  private mutating func removeRead() -> [Record] {
    guard let last = entries.last?.version else { return [] }
    guard let slowest = readers.values.min() else { return removeAll(upTo: last) }
    if slowest >= last { return removeAll(upTo: last) }
    let count = entries.firstIndex { $0.version > slowest } ?? entries.count
    guard count > 0 else { return [] }
    let former = Array(entries[..<count])
    start = former[count - 1].version
    weight -= former.reduce(0) { $0 + $1.weight }
    entries.removeFirst(count)
    return former
  }
}
