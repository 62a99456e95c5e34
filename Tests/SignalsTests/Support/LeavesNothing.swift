import Foundation
import Signals
import Testing

/// Of the library's own objects no test leaves any behind (C8).
///
/// No other test's objects may be counted meanwhile, so this is checked only where it is asked for, and tests run one after the
/// other: see `.ci/leaks`.
struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
  private static let isWanted = ProcessInfo.processInfo.environment["COUNT_LIVE_OBJECTS"] != nil
  private static let prepared: Void = prepare()

  var isRecursive: Bool { true }

  func provideScope(for test: Test, testCase: Test.Case?, performing body: () async throws -> Void) async throws {
    guard Self.isWanted, testCase != nil else { return try await body() }
    Self.prepared
    let before = try #require(LiveObject.count)
    try await body()
    // Objects that other threads still hold are about to be released.
    var looks = 1_000_000
    while let now = LiveObject.count, now > before, looks > 0 {
      looks -= 1
      yieldProcessor()
      await Task.yield()
    }
    let now = try #require(LiveObject.count)
    #expect(now <= before, "\(now - before) objects of the library are left of this test.")
  }

  /// Creates the object that is made once and stays: the placeholder of an observer that has gone while it was called.
  private static func prepare() {
    let input = SignalInput<Int>()
    let bag = CancellableBag()
    input.signal.subscribeValues { _ in bag.cancel() }.store(in: bag)
    input.send(1)
  }
}

extension Trait where Self == LeavesNothing {
  static var leavesNothing: Self { LeavesNothing() }
}
