import Dispatch

private nonisolated let key = DispatchSpecificKey<Bool>()
private nonisolated let mark: Void = DispatchQueue.main.setSpecific(key: key, value: true)

/// Whether this is called on the main queue, on which the main actor runs. (On Linux any thread may run it.)
nonisolated func isOnMainQueue() -> Bool {
  mark
  return DispatchQueue.getSpecific(key: key) == true
}

/// Runs `body` on a thread that belongs to no actor.
func elsewhere(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async {
      body()
      continuation.resume()
    }
  }
}

/// Results from several threads.
nonisolated final class Notes<Note: Sendable>: @unchecked Sendable {
  private let queue = DispatchQueue(label: "notes")
  private var notes: [Note] = []

  var all: [Note] { queue.sync { notes } }

  func append(_ note: Note) { queue.sync { notes.append(note) } }
}
