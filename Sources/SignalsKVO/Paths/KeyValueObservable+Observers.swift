extension KeyValueObservable {
  /// Calls `handler` with the observer and the value whenever the property has changed.
  ///
  /// Neither keeps the other alive: it ends when either is gone, or when the token is cancelled, and lasts without the
  /// token being kept. The path needs not be a property of this object; any path from it will do.
  ///
  /// - Parameters:
  ///   - observer: is handed to the handler, and not kept alive.
  ///   - keyPath: the way from this object to the value.
  ///   - options: `.initial` calls the handler at once, too, and `.prior` before each change, with the value as it is
  ///     then. The handler gets a value and no more, so `.old` and `.new` add nothing: for both values and the reason use
  ///     a ``KeyValueObserver``.
  ///   - isolation: the actor on which the objects live: that of the code that calls this.
  ///   - handler: is released with this object, when the token is cancelled, or at the next change after the observer has gone.
  // Inlined, so that the code for a change is compiled into the module that observes.
  @inlinable
  @discardableResult
  public func addObserver<Observer: AnyObject, Value>(
    _ observer: Observer, keyPath: KeyPath<Subject, Value>, options: KeyValueObservingOptions = [],
    isolation: isolated (any Actor)? = #isolation, handler: @escaping (Observer, Value) -> Void
  ) -> ObservationToken {
    let token = ObservationToken(observer, of: subject)
    let options = options.contains(.prior) ? options.union([.new, .old]) : options.union(.new)
    let values = PathValues(
      subject, keyPath, options: options,
      outlet: BorrowedFunction { [weak observer, weak token] change, _ in
        guard let observer else { token?.cancel(); return }
        if let value = change.isPrior ? change.old : change.new { handler(observer, value) }
      })
    let observation = PathObservation(
      subject, keyPath, options: options, context: .ofCode(on: isolation), operate: values.operate)
    observationStore.keep(token, of: observation, for: observer)
    observation.begin()
    return token
  }
}
