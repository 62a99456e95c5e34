/// One change of a store, or the present state for a new subscriber.
@usableFromInline
struct Update<State: Sendable, Change: Sendable>: Sendable {
  /// The number of the state.
  @usableFromInline let version: UInt
  /// The state after the change.
  @usableFromInline let state: State
  /// The change, or nil for the present state of a new subscriber.
  @usableFromInline let change: Change?
  /// The origin of the change, if the store has a binding.
  @usableFromInline let stamp: Stamp

  @inlinable
  init(version: UInt, state: State, change: Change?, stamp: Stamp = .none) {
    self.version = version
    self.state = state
    self.change = change
    self.stamp = stamp
  }

  /// Runs `body`, which calls the handlers. Their sets have this change as their cause.
  @inlinable
  @inline(__always)
  func tell(_ body: () throws -> Void) rethrows { try stamp.tell(body) }

  /// Whether this is new to a subscriber that was given the state with the number `since` first. Earlier changes may be
  /// delivered after that.
  @inlinable
  @inline(__always)
  func isNews(since: inout UInt) -> Bool {
    if change == nil {
      since = version
      return true
    }
    return version > since
  }
}

// A new subscriber receives the present state first. Its number tells which updates are new. The steps capture nothing, so that
// a subscription needs one object for them.
extension Stage where State == UInt {
  @inlinable
  @inline(__always)
  func isNews(_ update: Update<some Sendable, some Sendable>) -> Bool { change { update.isNews(since: &$0) } }
}

extension Signal {
  @inlinable
  func sifted<State, Change>() -> Signal where Value == Update<State, Change> {
    Signal { downstream, connection in
      attach(
        Downstream(receiver: Stage(UInt(0), downstream)) { update, receiver in
          let stage = unsafe unsafeDowncast(receiver, to: Stage<UInt, Value>.self)
          if stage.isNews(update) { try update.tell { try stage.downstream.pass(update) } }
        },
        connection)
    }
  }

  @inlinable
  func siftedForChanges<State, Change>() -> Signal where Value == Update<State, Change> {
    Signal { downstream, connection in
      attach(
        Downstream(receiver: Stage(UInt(0), downstream)) { update, receiver in
          let stage = unsafe unsafeDowncast(receiver, to: Stage<UInt, Value>.self)
          guard stage.isNews(update), update.change != nil else { return }
          try update.tell { try stage.downstream.pass(update) }
        },
        connection)
    }
  }

  /// The states, as the node of a hub in the live graph.
  // One closure for both, since every subscription to a state begins here.
  @inlinable
  func states<State, Change>(
    labeled info: NodeInfo, at hub: Hub<Value>
  ) -> Signal<State> where Value == Update<State, Change> {
    Signal<State> { downstream, connection in
      let stage = Stage<UInt, State>(0, downstream.labeled(info, at: hub, for: connection))
      attach(
        Downstream(receiver: stage) { update, receiver in
          let stage = unsafe unsafeDowncast(receiver, to: Stage<UInt, State>.self)
          if stage.isNews(update) { try update.tell { try stage.downstream.pass(update.state) } }
        },
        connection)
    }
  }

  /// The number of each state after the one with this number; at once, if the state has changed since.
  func pulses<State, Change>(after version: UInt) -> Signal<UInt> where Value == Update<State, Change> {
    stage(ToldVersion(number: version)) { told, update, downstream in
      guard update.version > told.number else { return }
      told.number = update.version
      try update.tell { try downstream.pass(update.version) }
    }
  }
}

/// The state of a subscriber that reads the value itself when it is told of a change. So it may have read a later value than that
/// of the change.
struct ToldVersion {
  var number: UInt
}
