/// Delays the type check of a handler of one expression, such as `{ print($0) }`, until the closures before it are checked.
///
/// The compiler infers the types of a closure with one expression together with the chain before it, when it hasn't read
/// an operator's closure of several statements yet. So `print` would decide that the values are `Any`. It reads the closure of
/// a result builder after the closures before it, so that this handler finds the type of its values.
///
/// All other handlers are for the overload without a builder, which a handler of several statements never needed: the
/// compiler reads those in their order. That overload is disfavored, or else every chain would be checked twice.
///
/// The parameters are there for the messages of the compiler. When it has found a mistake in a closure that contains
/// `return`, it tries the overload with the builder, too, and would rather blame the `return` than the mistake. A
/// parameter that it can infer only from the expression is one more thing to blame.
@resultBuilder
public enum _HandlerBuilder<A, B, C, D, E, F, G, H> {}

extension _HandlerBuilder<Void, Void, Void, Void, Void, Void, Void, Void> {
  @inlinable
  @inline(__always)
  public static func buildBlock(_ expression: Void) {}

  /// An optional chain, such as `self?.show($0)`.
  @inlinable
  @inline(__always)
  public static func buildBlock(_ expression: Void?) {}

  @inlinable
  @inline(__always)
  public static func buildBlock<Success, Failure>(_ task: Task<Success, Failure>) {}
}
