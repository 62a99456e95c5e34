#if DEBUG
  internal import Dispatch

  /// The time and place of the creation of an object that a program has to retain, or of the first observation of a derived value.
  /// Debug builds report the object if it is released in the same turn (C6, K8).
  package struct EarlyReleaseCheck: Sendable {
    private let info: NodeInfo
    private let thread: UInt
    /// The turn of the main queue; nil on every other thread.
    private let mainTurn: UInt?
    private let time: DispatchTime

    package init(_ info: NodeInfo) {
      self.info = info
      thread = currentThread()
      mainTurn = MainTurn.current
      time = .now()
    }

    /// Reports an active object that is being released, if that happens in the same turn.
    ///
    /// - Parameter wasObserved: whether it is a derived value, which has observers.
    package func release(wasObserved: Bool = false) {
      guard isSameTurn else { return }
      let (file, line) = info.place
      SignalDiagnostics.report(
        EarlyRelease(operation: info.operation, file: file, line: line, wasObserved: wasObserved))
    }

    /// Only the main queue shows where a turn ends. Elsewhere, a tenth of a second is more than enough for a call to return,
    /// and less than any object lives that a program keeps on purpose. It is a limit on the main queue, too, since a program
    /// without a run loop has no second turn there.
    private var isSameTurn: Bool {
      guard DispatchTime.now() < time + .milliseconds(100) else { return false }
      return mainTurn == nil ? thread == currentThread() && MainTurn.current == nil : mainTurn == MainTurn.current
    }
  }

  /// The turns of the main queue: each ends when the queue has run the blocks that waited as the object was made.
  private enum MainTurn {
    private static let count = AtomicWord(0)
    private static let isEndAwaited = AtomicWord(0)

    /// The number of the present turn; nil outside the main queue.
    static var current: UInt? {
      guard MainQueue.isCurrent else { return nil }
      if isEndAwaited.set(1) == 0 {
        DispatchQueue.main.async {
          count.add(1)
          isEndAwaited.clear(1)
        }
      }
      return count.value
    }
  }
#endif
