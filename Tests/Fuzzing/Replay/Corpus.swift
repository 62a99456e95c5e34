import Foundation

/// The programs that are kept, each the bytes of one file.
enum Corpus {
  struct File: Sendable {
    let name: String
    let bytes: [UInt8]
  }

  static func files() throws -> [File] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Corpus")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
      .map { File(name: $0.lastPathComponent, bytes: Array(try Data(contentsOf: $0))) }
  }
}

/// Runs `body` on a new thread: a program waits for its queue, and the threads that run tests are few.
func onThreadOfItsOwn<Answer: Sendable>(_ body: @escaping @Sendable () -> Answer) async -> Answer {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

/// The same bytes for the same seed.
struct SeededBytes {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return UInt8(truncatingIfNeeded: state >> 32)
    }
  }
}
