public import Signals

/// Two ends that hold the same value, each in its own form, whichever of them is set: the result of `bind`.
///
/// It keeps neither end alive, and is over when either goes (B6). Releasing it ends it, too.
public final class TwoWayBinding: Cancellable {
  // It keeps the core until that is over.
  private let progress: BindingProgress
  /// Where both ends live, if that is an actor.
  private let isolation: (any Actor)?
  #if DEBUG
    // Unchecked, because it is set before another thread can know this object.
    nonisolated(unsafe) private var check: EarlyReleaseCheck?
  #endif

  @usableFromInline
  init(_ core: any AnyBindingCore) {
    progress = core.progress
    isolation = core.isolation
    progress.keep(core)
  }

  @inlinable
  convenience init<First: AnyBoundEnd, Second: AnyBoundEnd>(
    _ first: First, _ second: Second, _ start: BindingStart, _ policy: ConflictPolicy<First.Value, Second.Value>,
    on isolation: (any Actor)?, _ file: StaticString, _ line: UInt
  ) where First.Value == Second.Value {
    let core = BindingCore(first, second, policy, on: isolation, file, line)
    self.init(core)
    core.begin(start, forth: { $0 }, back: { $0 })
  }

  @usableFromInline
  convenience init<First: AnyBoundEnd, Second: AnyBoundEnd>(
    _ first: First, _ second: Second, _ start: BindingStart, _ policy: ConflictPolicy<First.Value, Second.Value>,
    _ converter: LocalConverter<First.Value, Second.Value>, on isolation: (any Actor)?, _ file: StaticString,
    _ line: UInt
  ) {
    let core = BindingCore(first, second, policy, converter, on: isolation, file, line)
    self.init(core)
    core.begin(start, forth: nil, back: nil)
  }

  deinit {
    #if DEBUG
      if let check = unsafe check, progress.core != nil, !progress.isOver, !progress.deliveryNote.isSet {
        check.release()
      }
    #endif
    cancel()
  }

  /// The same binding, which a program has made at the given place and has to keep.
  @inlinable
  @inline(__always)
  func expectedToBeKept(_ file: StaticString, _ line: UInt) -> TwoWayBinding {
    #if DEBUG
      watch(NodeInfo(.endpoint, "bind", file, line))
    #endif
    return self
  }

  #if DEBUG
    @usableFromInline
    func watch(_ info: NodeInfo) {
      progress.deliveryNote.clear()
      unsafe check = EarlyReleaseCheck(info)
    }
  #endif

  /// Ends the binding: once this returns, no change of either end is carried to the other. From any thread, at once and
  /// without waiting.
  public func cancel() { progress.core?.end() }

  /// The failed conversions (B4), with the error, and with the end that has therefore kept its value; also two values that
  /// never come to agree, as an ``UnsettledBinding``. It finishes with the binding. The last rejection before
  /// the first subscriber goes to that subscriber.
  ///
  /// ```swift
  /// binding.rejections.subscribeValues { print($0.error, $0.end) }
  /// ```
  public var rejections: Signal<BindingRejection> { progress.rejections }

  /// How the binding stands.
  public var state: BindingState { progress.state }

  /// How the binding stands, and then how it stands after each change of that. It finishes with the binding: the last state
  /// has `ended`. It doesn't keep the binding.
  ///
  /// ```swift
  /// binding.states.map(\.pending.isEmpty).removeDuplicates().assign(to: isSaved).store(in: &endpoints)
  /// ```
  ///
  /// A state is told when a step of the binding is over: a value that passes within a step, such as a value that waits for the end of the
  /// step, is not. The states come on the threads on which the binding works. While they are followed, a change takes longer to
  /// get to the other end.
  public var states: Signal<BindingState> { progress.states }

  /// Begins an edit session: as long as one end is held, nothing is written to it, so that typing or
  /// dragging isn't interrupted. A value that is set there is carried to the other end at once, as ever (B8).
  ///
  /// To be called where the end lives; elsewhere it takes effect there a moment later. (Ends that were bound outside of every
  /// actor belong to the code that bound them: hold and release them there.) Holding an end again does nothing.
  public func hold(_ end: BindingEnd, isolation: isolated (any Actor)? = #isolation) {
    run(on: isolation) { core in core.hold(end) }
  }

  /// Ends an edit session. If the other end has changed meanwhile, that is carried over now; if both have, the binding's
  /// ``ConflictPolicy`` decides.
  ///
  /// To be called where the end lives; elsewhere it takes effect there a moment later.
  public func release(_ end: BindingEnd, isolation: isolated (any Actor)? = #isolation) {
    run(on: isolation) { core in core.release(end) }
  }

  private func run(on here: (any Actor)?, _ body: @escaping @Sendable (any AnyBindingCore) -> Void) {
    guard let core = progress.core else { return }
    if isolation == nil || isolation === here || ExecutionContext(isolation).isHere {
      return AccessTracking.pause { body(core) }
    }
    ExecutionContext(isolation).run { body(core) }
  }
}
