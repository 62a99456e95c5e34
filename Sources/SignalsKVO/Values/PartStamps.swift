internal import Signals

/// The stamps of the changes of one part of a property or of an observed collection, for all bindings of that part (B1, B3).
///
/// One change of the whole may change several parts, and bindings may lead from one of them to another: then the parts have
/// changed at once, and of two values under one stamp none would be the newer one. So each part has a stamp of its own for each
/// change.
///
/// Whether a change of the whole is one of the part is found out by user code, under no lock (C7). So a stored change is
/// kept here until it is delivered.
// Unchecked, because the lock of the state guards it, except as stated. Not generic, since it is used for each change of the whole.
final class PartStamps: @unchecked Sendable {
  private let newestWord = AtomicWord(0)
  private var stored: ContiguousArray<StoredChange> = []
  /// Tells the parts of one state apart.
  fileprivate let identity: AnyHashable
  fileprivate var userCount = 1

  struct StoredChange: Sendable {
    /// Tells the changes of the whole apart.
    fileprivate let number: UInt
    /// The stamp of the part.
    fileprivate var stamp: Stamp
    /// The ``KeptChange``; nil once it has been delivered to a binding of the part.
    fileprivate var change: (any AnyObject & Sendable)?
    /// Whether a binding has written the part.
    fileprivate let isWritten: Bool
  }

  fileprivate init(_ identity: AnyHashable) { self.identity = identity }

  /// The newest change of the part that is known. From any thread.
  var newest: Stamp { Stamp(word: newestWord.relaxed) }

  /// Records a change of the part.
  func meet(_ stamp: Stamp) { if stamp > newest { newestWord.store(stamp.word) } }

  /// The changes of the whole that are stored and not delivered yet.
  var undelivered: ContiguousArray<StoredChange> { stored }

  /// The newest change of the part, of the one that is known and of those that are not delivered yet. Under no lock.
  ///
  /// - Parameter isChange: whether a change of the whole is one of the part. It may call user code.
  static func newest<Change: Sendable>(
    _ known: Stamp, _ undelivered: ContiguousArray<StoredChange>, isChange: (Change) -> Bool
  ) -> Stamp {
    undelivered.reduce(known) { newest, stored in
      guard stored.stamp > newest, let kept = stored.change,
        unsafe isChange(unsafeDowncast(kept, to: KeptChange<Change>.self).change)
      else { return newest }
      return stored.stamp
    }
  }

  fileprivate func takeStored() -> ContiguousArray<StoredChange> {
    var taken: ContiguousArray<StoredChange> = []
    swap(&taken, &stored)
    return taken
  }

  /// - Parameters:
  ///   - number: tells the changes of the whole apart.
  ///   - stamp: the stamp of the part.
  ///   - isWritten: whether a binding has written the part.
  func append(_ change: any AnyObject & Sendable, _ number: UInt, as stamp: Stamp, isWritten: Bool) {
    stored.append(StoredChange(number: number, stamp: stamp, change: change, isWritten: isWritten))
  }

  /// A change of the whole is being delivered to a binding of the part. Returns the stamp of the part, if this is a change of it,
  /// and what is to be released under no lock.
  ///
  /// - Parameters:
  ///   - number: tells the changes of the whole apart.
  ///   - whole: the stamp of the whole. It is the stamp of the part, if that doesn't know the change.
  ///   - told: the newest stamp that this binding has reported. If the change was stored after a newer one, it gets a new stamp.
  ///   - isChange: whether the part has another value. What a binding has written counts for the others if the value is equal,
  ///     too (B6).
  func deliver(
    _ number: UInt, _ whole: Stamp, after told: Stamp, isChange: Bool
  ) -> (Stamp?, gone: ContiguousArray<(any AnyObject & Sendable)?>) {
    var gone: ContiguousArray<(any AnyObject & Sendable)?> = []
    let place = stored.firstIndex { $0.number == number }
    var stamp = place.map { stored[$0].stamp } ?? whole
    let isChange = isChange || place.map { stored[$0].isWritten } ?? false
    if isChange {
      if stamp <= told { stamp = .new(after: stamp) }
      meet(stamp)
    }
    guard let place else { return (isChange ? stamp : nil, gone) }
    // Changes are delivered in the order in which they were stored. The other bindings of the part still need the stamp.
    stored[place].stamp = stamp
    for index in 0...place where stored[index].change != nil {
      gone.append(nil)
      swap(&gone[gone.count - 1], &stored[index].change)
    }
    stored.removeFirst(place)
    return (isChange ? stamp : nil, gone)
  }
}

// A write of a binding to a part of a collection makes one edit.
extension PartStamps: WrittenPath {
  func goes(through property: ObjectIdentifier) -> Bool { true }
}

/// A change of the whole, for all of its parts.
final class KeptChange<Change: Sendable>: Sendable {
  fileprivate let change: Change

  init(_ change: Change) { self.change = change }
}

/// The parts of a state that are bound. Guarded by the lock of the state.
final class BoundParts {
  fileprivate var parts: ContiguousArray<PartStamps> = []
  /// How often a part was added or removed.
  fileprivate var version: UInt = 0

  /// Gives each part a stamp for a change that was stored.
  ///
  /// - Parameters:
  ///   - number: tells the changes of the whole apart.
  ///   - whole: the stamp of the whole.
  ///   - writer: the part that a binding has written, and its stamp. If there is none, the first part has the stamp of the whole.
  ///   - isShared: whether all parts have the stamp of the whole.
  func note(
    _ change: any AnyObject & Sendable, _ number: UInt, of whole: Stamp,
    writtenBy writer: (part: PartStamps, stamp: Stamp)?,
    isShared: Bool = false
  ) {
    for (index, part) in parts.enumerated() {
      if let writer, part === writer.part {
        part.append(change, number, as: writer.stamp, isWritten: true)
      } else {
        let stamp = isShared || writer == nil && index == 0 ? whole : whole.sibling
        part.append(change, number, as: stamp, isWritten: false)
      }
    }
  }
}

/// A state of which parts can be bound.
protocol PartedState: AnyObject {
  /// What bindings know of the state. It is made if there is none.
  var extras: StateExtras { get }

  /// Runs `body` under the lock, as one step.
  func whileLocked<Answer>(_ body: () -> Answer) -> Answer
}

extension PartedState {
  /// The stamps of a part for one more binding. To be given back by ``forget(_:)``.
  ///
  /// - Parameter identity: tells the parts apart. It may be compared by user code.
  func stamps(of identity: AnyHashable) -> PartStamps {
    let new = PartStamps(identity)
    let extras = extras
    while true {
      let (parts, version) = withBoundParts { ($0.parts, $0.version) }
      // Under no lock (C7).
      let known = parts.first { $0.identity == identity }
      let isDone = withBoundParts { bound in
        guard bound.version == version else { return false }
        if let known {
          known.userCount += 1
        } else {
          // The part has any change of the whole until now.
          new.meet(extras.newestStamp)
          bound.parts.append(new)
          bound.version += 1
        }
        return true
      }
      if isDone { return known ?? new }
    }
  }

  /// Has a binding less use the stamps of a part.
  func forget(_ part: PartStamps) {
    let gone = withBoundParts { bound -> ContiguousArray<PartStamps.StoredChange> in
      part.userCount -= 1
      guard part.userCount == 0 else { return [] }
      bound.parts.removeAll { $0 === part }
      bound.version += 1
      return part.takeStored()
    }
    withExtendedLifetime(gone) {}
  }

  private func withBoundParts<Answer>(_ body: (BoundParts) -> Answer) -> Answer {
    let extras = extras
    return whileLocked {
      let bound = boundParts(extras) ?? BoundParts()
      extras.boundParts = bound
      return body(bound)
    }
  }

  /// The parts that are bound, if there are any. Under the lock.
  func boundParts(_ extras: StateExtras) -> BoundParts? {
    extras.boundParts.map { unsafe unsafeDowncast($0, to: BoundParts.self) }
  }
}

extension Store: PartedState {
  /// Has the bound parts know of a change. Under the lock.
  @usableFromInline
  @inline(never)
  final func noteInParts(_ change: Change, _ stamp: Stamp) {
    if stamp.isNone { return }
    boundParts(extras)?.note(
      KeptChange(Update(version: version, state: held, change: change, stamp: stamp)), stamp.word, of: stamp,
      writtenBy: nil)
  }
}
