import Foundation

/// The number of repetitions of a test that takes long: all of them with `LONG_TESTS=1`, as `.ci/deep` sets it,
/// and fewer in a plain `swift test`.
package func repetitions(_ all: Int, quick: Int) -> Int { isLong ? all : quick }

private let isLong = ProcessInfo.processInfo.environment["LONG_TESTS"] != nil
