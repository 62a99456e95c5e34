extension Computation {
  @usableFromInline
  struct State: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt32

    @inlinable
    init(rawValue: UInt32) { self.rawValue = rawValue }

    /// An input may have changed.
    @inlinable static var stale: State { State(rawValue: 1) }
    /// An input has changed, or there is no value yet.
    @inlinable static var changed: State { State(rawValue: 2) }
    /// The closure is running, rather than being checked for.
    static var running: State { State(rawValue: 4) }
    /// While this was claimed, another thread has run the closure for itself, or has left a run of an effect to the claimant.
    @inlinable static var wasBypassed: State { State(rawValue: 8) }
    /// Nothing refers to the computation any more, except for its dependents.
    @inlinable static var isReleased: State { State(rawValue: 16) }
    /// This may change its own inputs, and runs again then.
    @inlinable static var isEffect: State { State(rawValue: 32) }
    /// The result counts for the read in which it was made, and the next one runs the closure again: see `Computation+Provisional`.
    @inlinable static var provisional: State { State(rawValue: 64) }
    /// An object of Swift Observation is about to change, and is not known to have stored the change. Each result is provisional
    /// until then.
    static var announced: State { State(rawValue: 128) }
    /// Nothing will tell that the change is stored.
    static var unproven: State { State(rawValue: 256) }
    /// The tracking of the last run holds what other computations have read within it, too.
    static var hasMergedReads: State { State(rawValue: 512) }
    /// A run has read such an object.
    static var readsObjects: State { State(rawValue: 1024) }
    /// The last marking has reached no reaction to this, so the next one goes on below it.
    static var unreached: State { State(rawValue: 2048) }
    /// One of the objects has changed that this or another computation has read in the last run: if no other input has
    /// changed, this has to run.
    static var objectsChanged: State { State(rawValue: 4096) }
    /// The closure uses objects that are confined to an actor or a thread, as most of such objects are.
    static var isConfined: State { State(rawValue: 8192) }
    /// This evaluates one element of a collection: see `StaleElements`.
    static var isElement: State { State(rawValue: 1 << 14) }
    /// The claimant releases the former value. An object that ends with it may read the new one, which is no read within a circle.
    static var releasesFormerValue: State { State(rawValue: 1 << 15) }
    /// A reaction acts on changes.
    @inlinable static var isObserved: State { State(rawValue: 1 << 16) }
    /// There is an entry in the table of rarities.
    @inlinable static var hasRarities: State { State(rawValue: 1 << 17) }
    /// The thread that runs this effect tracks the objects that all its effects read.
    static var isTracked: State { State(rawValue: 1 << 18) }
    /// The last run was part of a circle. So this runs again with every change within the circle, though no value may differ: it
    /// may be in none any more.
    @inlinable static var isCircular: State { State(rawValue: 1 << 19) }
    /// The closure is released. The computations that have read the value still follow its inputs by way of this.
    static var hasEnded: State { State(rawValue: 1 << 20) }

    /// A change may have marked neither this nor a value that it has read. Such a result is provisional.
    @inlinable static var mayMissChanges: State { State(rawValue: 1 << 22) }

    /// This was found to be in a circle while it was checked, so its run has to find that again.
    static var wasInCircle: State { State(rawValue: 1 << 21) }

    /// The states in which a read has to do more than to return the value.
    @inlinable static var outdatedResult: State { State(rawValue: 65 | 1 << 19) }
    /// What a computation takes over from a provisional value that it reads.
    @inlinable static var provisionalMarks: State { State(rawValue: 64 | 1 << 22) }
    static var outdatedInput: State { State(rawValue: 3) }
    static var outdated: State { State(rawValue: 67 | 512 | 4096 | 1 << 19 | 1 << 22) }
    /// The states in which a result counts although an input was marked during the run.
    static var keepsStaleResults: State { State(rawValue: 48) }
    /// The states in which there is more to do at the end of a run than to take the result.
    static var unplainRun: State { State(rawValue: 1 | 8 | 16 | 64 | 128 | 1 << 21) }
    /// The states in which each run follows the objects that it reads.
    static var followsObjects: State { State(rawValue: 32 | 1024 | 8192) }
  }
}
