internal import Signals

/// Releases a value when this thread is in no computation any more; at once, if it is in none now.
///
/// The `deinit` of an object may read what the computation is about to replace, or what follows from that, and may set what it
/// has read. In the middle of the computation that would be a circle.
func releaseLater<Value>(_ value: Value) {
  if mayHoldObjects(Value.self) { DeferredRelease.add(value) }
}

/// Whether the end of a value may call code of the user.
@inline(__always)
func mayHoldObjects<Value>(_ type: Value.Type) -> Bool { !_isPOD(type) && type != String.self }

/// Values that a computation needs no longer. They are released when the outermost computation of the thread is over, before the
/// other reactions that it has reached act.
// Unchecked, because one thread uses it.
private final class DeferredRelease: Reaction, @unchecked Sendable {
  private var values: [Any] = []

  static func add(_ value: Any) {
    guard let context = ReadingContext.enclosingRun else { return }
    if let list = context.pointee.reached.latest as? DeferredRelease { return list.values.append(value) }
    let list = DeferredRelease()
    list.values.append(value)
    GraphLock.lock()
    unsafe context.pointee.reached.append(.passUnretained(list))
    GraphLock.unlock()
  }

  override var isRelease: Bool { true }

  override func releaseValues() {
    GraphLock.lock()
    let isKept = stopKeeping()
    GraphLock.unlock()
    let ended = values
    values = []
    withExtendedLifetime(ended) {}
    if isKept { unsafe Unmanaged.passUnretained(self).release() }
  }

  // If it comes into a turn all the same.
  override func settle(in turn: Turn) { releaseValues() }
}
