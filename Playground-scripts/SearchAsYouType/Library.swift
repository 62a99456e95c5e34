import Lesson
import Signals
import SignalsTesting

struct Offline: Error {}
struct OnLoan: Error {}

/// A remote library over a slow and unreliable network. Each answer takes a second.
@MainActor final class Library {
  private let clock: VirtualScheduler
  private var titles = ["A Swift Kick", "Swift in Sixty Seconds", "The Swallow", "Rust Never Sleeps"]
  var isReachable = true
  /// The number of requests so far.
  private(set) var requests = 0

  init(_ clock: VirtualScheduler) { self.clock = clock }

  func search(_ text: String) async throws -> [String] {
    result("searching for \"\(text)\"")
    try await answer(onCancel: "cancelled the search for \"\(text)\"")
    return titles.filter { $0.lowercased().contains(text) }
  }

  func borrow(_ title: String) async throws -> Int {
    result("lending \"\(title)\"")
    try await answer(onCancel: "cancelled the loan of \"\(title)\"")
    guard let index = titles.firstIndex(of: title) else { throw OnLoan() }
    titles.remove(at: index)
    return titles.count
  }

  /// Waits for a second. The wait ends at once if the task is cancelled.
  private func answer(onCancel text: String) async throws {
    requests += 1
    try await withTaskCancellationHandler {
      _ = try await Signal.after(.seconds(1), true, on: clock).firstValue()
    } onCancel: {
      result(text)
    }
    guard isReachable else {
      result("no connection")
      throw Offline()
    }
  }
}
