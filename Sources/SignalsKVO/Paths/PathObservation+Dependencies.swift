internal import Signals

// Derived values on the path, which tell of a change when the turn settles.
extension PathObservation {
  /// Whether a derived value tells of a change that the last report has shown, such as that of a property from which it follows. A
  /// binding finds that out by the cause.
  func isTold(_ link: ObservationLink, _ version: UInt) -> Bool { tracker == nil && link.hasRead(version) }

  /// Runs what notices a change that a dependency has told, for a binding under the stamp of its cause.
  ///
  /// A derived value tells when the turn settles, and of several changes that have one cause. So a cause that this knows already
  /// makes a new change, unless the value is the one that the other end has (B2).
  func act(for cause: Stamp, _ body: () -> Void) {
    guard let tracker, !tracker.isWriting(cause) else { return body() }
    keepLastValue()
    if cause.isNone || cause > tracker.newest {
      Origin.tell(cause.isNone ? .new() : cause, body)
    } else if !hasLastValue() {
      Origin.tell(.new(after: cause), body)
    }
  }

  /// Notices a change of a derived value before the turn settles, under the stamp of its cause: a write that is older must not replace
  /// it (B3). In a transaction both ends tell of their changes when it ends.
  func catchUpWithDerived() {
    guard unsafe TurnContext.transaction == nil, let tracker, let (link, word) = path.pending else { return }
    let cause = Stamp(word: word)
    guard cause > tracker.newest, !tracker.isWriting(cause) else { return }
    keepLastValue()
    Origin.tell(cause) {
      NotificationQueue.tell { event in
        if noticeDerived(link) { event.add(self) }
      }
    }
  }

  private func noticeDerived(_ link: ObservationLink) -> Bool {
    guard !state.isReading, !isChangedInPlace, !state.isWaitingForTurn, let entry = access.enter() else { return false }
    defer { access.leave(entry, orRelease: release) }
    let version = link.versionRead
    guard read() else { return perform(state.end()) }
    guard path.hasChanged || link.versionRead != version || state.changesInReading else {
      _ = operate(.accept)
      return false
    }
    let reason: PathReason = path.hasChanged ? .pathChanged : .valueChanged
    putStamp(reason)
    return perform(state.didRead(.change(reason), isRootAlive: true))
  }

  /// Has the next change be compared with this one: it may come from the same cause, and from something else that is read.
  private func keepLastValue() {
    guard let entry = access.enter() else { return }
    _ = operate(.track(nil))
    access.leave(entry, orRelease: release)
  }

  /// Whether the path leads through the same properties to the same value as when it was last read, as far as that is known.
  private func hasLastValue() -> Bool {
    guard !state.isReading, !isChangedInPlace, !state.isWaitingForTurn, let entry = access.enter() else { return false }
    defer { access.leave(entry, orRelease: release) }
    guard read(), !path.hasChanged, !state.changesInReading, !operate(.isNew) else { return false }
    _ = operate(.accept)
    return true
  }
}
