internal import Signals

/// The contents of a derived collection, and the way in which they follow from the inputs (K12).
///
/// A computation of the dependency graph runs `revise()` when an input has changed: it reads the changes there, and changes
/// the contents accordingly. One thread at a time does that. Another one that reads meanwhile computes the whole contents for
/// itself, so no thread waits for a closure of the user.
// Unchecked, because the thread that runs the computation changes the contents, while it says so in `progress`.
class CollectionComputation<Contents: _ObservableContents & Sendable>: @unchecked Sendable
where Contents._Change: Sendable {
  let info: NodeInfo
  /// The actor on which the closures have to run, if there is one.
  final let home: ExecutionContext?

  private final let progress = Guarded(Progress())

  // Unchecked, because the log hands out entries that are `Sendable`.
  private struct Progress: @unchecked Sendable {
    /// The number of threads that change the contents at this moment, or parts of them.
    var revisers = 0
    var isRevising: Bool { revisers > 0 }
    /// The number of changes, plus one; zero before the first computation.
    var version: UInt = 0
    var log = ChangeLog<[Contents._Change]>()
    /// The contents as one value, since a reader has asked for it.
    var value: Contents?
  }

  init(_ info: NodeInfo, _ home: ExecutionContext?) {
    self.info = info
    self.home = home
  }

  // MARK: - To be overridden

  /// Has changes of elements run the computation that follows them.
  func reportElements(to node: Computation) {}

  /// Reads the changes of the inputs, and follows them. Only the thread that revises calls it.
  ///
  /// - Returns: nil if another thread changes what the contents follow from.
  func follow() -> [Contents._Change]? { preconditionFailure("\(Self.self) must override follow().") }

  /// The contents as they were computed last.
  var contents: Contents { preconditionFailure("\(Self.self) must override contents.") }

  /// The same for any thread. The result is called under no lock: it may call code of the user.
  func snapshot() -> () -> Contents {
    let contents = contents
    return { contents }
  }

  /// Whether the contents may be kept as one value after a reader has asked for it.
  var keepsValue: Bool { true }

  var count: Int { preconditionFailure("\(Self.self) must override count.") }

  /// The contents that follow from the present inputs, computed from scratch. From any thread.
  func computed() -> Contents { preconditionFailure("\(Self.self) must override computed().") }

  // MARK: - Revising

  /// Makes the contents follow from the present inputs.
  ///
  /// - Returns: the number of the state; zero for a thread that can't change the contents, since another one is at it.
  final func revise() -> UInt {
    checkHome(home, info)
    if unsafe ReadingContext.currentIfAny?.pointee.detached != nil { return 0 }
    beginRevising()
    guard let changes = follow() else {
      endRevising()
      return 0
    }
    let count = count
    var dropped: [[Contents._Change]] = []
    var former: Contents?
    let version = progress.change { progress in
      progress.revisers -= 1
      if changes.isEmpty && progress.version != 0 { return progress.version }
      progress.version += 1
      if progress.log.hasReaders {
        dropped = progress.log.append(
          changes, version: progress.version, weight: Contents._weight(of: changes), count: count)
      } else {
        progress.log.skip(to: progress.version)
      }
      swap(&former, &progress.value)
      return progress.version
    }
    for changes in dropped { Contents._releaseRemoved(changes) }
    Contents._releaseRemoved(changes)
    // What was removed of it is in the changes.
    withExtendedLifetime(former) {}
    return version
  }

  final func beginRevising() { progress.change { $0.revisers += 1 } }
  final func endRevising() { progress.change { $0.revisers -= 1 } }

  // MARK: - Reading

  /// Changes what readers share with the contents: by `body`, or by `later` if a thread changes the contents at this moment. Both
  /// run under the lock.
  final func change<Answer>(_ body: () -> Answer, later: () -> Answer) -> Answer {
    progress.change { $0.isRevising ? later() : body() }
  }

  /// Runs `body` under the lock.
  final func whileLocked<Answer>(_ body: () -> Answer) -> Answer { progress.change { _ in body() } }

  /// Reads the contents, unless a thread is changing them. `body` runs under the lock and calls no code of the user.
  final func read<Answer>(_ body: () -> Answer) -> Answer? {
    progress.change { $0.isRevising ? nil : body() }
  }

  /// The contents that were computed last; those that follow from the present inputs, if a thread is changing them.
  final var latest: Contents {
    let found: (() -> Contents)? = progress.change { progress in
      if progress.isRevising { return nil }
      guard keepsValue else { return snapshot() }
      let value = progress.value ?? contents
      progress.value = value
      return { value }
    }
    return found?() ?? computedApart
  }

  /// The contents that follow from the present inputs. The reads of the computation are not recorded.
  final var computedApart: Contents {
    checkHome(home, info)
    return ReadingContext.pause { computed() }
  }

  /// The contents with their version, for an observer that follows from there; nil if a thread is changing them.
  final func begin(_ reader: ObjectIdentifier) -> (version: UInt, contents: Contents)? {
    let answer: (UInt, () -> Contents, [[Contents._Change]])? = progress.change { progress in
      if progress.isRevising { return nil }
      let dropped = progress.log.note(reader, hasRead: progress.version, needsAll: true)
      return (progress.version, snapshot(), dropped)
    }
    return answer.map { ($0.0, $0.1()) }
  }

  /// The changes after one version up to another, for an observer.
  final func changes(after version: UInt, upTo last: UInt, _ reader: ObjectIdentifier) -> [Contents._Change] {
    let (entries, _) = progress.change { progress in
      let entries = progress.log.entries(after: version, upTo: last)
      return (entries, progress.log.note(reader, hasRead: last, needsAll: true))
    }
    guard let entries else { preconditionFailure("The changes stay until each observer has received them.") }
    return Self.joined(entries)
  }

  /// The changes since a reader has read last.
  final func pull(after version: UInt, by reader: ObjectIdentifier) -> Pulled<Contents> {
    let answer: (UInt, [[Contents._Change]]?, (() -> Contents)?, [[Contents._Change]])? =
      progress.change { progress in
        if progress.isRevising { return nil }
        let entries = version == 0 ? nil : progress.log.entries(after: version, upTo: progress.version)
        let dropped = progress.log.note(reader, hasRead: progress.version)
        return (progress.version, entries, entries == nil ? snapshot() : nil, dropped)
      }
    guard let (version, entries, contents, dropped) = answer else {
      // The next time, the reader compares the contents.
      return Pulled(version: 0, news: .contents(computedApart))
    }
    for changes in dropped { Contents._releaseRemoved(changes) }
    if let contents { return Pulled(version: version, news: .contents(contents())) }
    return Pulled(version: version, news: .changes(Self.joined(entries ?? [])))
  }

  private static func joined(_ entries: [[Contents._Change]]) -> [Contents._Change] {
    entries.count == 1 ? entries[0] : Array(entries.joined())
  }

  final func forget(_ reader: ObjectIdentifier) {
    let dropped = progress.change { $0.log.forget(reader) }
    withExtendedLifetime(dropped) {}
  }
}

/// Stops a thread that would run a closure of another actor.
func checkHome(_ home: ExecutionContext?, _ info: NodeInfo) {
  guard let home, !home.isHere else { return }
  // Not a `preconditionFailure`, which prints nothing in a release build.
  fatalError(
    """
    \(info.operation) (\(info.place.file):\(info.place.line)) has a closure of the main actor, and was read on another thread \
    after a change. Read it, and what is derived from it, on the main actor, or observe it: then it is up to date.
    """)
}
