internal import Signals

// Objects on the path that only Swift's own tracking follows (K10).
extension PathObservation {
  /// One of them is about to change, on any thread.
  func trackedChange(_ alarm: ObservationAlarm) {
    // Off every actor only the thread that changes them may read them: they are read with the next change here (K10).
    guard context.isActor else { return }
    tracker?.noteAnnouncement()
    context.run { self.catchUp(alarm) }
  }

  private func catchUp(_ alarm: ObservationAlarm) {
    // A cancellation on another thread ends the tracking, too.
    guard let entry = access.enter() else { return }
    let isFollowing = tracking.isFollowing
    let isCurrent = tracking.isCurrent(alarm)
    access.leave(entry, orRelease: release)
    guard isFollowing else { return }
    let stamp = tracker?.takeAnnouncedChange()
    // A reading since the alarm may have preceded the store: so the path is read again.
    if isCurrent { catchUp(as: stamp) } else if tracker == nil || stamp != nil { catchUp(as: stamp, ifNew: true) }
  }

  /// Notices changes that were announced but not yet stored, and those of which a derived value has not told yet, so that a write
  /// doesn't replace them.
  @usableFromInline
  func catchUp() {
    if tracker?.followsDerived == true { catchUpWithDerived() }
    guard let stamp = tracker?.takeAnnouncedChange(), let entry = access.enter() else { return }
    let (isFollowing, isDue) = (tracking.isFollowing, tracking.isDue)
    access.leave(entry, orRelease: release)
    if isFollowing { catchUp(as: stamp, ifNew: !isDue) }
  }

  /// - Parameters:
  ///   - stamp: of the change, for a binding.
  ///   - ifNew: whether a value that was reported before is not reported.
  private func catchUp(as stamp: Stamp?, ifNew: Bool = false) {
    func notice() {
      NotificationQueue.tell { event in
        guard !state.isReading, let entry = access.enter() else { return }
        defer { access.leave(entry, orRelease: release) }
        if noticeTracked(ifNew: ifNew) { event.add(self) }
      }
    }
    if let stamp { Origin.tell(stamp, notice) } else { withNewStamp(notice) }
  }

  private func noticeTracked(ifNew: Bool) -> Bool {
    if state.isChangedInPlace { return perform(state.read(.valueChanged)) }
    guard read() else { return perform(state.end()) }
    guard path.hasChanged || !ifNew || operate(.isNew) else { return false }
    putStamp(.valueChanged)
    return perform(state.didRead(.change(path.hasChanged ? .pathChanged : .valueChanged), isRootAlive: true))
  }
}
