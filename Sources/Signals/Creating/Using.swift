extension SignalConvertible {
  /// Creates a resource at each subscription, subscribes to the signal made from it, and releases the resource
  /// afterwards.
  ///
  /// ![A marble diagram of using](using)
  ///
  /// `release` is called once for each resource that was created: after the end has been passed on, or when the
  /// subscription is cancelled, on the thread and at the moment at which captured objects are released (C8). So `retry` or
  /// `concat` below doesn't create the next resource before the former one is released, unless an operator in between, such as
  /// `prefix`, ends the signal at a value. If
  /// creating the resource throws, the signal fails, and there is nothing to release; if creating the signal throws,
  /// the signal fails, and the resource is released.
  ///
  /// ```swift
  /// let lines = Signal.using { try LogFile(path) } signal: { file in file.lines } release: { file in file.close() }
  /// ```
  public static func using<Output: Sendable, Resource: Sendable>(
    _ makeResource: @escaping @Sendable () throws -> Resource,
    signal makeSignal: @escaping @Sendable (Resource) throws -> Signal<Output>,
    release: @escaping @Sendable (Resource) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> where Self == Signal<Output> {
    Signal<Output> { downstream, connection in
      let context = OperatorContext((), downstream, connection)
      let input = context.makeInput()
      let resource: Resource
      do { resource = try makeResource() } catch { return downstream.end(.failed(error)) }
      context.whenClosed { release(resource) }
      // The connection may have been cancelled while the resource was created.
      guard connection.connect(to: context) else { return release(resource) }
      do {
        context.listen(to: try makeSignal(resource), by: input) { context, event in context.pass(event) }
      } catch {
        context.enter { context in throw error }
      }
    }.labeled("using", file, line)
  }
}
