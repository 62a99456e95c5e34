extension Signal {
  /// The elements of an asynchronous sequence, then the finish, or the failure with what it throws.
  ///
  /// Each subscription iterates anew, in a task of its own, on which the handlers are called too. Cancelling the
  /// subscription cancels the task. The sequence is asked for the next element as soon as the last one has been delivered.
  ///
  /// ```swift
  /// let lines = Signal.from(async: handle.bytes.lines)
  /// ```
  public static func from<Elements: AsyncSequence & Sendable>(
    async elements: Elements, priority: TaskPriority? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal where Elements.Element == Value {
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
    }.seen(as: "from", file, line, kind: .source)
  }

  /// What an asynchronous closure returns, then the finish, or the failure with what it throws.
  ///
  /// Each subscription calls it anew, in a task of its own, on which the handlers are called too. Cancelling the
  /// subscription cancels the task.
  ///
  /// ```swift
  /// let forecast = Signal.async { try await service.forecast(for: city) }
  /// ```
  public static func async(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Value,
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
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
    }.seen(as: "async", file, line, kind: .source)
  }
}
