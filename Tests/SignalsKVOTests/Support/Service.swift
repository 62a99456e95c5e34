import Signals

/// Asynchronous work that a test answers, call by call.
final class Service<Input: Sendable, Output: Sendable>: Sendable {
  private struct State {
    var asked: [Input] = []
    var waiting: [Int: CheckedContinuation<Output, any Error>] = [:]
    var cancelled: Set<Int> = []
    var returned = 0
  }

  private let state = Guarded(State())
  private let heedsCancellation: Bool

  /// - Parameter heedsCancellation: whether a cancelled call throws a `CancellationError` at once. Otherwise it waits
  ///   for the answer, and returns it.
  init(heedsCancellation: Bool = true) { self.heedsCancellation = heedsCancellation }

  /// The work: waits until the test answers this call.
  func ask(_ input: Input) async throws -> Output {
    let call = state.change { state in
      state.asked.append(input)
      return state.asked.count - 1
    }
    defer { state.change { $0.returned += 1 } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.change { state in
          let isOver = heedsCancellation && state.cancelled.contains(call)
          if !isOver { state.waiting[call] = continuation }
          return isOver
        }
        if isOver { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      state.change { _ = $0.cancelled.insert(call) }
      if heedsCancellation { take(call)?.resume(throwing: CancellationError()) }
    }
  }

  private func take(_ call: Int) -> CheckedContinuation<Output, any Error>? {
    state.change { $0.waiting.removeValue(forKey: call) }
  }

  /// The inputs of the calls, in their order.
  var asked: [Input] { state.change(\.asked) }

  /// The numbers of the cancelled calls.
  var cancelled: [Int] { state.change { $0.cancelled.sorted() } }

  /// Waits until there were `count` calls.
  func asked(_ count: Int) async { await until { self.state.change { $0.waiting.count + $0.returned } >= count } }

  /// Waits until `count` calls have returned or thrown.
  func returned(_ count: Int) async { await until { self.state.change(\.returned) >= count } }

  /// Answers a call, which must have been made.
  func answer(_ call: Int, _ output: Output) { take(call)?.resume(returning: output) }

  /// Answers the call that waits and was not cancelled. Returns false if there is none yet.
  func answerWaiting(_ output: Output) -> Bool {
    let waiting = state.change { state in
      let call = state.waiting.keys.first { !state.cancelled.contains($0) }
      return call.flatMap { state.waiting.removeValue(forKey: $0) }
    }
    waiting?.resume(returning: output)
    return waiting != nil
  }

  /// Makes a call throw.
  func refuse(_ call: Int, _ error: any Error) { take(call)?.resume(throwing: error) }
}

/// Waits until other tasks meet the condition.
func until(isolation: isolated (any Actor)? = #isolation, _ isMet: () -> Bool) async {
  while !isMet() { await letOthersGoOn() }
}

/// An error with a name.
struct Trouble: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ name: String) { description = name }
}
