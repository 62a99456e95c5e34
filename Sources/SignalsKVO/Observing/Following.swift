/// How a derived value hears of its inputs while it is observed: a join whose inputs are what the last computation read.
///
/// The join sees to it that it speaks once in a turn, after everything that lies above (C10), and in the transaction that
/// surrounds it (C11). It says what is computed then, not what was brought: so whatever threads set meanwhile, what is told
/// last was computed after the last of them had set (C4).
// Unchecked, because what changes belongs to the join's owner.
final class Following<Value: Sendable>: @unchecked Sendable {
  private typealias Told = Update<Value, Value>

  private let hub: Hub<Update<Value, Value>>
  private let line: Line

  /// What was told last.
  @exclusivity(unchecked) private var told: Computed<Value>
  /// The inputs that are listened to. They are kept, so that none of them ends while it is.
  @exclusivity(unchecked) private var inputs: [ObjectIdentifier: (dependency: any Dependency, pulse: Pulse<Told>)] = [:]

  init(_ told: Computed<Value>, for hub: Hub<Update<Value, Value>>) {
    self.told = told
    self.hub = hub
    line = hub.makeInput()
  }

  /// - Parameter compute: brings the value up to date, or says that it is gone.
  func begin(_ compute: @escaping @Sendable () -> Computed<Value>?) {
    // The join refers to this, which refers to what the join listens to, until `stop()`.
    let join = Join(feeding: hub, by: line) { [self] join in
      if let computed = compute() { tell(computed, by: join) }
    }
    // An input that is derived itself begins to follow its own inputs because of this, and so on.
    Relay.follow { join.speak(in: nil) }
  }

  /// From any thread.
  func stop() { hub.stopListening(by: line) }

  private func tell(_ computed: Computed<Value>, by join: Join<Told>) {
    listen(to: computed.inputs, by: join)
    let old = told.value
    told = computed
    // Who was given that already, as everybody is at the beginning, knows by the number.
    join.say(Update(version: computed.version, state: computed.value, change: old))
  }

  private func listen(to wanted: [(dependency: any Dependency, version: UInt)], by join: Join<Told>) {
    var unwanted = inputs
    var new: [(dependency: any Dependency, version: UInt, pulse: Pulse<Told>)] = []
    for (dependency, version) in wanted {
      let identity = ObjectIdentifier(dependency)
      if unwanted.removeValue(forKey: identity) == nil {
        let pulse = Pulse<Told>(join)
        inputs[identity] = (dependency, pulse)
        new.append((dependency, version, pulse))
      }
    }
    for identity in unwanted.keys { inputs[identity] = nil }
    for (_, input) in unwanted { input.pulse.stop() }
    // What has changed since it was read says so at once, and is told next.
    for (dependency, version, pulse) in new { pulse.listen(to: dependency.pulses(after: version)) }
  }
}
