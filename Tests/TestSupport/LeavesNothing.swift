import Foundation
internal import Signals
package import Testing

/// Checks that no object of the library outlives a test (C8).
///
/// The count includes the objects of all tests, so it is compared only on request, if the tests run one after the
/// other: see `.ci/leaks`.
package struct LeavesNothing: SuiteTrait, TestTrait, TestScoping {
  private static let isWanted = ProcessInfo.processInfo.environment["COUNT_LIVE_OBJECTS"] != nil
  private static let prepared: Void = prepare()

  package var isRecursive: Bool { true }

  package func provideScope(for test: Test, testCase: Test.Case?, performing body: () async throws -> Void) async throws
  {
    guard Self.isWanted, testCase != nil else { return try await body() }
    Self.prepared
    let before = try #require(LiveObject.count)
    try await body()
    // Other threads are about to release their last objects.
    var looks = 1_000_000
    while let now = LiveObject.count, now > before, looks > 0 {
      looks -= 1
      yieldProcessor()
      await Task.yield()
    }
    let now = try #require(LiveObject.count)
    #expect(now <= before, "\(now - before) objects of the library are left of this test.")
  }

  /// Creates the objects that are created once and never released: the placeholder of an observer that was removed
  /// during its call.
  private static func prepare() {
    let input = SignalInput<Int>()
    let bag = CancellableBag()
    input.signal.subscribeValues { _ in bag.cancel() }.store(in: bag)
    input.send(1)
  }
}

extension Trait where Self == LeavesNothing {
  package static var leavesNothing: Self { LeavesNothing() }
}
