public import Signals

/// Two ends that hold the same value, each in its own form, whichever of them is set: what `bind` makes.
///
/// It keeps neither end alive, and is over when either goes (B6). Releasing it ends it, too.
public final class TwoWayBinding: Cancellable, Sendable {
  // It keeps the coupling until that is over.
  private let progress: BindingProgress
  /// Where both ends live, if that is an actor.
  private let isolation: (any Actor)?

  @usableFromInline
  init(_ coupling: any AnyCoupling, on isolation: (any Actor)?) {
    progress = coupling.progress
    self.isolation = isolation
    progress.keep(coupling)
  }

  deinit { cancel() }

  /// Ends the binding: once this returns, no change of either end is carried to the other. From any thread, at once and
  /// without waiting.
  public func cancel() { progress.coupling?.end() }

  /// What could not be converted, with the error, and with the end that has therefore kept its value (B4); also two values that
  /// never come to agree, as an ``UnsettledBinding``. It finishes with the binding. What was refused before anybody asked for
  /// this comes first to who asks first, or the last of it.
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
  /// A state is told when a step of the binding is over: what passes within a step, such as a value that waits for the end of the
  /// step, is not. The states come on the threads on which the binding works. While they are followed, a change takes longer to
  /// get to the other end.
  public var states: Signal<BindingState> { progress.states }

  /// Begins an edit session: as long as one end is held, nothing is written to it, so that nobody who types or drags there is
  /// interrupted. What is set there is carried to the other end at once, as ever (B8).
  ///
  /// To be called where the end lives; elsewhere it takes effect there a moment later. (Ends that were bound outside of every
  /// actor belong to whoever bound them: hold and release them there.) Holding an end again does nothing.
  public func hold(_ end: BindingEnd, isolation: isolated (any Actor)? = #isolation) {
    run(on: isolation) { coupling in coupling.hold(end) }
  }

  /// Ends an edit session. If the other end has changed meanwhile, that is carried over now; if both have, the binding's
  /// ``ConflictPolicy`` decides.
  ///
  /// To be called where the end lives; elsewhere it takes effect there a moment later.
  public func release(_ end: BindingEnd, isolation: isolated (any Actor)? = #isolation) {
    run(on: isolation) { coupling in coupling.release(end) }
  }

  private func run(on here: (any Actor)?, _ body: @escaping @Sendable (any AnyCoupling) -> Void) {
    guard let coupling = progress.coupling else { return }
    if isolation == nil || isolation === here || Home(isolation).isHere { return body(coupling) }
    Home(isolation).run { body(coupling) }
  }
}
