internal import Signals

/// The stamps of the changes of one part of a property, for all bindings of that part (B1, B3).
///
/// One set of the property may change several parts, and bindings may lead from one of them to another: then the parts have
/// changed at once, and of two values under one stamp none would be the newer one. So each part has a stamp of its own for each
/// change.
///
/// Whether a change of the property is one of the part is found out by user code, under no lock (C7). So a stored change is
/// kept here until it is delivered.
// Unchecked, because the lock of the state guards it, except as stated.
final class PartStamps<Whole: Sendable, Change: Sendable>: @unchecked Sendable {
  private let newestWord = AtomicWord(0)
  private var stored: ContiguousArray<StoredChange> = []
  fileprivate let path: AnyKeyPath
  fileprivate var userCount = 1

  struct StoredChange: Sendable {
    /// The stamp of the property's change.
    fileprivate let whole: Stamp
    /// The stamp of the part.
    fileprivate(set) var stamp: Stamp
    /// The change; nil once it has been delivered to a binding of the part.
    fileprivate(set) var update: Update<Whole, Change>?
    /// Whether a binding has written the part.
    fileprivate let isWritten: Bool
  }

  fileprivate init(_ path: AnyKeyPath) { self.path = path }

  /// The newest change of the part that is known. From any thread.
  var newest: Stamp { Stamp(word: newestWord.relaxed) }

  /// Records a change of the part.
  func meet(_ stamp: Stamp) { if stamp > newest { newestWord.store(stamp.word) } }

  /// The changes of the property that are stored and not delivered yet.
  var undelivered: ContiguousArray<StoredChange> { stored }

  /// Whether a change of the property was the write of a binding to this part.
  func isWritten(_ whole: Stamp) -> Bool { stored.contains { $0.whole.word == whole.word && $0.isWritten } }

  fileprivate func takeStored() -> ContiguousArray<StoredChange> {
    var taken: ContiguousArray<StoredChange> = []
    swap(&taken, &stored)
    return taken
  }

  /// - Parameter isWritten: whether a binding has written the part.
  func append(_ update: Update<Whole, Change>, as stamp: Stamp, isWritten: Bool) {
    stored.append(StoredChange(whole: update.stamp, stamp: stamp, update: update, isWritten: isWritten))
  }

  /// A change of the property is being delivered to a binding of the part. Returns the stamp of the part, and what is to be
  /// released under no lock.
  ///
  /// - Parameters:
  ///   - whole: the stamp of the property's change. It is the stamp of the part, if that doesn't know the change.
  ///   - told: the newest stamp that this binding has reported. If the change was stored after a newer one, it gets a new stamp.
  ///   - isChange: whether the part has changed.
  func deliver(
    _ whole: Stamp, after told: Stamp, isChange: Bool
  ) -> (Stamp, gone: ContiguousArray<StoredChange>) {
    var gone: ContiguousArray<StoredChange> = []
    let place = stored.firstIndex { $0.whole.word == whole.word }
    var stamp = place.map { stored[$0].stamp } ?? whole
    if isChange {
      if stamp <= told { stamp = .new(after: stamp) }
      meet(stamp)
    }
    guard let place else { return (stamp, gone) }
    // Changes are delivered in the order in which they were stored. The other bindings of the part still need the stamp.
    var kept = stored[place]
    (kept.stamp, kept.update) = (stamp, nil)
    var rest: ContiguousArray<StoredChange> = [kept]
    rest += stored[(place + 1)...]
    swap(&rest, &stored)
    gone = rest
    return (stamp, gone)
  }
}

/// The parts of a property that are bound. Guarded by the lock of the state.
final class BoundParts<Whole: Sendable, Change: Sendable> {
  fileprivate var parts: ContiguousArray<PartStamps<Whole, Change>> = []
  /// How often a part was added or removed.
  fileprivate var version: UInt = 0

  /// Gives each part a stamp for a change that was stored.
  ///
  /// - Parameter writer: the part that a binding has written, and its stamp. If there is none, the first part has the stamp of the
  ///   property's change.
  func note(_ update: Update<Whole, Change>, writtenBy writer: (part: PartStamps<Whole, Change>, stamp: Stamp)?) {
    for (index, part) in parts.enumerated() {
      if let writer, part === writer.part {
        part.append(update, as: writer.stamp, isWritten: true)
      } else {
        let stamp = writer == nil && index == 0 ? update.stamp : update.stamp.sibling
        part.append(update, as: stamp, isWritten: false)
      }
    }
  }
}

extension Store {
  /// The stamps of a part for one more binding. To be given back by ``forget(_:)``.
  func stamps(of path: AnyKeyPath) -> PartStamps<State, Change> {
    let new = PartStamps<State, Change>(path)
    while true {
      let (parts, version) = withBoundParts { ($0.parts, $0.version) }
      // Under no lock, since the comparison of paths may call user code (C7).
      let known = parts.first { $0.path == path }
      let isDone = withBoundParts { bound in
        guard bound.version == version else { return false }
        if let known {
          known.userCount += 1
        } else {
          // The part has any change of the property until now.
          new.meet(newestStamp)
          bound.parts.append(new)
          bound.version += 1
        }
        return true
      }
      if isDone { return known ?? new }
    }
  }

  /// Has a binding less use the stamps of a part.
  func forget(_ part: PartStamps<State, Change>) {
    let gone = withBoundParts { bound -> ContiguousArray<PartStamps<State, Change>.StoredChange> in
      part.userCount -= 1
      guard part.userCount == 0 else { return [] }
      bound.parts.removeAll { $0 === part }
      bound.version += 1
      return part.takeStored()
    }
    withExtendedLifetime(gone) {}
  }

  private func withBoundParts<Answer>(_ body: (BoundParts<State, Change>) -> Answer) -> Answer {
    let node = madeNode
    return whileLocked {
      let bound = boundParts(node) ?? BoundParts<State, Change>()
      node.boundParts = bound
      return body(bound)
    }
  }

  /// The parts that are bound, if there are any. Under the lock.
  func boundParts(_ node: StateSource) -> BoundParts<State, Change>? {
    node.boundParts.map { unsafe unsafeDowncast($0, to: BoundParts<State, Change>.self) }
  }

  /// Has the bound parts know of a change. Under the lock.
  @usableFromInline
  @inline(never)
  func noteInParts(_ change: Change, _ stamp: Stamp, _ node: StateSource) {
    if stamp.isNone { return }
    boundParts(node)?.note(
      Update(version: version, state: held, change: change, stamp: stamp), writtenBy: nil)
  }
}
