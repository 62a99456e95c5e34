/// The latest changes of a collection, for what is derived from it and reads them later.
///
/// It keeps what some reader has not read yet, and nothing at all without a reader. A reader that comes after more changes than
/// the collection has elements finds them gone, and compares the contents instead: that takes no longer. From then on, until it
/// reads again, nothing is kept for it.
@usableFromInline
struct ChangeLog<Entry> {
  // Two arrays, since a generic type for their elements would be looked up at run time with each access.
  private var entries: [Entry] = []
  /// The version to which each entry leads.
  private var versions: ContiguousArray<LoggedVersion> = []
  /// Every change after this version is here.
  @usableFromInline var start = LoggedVersion(number: 0)
  private var weight = 0
  @usableFromInline var readers: [ObjectIdentifier: LogReader] = [:]

  @usableFromInline
  init() {}

  @inlinable var hasReaders: Bool { !readers.isEmpty }
  var isEmpty: Bool { entries.isEmpty }

  /// Records that there is a version, although there is no reader.
  @inlinable
  mutating func skip(to version: UInt) { start.number = version }

  /// Adds an entry that leads to a version. Returns the entries that no reader can ask for any more, to be released under no lock.
  mutating func append(_ entry: Entry, version: UInt, weight: Int, count: Int) -> [Entry] {
    // A reader that is up to date now never has to compare, however much one change holds. The older half goes, so that the
    // rest is moved for few of the entries only.
    let bound = max(64, count)
    let dropped = self.weight > bound ? removeOldest(downTo: bound / 2) : []
    // Now there may be no reader any more that has read everything.
    if !hasReaders {
      start.number = version
      return dropped
    }
    entries.append(entry)
    // A change without elements takes space, too.
    versions.append(LoggedVersion(number: version, weight: max(1, weight)))
    self.weight += max(1, weight)
    return dropped
  }

  /// The changes after one version up to another one; nil if some of them are gone.
  func entries(after version: UInt, upTo last: UInt) -> [Entry]? {
    guard version >= start.number else { return nil }
    let (first, end) = (firstIndex(after: version), firstIndex(after: last))
    if first == 0, end == entries.count { return entries }
    return first < end ? Array(entries[first..<end]) : []
  }

  /// The index of the first entry that leads to a later version than this: the versions grow.
  private func firstIndex(after version: UInt) -> Int {
    var (low, high) = (0, versions.count)
    while low < high {
      let middle = (low + high) / 2
      if versions[middle].number > version { high = middle } else { low = middle + 1 }
    }
    return low
  }

  // MARK: - Readers

  /// Records how far a reader has read. Returns the entries that all have read, to be released under no lock.
  ///
  /// - Parameter needsAll: whether the reader can't compare, so that nothing may be gone that it has not read.
  mutating func note(_ reader: ObjectIdentifier, hasRead version: UInt, needsAll: Bool = false) -> [Entry] {
    let new = LogReader(version: version, needsAll: needsAll)
    let former = readers.updateValue(new, forKey: reader)
    if former?.version == version { return [] }
    count(new, 1)
    if let former { count(former, -1) }
    return removeRead()
  }

  /// Forgets a reader. Returns the entries that the others have read, to be released under no lock.
  mutating func forget(_ reader: ObjectIdentifier) -> [Entry] {
    guard let former = readers.removeValue(forKey: reader) else { return [] }
    count(former, -1)
    return removeRead()
  }

  /// Counts a reader where it has read up to: to look at all of them would take long where there are many.
  private mutating func count(_ reader: LogReader, _ difference: Int) {
    let next = firstIndex(after: reader.version)
    if next == 0 { start.count(reader, difference) } else { versions[next - 1].count(reader, difference) }
  }

  private mutating func removeRead() -> [Entry] { removeFirst { start, _ in start.readers == 0 } }

  /// Removes the oldest entries until the rest weighs no more than this, but none that a reader needs that can't compare.
  private mutating func removeOldest(downTo bound: Int) -> [Entry] {
    let dropped = removeFirst { start, weight in
      start.readers == 0 || start.needyReaders == 0 && weight > bound
    }
    readers = readers.filter { $0.value.version >= start.number }
    return dropped
  }

  /// Removes the first entry as long as `isToGo` says so of the version before it and the weight of all.
  private mutating func removeFirst(while isToGo: (_ start: LoggedVersion, _ weight: Int) -> Bool) -> [Entry] {
    var number = 0
    while number < versions.count, isToGo(start, weight) {
      start = versions[number]
      weight -= start.weight
      number += 1
    }
    if number == 0 { return [] }
    var former: [Entry] = []
    if number == entries.count {
      swap(&former, &entries)
    } else {
      former = Array(entries[..<number])
      entries.removeFirst(number)
    }
    versions.removeFirst(number)
    return former
  }
}

/// A version of a collection in a log.
@usableFromInline
struct LoggedVersion {
  @usableFromInline var number: UInt
  /// The number of elements that the entry holds that leads here.
  var weight = 0
  /// The number of readers that have read up to here, and of those among them that can't compare.
  var readers = 0
  var needyReaders = 0

  mutating func count(_ reader: LogReader, _ difference: Int) {
    readers += difference
    if reader.needsAll { needyReaders += difference }
  }
}

/// A reader of a log.
@usableFromInline
struct LogReader {
  /// The version up to which it has read.
  let version: UInt
  /// Whether it can't compare.
  let needsAll: Bool
}
