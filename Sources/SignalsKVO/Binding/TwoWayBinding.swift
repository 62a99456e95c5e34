public import Signals

/// Two ends that hold the same value, each in its own form, whichever of them is set: what `bind` makes.
///
/// It keeps neither end alive, and is over when either goes (B6). Releasing it ends it, too.
public final class TwoWayBinding: Cancellable, Sendable {
  private let coupling: any AnyCoupling

  @usableFromInline
  init(_ coupling: any AnyCoupling) { self.coupling = coupling }

  deinit { coupling.end() }

  /// Ends the binding: once this returns, no change of either end is carried to the other. From any thread, at once and
  /// without waiting.
  public func cancel() { coupling.end() }

  /// What could not be converted, with the error, and with the end that has therefore kept its value (B4); also two values that
  /// never come to agree, as an ``UnsettledBinding``. It finishes with the binding.
  ///
  /// ```swift
  /// binding.rejections.subscribeValues { print($0.error, $0.end) }
  /// ```
  public var rejections: Signal<BindingRejection> { coupling.progress.rejections }

  /// How the binding stands.
  public var state: BindingState { coupling.progress.state }

  /// Begins an edit session: as long as one end is held, nothing is written to it, so that nobody who types or drags there is
  /// interrupted. What is set there is carried to the other end at once, as ever (B8).
  ///
  /// To be called where the end lives. Holding an end again does nothing.
  public func hold(_ end: BindingEnd) { coupling.hold(end) }

  /// Ends an edit session. If the other end has changed meanwhile, that is carried over now; if both have, the binding's
  /// ``ConflictPolicy`` decides.
  public func release(_ end: BindingEnd) { coupling.release(end) }
}
