import Dispatch

/// A queue with a name that a handler can read, to print its queue.
struct Place {
  let queue: DispatchQueue

  private static let key = DispatchSpecificKey<String>()

  init(_ name: String) {
    queue = DispatchQueue(label: name)
    queue.setSpecific(key: Self.key, value: name)
  }

  /// The name of the current queue.
  static var here: String { DispatchQueue.getSpecific(key: key) ?? "on the sending thread" }

  /// Returns when the queue has run everything enqueued so far.
  func settle() { queue.sync {} }
}
