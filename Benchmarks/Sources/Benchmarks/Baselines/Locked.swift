import Synchronization

/// One call under the standard library's mutex: the minimum cost of a thread-safe source.
final class LockedCall: @unchecked Sendable {
  private let lock = Mutex(())
  private let call: Direct.Stage

  init(_ call: @escaping Direct.Stage) { self.call = call }

  func send(_ value: Int) {
    lock.withLock { _ in call(value) }
  }
}

extension Work {
  static var lockedCall: Work {
    let operations = 1_000_000
    return Work(name: "locked", operations: operations, expected: sum(below: operations)) {
      let checksum = Checksum()
      let locked = LockedCall(Direct.sink(checksum))
      return {
        for index in 0..<operations { locked.send(index) }
        return checksum.sum
      }
    }
  }

  static func sum(below count: Int) -> Int { count * (count - 1) / 2 }
}
