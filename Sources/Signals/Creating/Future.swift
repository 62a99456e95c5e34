extension SignalConvertible {
  /// Calls a function that reports its result to a closure, at each subscription, and emits that result.
  ///
  /// ![A marble diagram of future](future)
  ///
  /// `start` is called within the subscribing call. It passes the result to `complete`, at once or later, from any thread:
  /// a success is emitted, then the signal finishes; a failure makes the signal fail. Later results are ignored, and so
  /// are those after a cancellation. If `start` throws, the signal fails with the thrown error. If `complete` is released
  /// without a call, the signal finishes without a value.
  ///
  /// ```swift
  /// let image = Signal.future { complete in loader.load(url) { result in complete(result) } }
  /// ```
  ///
  /// To share one call between subscribers, add ``shared(replaying:file:line:)``. A function that can be cancelled is
  /// wrapped by ``generate(_:file:line:)``, an `async` one by ``async(priority:_:file:line:)``.
  public static func future<Output: Sendable>(
    _ start: @escaping @Sendable (_ complete: @escaping @Sendable (Result<Output, any Error>) -> Void) throws -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> where Self == Signal<Output> {
    generate { emitter in
      let isComplete = Guarded(false)
      try start { result in
        let isFirst = isComplete.change { isComplete in
          defer { isComplete = true }
          return !isComplete
        }
        guard isFirst else { return }
        switch result {
        case .success(let value):
          emitter.send(value)
          emitter.finish()
        case .failure(let error):
          emitter.fail(error)
        }
      }
    }.labeled("future", file, line, kind: .source)
  }
}
