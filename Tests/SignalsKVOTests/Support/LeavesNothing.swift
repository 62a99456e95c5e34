import Foundation
import Signals
import Testing

/// Of the library's own objects no test leaves any behind (C8).
///
/// Nobody else's may be counted meanwhile, so this is looked at only where it is asked for, and tests run one after the
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
    // What other threads still hold, they are about to let go of.
    var looks = 1_000_000
    while let now = LiveObject.count, now > before, looks > 0 {
      looks -= 1
      yieldProcessor()
      await Task.yield()
    }
    let now = try #require(LiveObject.count)
    #expect(now <= before, "\(now - before) objects of the library are left of this test.")
  }

  /// Has made what is made once and stays: what stands in the place of an observer that has gone while it was called.
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
