import Signals
import SignalsKVO
import Testing

/// K8: the values of `inCircle:`, while several threads compute them.
@Suite("Circles on several threads", .leavesNothing) struct CircleThreadTests {
  /// Values that read each other. Those in a circle are -1.
  private final class Cells: Sendable {
    private let cells = Guarded<[Derived<Int>]>([])

    init(_ formulas: (@Sendable (Cells) -> Int)...) {
      let new = formulas.map { formula in Derived(inCircle: -1) { [unowned self] in formula(self) } }
      cells.change { $0 = new }
    }

    subscript(index: Int) -> Derived<Int> { cells.change { $0[index] } }

    func values(_ indices: Int...) -> [Int] { indices.map { self[$0].value } }
  }

  /// A place in a closure at which the thread with a number waits once.
  private final class Stop: Sendable {
    @TaskLocal static var thread = 0

    private let thread: Int
    private let isNext = Guarded(true)
    private let isReached = Gate()
    private let mayGoOn = Gate()

    init(_ thread: Int = 1) { self.thread = thread }

    func pass() {
      guard Self.thread == thread, isNext.change({ swapped(&$0, with: false) }) else { return }
      isReached.open()
      mayGoOn.wait()
    }

    func wait() { isReached.wait() }
    func open() { mayGoOn.open() }
  }

  /// Runs `body` on a thread with a number.
  private func onThread(_ number: Int = 1, _ body: @escaping @Sendable () -> Void) -> Gate {
    startThread { Stop.$thread.withValue(number) { body() } }
  }

  // MARK: - Values that other threads compute

  @Test(arguments: 1...3)
  func `a read of a circle whose values other threads compute gives the value for it`(count: Int) {
    let stops = (0..<3).map { Stop($0 + 1) }
    let reads = Log<Int>()
    func formula(_ index: Int) -> @Sendable (Cells) -> Int {
      { cells in
        stops[index].pass()
        let value = cells[(index + 1) % count].value
        reads.append(value)
        return value + 1
      }
    }
    let cells = Cells(formula(0), formula(1), formula(2))
    let outside = Derived { cells[0].value * 10 }
    let threads = (0..<count).map { index in
      let thread = onThread(index + 1) { _ = cells[index].value }
      stops[index].wait()
      return thread
    }
    expect(outside.value, equals: -10)
    for index in 0..<count { expect(cells[index].value, equals: -1) }
    expect(reads.entries.allSatisfy { $0 == -1 })
    for stop in stops { stop.open() }
    for thread in threads { thread.wait() }
    expect(outside.value, equals: -10)
    for index in 0..<count { expect(cells[index].value, equals: -1) }
  }
}
