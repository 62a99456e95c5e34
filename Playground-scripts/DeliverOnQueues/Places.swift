import Dispatch

/// A queue that knows its name, so that a handler can say where it runs.
struct Place {
  let queue: DispatchQueue

  private static let key = DispatchSpecificKey<String>()

  init(_ name: String) {
    queue = DispatchQueue(label: name)
    queue.setSpecific(key: Self.key, value: name)
  }

  /// Where this runs.
  static var here: String { DispatchQueue.getSpecific(key: key) ?? "where it was sent" }

  /// Returns when all that waits here has been done.
  func settle() { queue.sync {} }
}
