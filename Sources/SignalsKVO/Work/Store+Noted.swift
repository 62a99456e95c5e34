internal import Signals

extension Store {
  /// The state, which becomes an input of the computation that this thread is running, if there is one.
  var noted: State {
    guard Recordings.areUnderWay, let context = ReadingContext.slot.current else { return state }
    if let computation = context.pointee.tracker { return read(by: computation) }
    // A computation that runs for one read records nothing, but it has to notice a change meanwhile. A node counts it.
    if context.pointee.isDetached { _ = madeNode }
    return state
  }
}
