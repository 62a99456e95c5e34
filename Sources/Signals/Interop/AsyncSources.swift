extension SignalConvertible {
  /// Emits the elements of an asynchronous sequence, then finishes, or fails with the error that the sequence throws.
  ///
  /// Each subscription iterates anew, in a task of its own, on which the handlers are called too. Cancelling the
  /// subscription cancels the task. The sequence is asked for its next element as soon as the previous one has been
  /// delivered.
  ///
  /// ```swift
  /// let lines = Signal.from(async: handle.bytes.lines)
  /// ```
  public static func from<Output: Sendable, Elements: AsyncSequence & Sendable>(
    async elements: Elements, priority: TaskPriority? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> where Self == Signal<Output>, Elements.Element == Output {
    generate { emitter in
      let task = Task(priority: priority) {
        do {
          for try await element in elements {
            guard emitter.send(element) != .ended else { return }
          }
          emitter.finish()
        } catch {
          emitter.fail(error)
        }
      }
      emitter.whenEnded { task.cancel() }
    }.labeled("from", file, line, kind: .source)
  }

  /// Emits the result of an asynchronous closure, then finishes, or fails with the error that the closure throws.
  ///
  /// Each subscription calls the closure anew, in a task of its own, on which the handlers are called too. Cancelling
  /// the subscription cancels the task.
  ///
  /// ```swift
  /// let forecast = Signal.async { try await service.forecast(for: city) }
  /// ```
  public static func async<Output: Sendable>(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Output,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Output> where Self == Signal<Output> {
    generate { emitter in
      let task = Task(priority: priority) {
        do {
          emitter.send(try await operation())
          emitter.finish()
        } catch {
          emitter.fail(error)
        }
      }
      emitter.whenEnded { task.cancel() }
    }.labeled("async", file, line, kind: .source)
  }
}
