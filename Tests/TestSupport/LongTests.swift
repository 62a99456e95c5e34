import Foundation

/// The number of repetitions of a test that takes long: all of them with `LONG_TESTS=1`, as the checks set it for the thread
/// sanitizer and for their last step, and fewer in a plain `swift test`.
package func repetitions(_ all: Int, quick: Int) -> Int { isLong ? all : quick }

private let isLong = ProcessInfo.processInfo.environment["LONG_TESTS"] != nil
