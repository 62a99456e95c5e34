internal import Signals

extension Store {
  /// The state, which becomes an input of the computation that this thread is running, if there is one.
  var noted: State {
    guard let context = ReadingContext.currentIfAny else { return state }
    if unsafe context.pointee.tracker != nil { return read(in: context) }
    // A computation that runs for one read records nothing, but it has to notice a change meanwhile. A node counts it.
    if unsafe context.pointee.detached != nil { noteRead() }
    return state
  }
}
