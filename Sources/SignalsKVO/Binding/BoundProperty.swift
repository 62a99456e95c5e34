public import Dispatch
public import Signals

/// A ``Property`` as an end of a binding.
// Unchecked, as its superclass: it adds no state.
@usableFromInline
final class BoundProperty<Value: Sendable>: BoundState<Value, Value>, @unchecked Sendable {
  @usableFromInline
  init(_ property: Property<Value>, on queue: DispatchQueue? = nil) {
    super.init(property, home: queue.map { ExecutionContext(queue: $0) } ?? .anywhere)
  }

  @inlinable
  override var newest: Stamp { store.newestStamp }

  @inlinable
  override func begin(_ receiver: @escaping Receiver) {
    unsafe observe(
      for: receiver,
      by: BorrowedFunction { update, connection in
        // A state that was stored before the beginning has no stamp, and is no change.
        if !update.stamp.isNone { unsafe receiver(.changed(update.state, update.stamp, by: connection)) }
      })
  }

  override func read() -> (value: Value, known: Stamp)? {
    store.whileLocked { (store.held, store.newestStamp) }
  }

  @usableFromInline
  override func write(_ write: Write<Value>) {
    var outcome = Write<Value>.Outcome.leave
    func decide(_ newest: Stamp, _ isAlone: Bool) -> Write<Value>.Outcome {
      outcome = write.outcome(newest, isAlone: isAlone)
      return outcome
    }
    if let isSame {
      unsafe store.carry(write.value, write.stamp, unless: isSame, decide)
    } else {
      unsafe store.carry(write.value, write.stamp, decide)
    }
    // A set tells of itself.
    if outcome == .restamp { unsafe tell(.changed(write.value, write.stamp, by: nil)) }
  }

  @inlinable
  override func write(_ value: Value, ifNewer stamp: Stamp, by connection: Unmanaged<Connection>?) {
    Relay.run {
      if isSame != nil { return unsafe writeUnlessSame(value, ifNewer: stamp, by: connection) }
      unsafe store.carry(value, stamp, by: connection) { newest, _ in stamp > newest ? .write : .leave }
    } orLater: {
      unsafe connection.later { [self] in writeLate(Write(value: value, stamp: stamp, condition: .ifNewer)) }
    }
  }

  @usableFromInline
  @inline(never)
  func writeUnlessSame(_ value: Value, ifNewer stamp: Stamp, by connection: Unmanaged<Connection>?) {
    guard let isSame else { return }
    unsafe store.carry(value, stamp, by: connection, unless: isSame) { newest, _ in stamp > newest ? .write : .leave }
  }

  /// The binding may be over by now.
  @usableFromInline
  func writeLate(_ write: Write<Value>) { if isObserved { self.write(write) } }
}
