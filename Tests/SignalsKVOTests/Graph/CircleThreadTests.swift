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

  @Test(arguments: [false, true])
  func `a read of a circle that another thread completes meanwhile gives the value for it`(isReadByOthers: Bool) {
    let stops = (first: Stop(1), second: Stop(2), last: Stop(2))
    let cells = Cells(
      { cells in
        let value = cells[1].value
        stops.last.pass()
        return value + 1
      },
      { cells in
        stops.first.pass()
        stops.second.pass()
        return cells[0].value + 10
      })
    let first = onThread(1) { expect(cells[1].value, equals: -1) }
    stops.first.wait()
    let second = onThread(2) { expect(cells[1].value, equals: -1) }
    stops.second.wait()
    stops.first.open()
    first.wait()
    stops.second.open()
    stops.last.wait()
    if isReadByOthers { expect(cells[0].value, equals: -1) }
    stops.last.open()
    second.wait()
    expect(cells.values(0, 1), equals: [-1, -1])
  }

  @Test func `two threads compute two values of a circle for each other, and a third one reads the circle (C5)`() {
    let stops = (first: Stop(1), second: Stop(2), third: Stop(3), last: Stop(2))
    let cells = Cells(
      { cells in
        let third = cells[2].value
        stops.second.pass()
        let sum = third + cells[1].value
        stops.last.pass()
        return sum
      },
      { cells in
        stops.first.pass()
        let value = cells[0].value
        stops.third.pass()
        return value
      },
      { cells in cells[0].value })
    let first = onThread(1) { expect(cells[1].value, equals: -1) }
    stops.first.wait()
    let second = onThread(2) { expect(cells[1].value, equals: -1) }
    stops.second.wait()
    stops.first.open()
    first.wait()
    let third = onThread(3) { expect(cells[0].value, equals: -1) }
    stops.third.wait()
    stops.second.open()
    stops.last.wait()
    expect(cells[2].value, equals: -1)
    stops.last.open()
    stops.third.open()
    second.wait()
    third.wait()
    expect(cells.values(0, 1, 2), equals: [-1, -1, -1])
  }

  @Test func `a thread finds a circle though another one has computed a value of it meanwhile`() {
    let stops = (busy: Stop(1), circle: Stop(2))
    // A thread computes this until the end, so what follows from it is provisional.
    let busy = Derived {
      stops.busy.pass()
      return 1
    }
    let reader = Derived { busy.value }
    let cells = Cells(
      { cells in
        stops.circle.pass()
        return cells[1].value + 1
      },
      { cells in cells[0].value + 10 })
    let sum = Derived { reader.value + cells[0].value }
    let first = onThread(1) { expect(busy.value, equals: 1) }
    stops.busy.wait()
    let second = onThread(2) { expect(sum.value, equals: 0) }
    stops.circle.wait()
    expect(cells[1].value, equals: -1)
    stops.circle.open()
    second.wait()
    stops.busy.open()
    first.wait()
    expect(sum.value, equals: 0)
  }

  @Test func `a circle with an input that another thread computes is found from each of its values`() {
    let stop = Stop()
    let busy = Derived {
      stop.pass()
      return 1
    }
    let cells = Cells(
      { cells in busy.value + cells[1].value }, { cells in cells[2].value + 1 }, { cells in cells[0].value })
    let thread = onThread { expect(busy.value, equals: 1) }
    stop.wait()
    expect(cells.values(2, 0, 1, 2, 0, 1), equals: [-1, -1, -1, -1, -1, -1])
    stop.open()
    thread.wait()
    expect(cells.values(1, 0, 2), equals: [-1, -1, -1])
  }

  @Test func `values above a circle with an input that another thread computes run a few times for a read`() {
    let stop = Stop()
    let busy = Derived {
      stop.pass()
      return 1
    }
    let cells = Cells({ cells in busy.value + cells[1].value }, { cells in cells[0].value + 1 })
    let runs = Log<Int>()
    var row = (cells[0], cells[1])
    for level in 1...12 {
      let (first, second) = row
      row = (
        Derived {
          runs.append(level)
          return first.value + second.value
        },
        Derived {
          runs.append(level)
          return first.value - second.value
        }
      )
    }
    let thread = onThread { expect(busy.value, equals: 1) }
    stop.wait()
    let sum = Derived { [row] in row.0.value + row.1.value }
    expect(sum.value, equals: -128)
    // 24, unless other tests change values meanwhile. It would be 8,190 if each look ran the closure.
    expect(runs.entries.count < 300, "\(runs.entries.count) runs")
    stop.open()
    thread.wait()
    expect(sum.value, equals: -128)
  }

  // MARK: - Circles that another thread breaks

  @Test func `a read doesn't keep the value for a circle that is broken while the read computes it`() {
    let (isInCircle, stops) = (Property(true), (first: Stop(1), second: Stop(2)))
    let cells = Cells(
      { cells in
        stops.first.pass()
        guard isInCircle.value else { return 0 }
        stops.second.pass()
        return cells[1].value + 1
      },
      { cells in cells[0].value + 10 })
    let sum = Derived { cells[0].value * 100 + cells[1].value }
    let first = onThread(1) { expect(cells[0].value, equals: 0) }
    stops.first.wait()
    let second = onThread(2) { expect(sum.value, equals: 10) }
    stops.second.wait()
    isInCircle.value = false
    stops.second.open()
    second.wait()
    stops.first.open()
    first.wait()
    expect(sum.value, equals: 10)
  }

  @Test func `a value has the value for circles no more after the first value of the circle has left it`() {
    let (isInCircle, stop) = (Property(true), Stop())
    let cells = Cells(
      { cells in isInCircle.value ? cells[1].value + 1 : 0 },
      { cells in
        stop.pass()
        return cells[0].value + 10
      })
    let thread = onThread { expect(cells[0].value, equals: 0) }
    stop.wait()
    isInCircle.value = false
    stop.open()
    thread.wait()
    expect(cells.values(1, 0), equals: [10, 0])
  }

  @Test func `a value is computed that a thread reads before another one has left the circle`() {
    let (isInCircle, stop, last) = (Property(true), Stop(), Stop())
    let cells = Cells(
      { cells in
        let value = isInCircle.value ? cells[1].value + 1 : 0
        last.pass()
        return value
      },
      { cells in
        stop.pass()
        return cells[0].value + 10
      })
    let outside = Derived { cells[1].value * 2 }
    let thread = onThread { expect(cells[0].value, equals: 0) }
    stop.wait()
    isInCircle.value = false
    stop.open()
    last.wait()
    expect(cells.values(1, 0), equals: [10, 0])
    expect(outside.value, equals: 20)
    last.open()
    thread.wait()
    expect(cells.values(1, 0), equals: [10, 0])
    expect(outside.value, equals: 20)
  }

  @Test func `the first value of a circle is computed after one between it and the last one has left it`() {
    let (isInCircle, stop) = (Property(true), Stop())
    let cells = Cells(
      { cells in cells[1].value + 1 },
      { cells in isInCircle.value ? cells[2].value + 1 : 0 },
      { cells in
        stop.pass()
        return cells[0].value + 10
      })
    let thread = onThread { expect(cells[0].value, equals: 1) }
    stop.wait()
    isInCircle.value = false
    stop.open()
    thread.wait()
    expect(cells.values(0, 1, 2), equals: [1, 0, 11])
  }

  @Test func `the first value of a circle is computed after the last one has left it`() {
    let (isInCircle, stop) = (Property(true), Stop())
    let cells = Cells(
      { cells in cells[1].value + 1 },
      { cells in
        let value = isInCircle.value ? cells[0].value + 10 : 0
        stop.pass()
        return value
      })
    let thread = onThread { expect(cells[0].value, equals: 1) }
    stop.wait()
    isInCircle.value = false
    stop.open()
    thread.wait()
    expect(cells.values(0, 1), equals: [1, 0])
  }

  @Test func `a value is computed after the first value of the circle has left it before it would have run`() {
    let (isInCircle, isComplete, stop) = (Property(true), Property(false), Stop())
    let cells = Cells(
      { cells in isInCircle.value ? cells[1].value + 1 : 0 },
      { cells in
        guard isComplete.value else { return 5 }
        stop.pass()
        return cells[0].value + 10
      })
    expect(cells.values(0, 1), equals: [6, 5])
    isComplete.value = true
    let thread = onThread { expect(cells[0].value, equals: 0) }
    stop.wait()
    isInCircle.value = false
    stop.open()
    thread.wait()
    expect(cells.values(0, 1), equals: [0, 10])
  }

  @Test func `the first value of a circle is computed after one has left it that runs because of the circle`() {
    let (isInCircle, isComplete, stop) = (Property(true), Property(false), Stop())
    let cells = Cells(
      { cells in cells[1].value + 1 },
      { cells in
        stop.pass()
        return isInCircle.value ? cells[2].value + 1 : 0
      },
      { cells in isComplete.value ? cells[0].value + 10 : 5 })
    expect(cells.values(1, 2), equals: [6, 5])
    isComplete.value = true
    let thread = onThread { expect(cells[0].value, equals: 1) }
    stop.wait()
    isInCircle.value = false
    stop.open()
    thread.wait()
    expect(cells.values(0, 1, 2), equals: [1, 0, 11])
  }

  @Test func `an observer learns that a circle is broken while another thread computes it`() {
    let (isInCircle, isComplete, stop) = (Property(true), Property(false), Stop())
    let cells = Cells(
      { cells in isInCircle.value ? cells[1].value + 1 : 0 },
      { cells in
        guard isComplete.value else { return 5 }
        stop.pass()
        return cells[0].value + 10
      })
    let log = Log<Int>()
    let endpoint = cells[1].signal.subscribeValues { log.append($0) }
    transaction {
      isComplete.value = true
      let thread = onThread { expect(cells[0].value, equals: 0) }
      stop.wait()
      isInCircle.value = false
      stop.open()
      thread.wait()
    }
    expect(log.entries, equals: [5, 10])
    endpoint.cancel()
  }
}
