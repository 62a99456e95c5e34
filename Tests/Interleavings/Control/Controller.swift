import Dispatch
import Signals

/// Runs the threads of a program one at a time. After each step, a strategy chooses the thread that continues.
///
/// Only the running thread uses its state, so that needs no lock.
final class Controller: ThreadController, @unchecked Sendable {
  enum Failure: Error, CustomStringConvertible {
    case deadlock(String)
    case livelock(Int)

    var description: String {
      switch self {
      case .deadlock(let threads): "deadlock: \(threads)"
      case .livelock(let steps): "no end after \(steps) steps"
      }
    }
  }

  private final class Thread {
    let number: Int
    let name: String
    let carrier = Carrier.take()
    var isFinished = false
    /// The condition that the thread waits for.
    var condition: (() -> Bool)?
    /// Whether the thread continues without the condition when no other thread can continue.
    var canTimeOut = false
    /// The total number of steps at the last step of this thread.
    var lastStep = 0
    /// The total number of steps when this thread last yielded.
    var yieldedAt: Int?

    /// The body of the thread. It is released when it returns, since the check of the run counts live objects.
    var block: Block?

    init(_ number: Int, _ name: String) {
      self.number = number
      self.name = name
    }

    func work() {
      guard let block else { return }
      self.block = nil
      block.work()
    }

    func goOn() {
      condition = nil
      canTimeOut = false
      yieldedAt = nil
    }
  }

  /// The blocks that wait for a queue, and whether a thread is running them.
  private final class Queue {
    var waiting: [Block] = []
    var isWorking = false
  }

  private final class Block {
    let work: () -> Void

    init(_ work: @escaping () -> Void) { self.work = work }
  }

  private let strategy: any Strategy
  private let limit: Int
  private var threads: [Thread] = []
  private var queues: [ObjectIdentifier: Queue] = [:]
  private var running: Thread?
  private var steps = 0
  private var switches = Schedule()
  private var failure: Failure?
  private let isOver = DispatchSemaphore(value: 0)
  /// The steps, if they are traced.
  private(set) var trace: [String] = []
  private let isTracing: Bool

  init(_ strategy: any Strategy, limit: Int, isTracing: Bool) {
    self.strategy = strategy
    self.limit = limit
    self.isTracing = isTracing
  }

  /// The result of a run.
  struct Outcome {
    let schedule: Schedule
    let steps: Int
    let failure: Failure?
  }

  /// Runs all threads until they end. After a failure, waiting threads stay suspended forever.
  func run(_ bodies: [(name: String, body: () -> Void)]) -> Outcome {
    for (name, body) in bodies {
      let block = Block(body)
      Races.release(block)
      start(name, block)
    }
    let first = threads[pick(nil)]
    running = first
    first.carrier.resume()
    isOver.wait()
    Races.acquire(self)
    return Outcome(schedule: switches, steps: steps, failure: failure)
  }

  private func start(_ name: String, _ block: Block) {
    let thread = Thread(threads.count, name)
    threads.append(thread)
    thread.block = block
    let isReady = Baton()
    // Not retained: the body is released with the thread's other objects, while the controller runs it.
    unowned(unsafe) let unownedBlock = block
    thread.carrier.prepare { [self] in
      // Every carrier then has a turn for its next transaction, so that the steps don't depend on the carrier.
      transaction {}
      ControlledThread.controller = self
      Races.acquire(unownedBlock)
      Races.hidden {
        isReady.pass()
        thread.carrier.suspend()
      }
      thread.work()
      Races.release(self)
      Races.hidden {
        ControlledThread.controller = nil
        thread.isFinished = true
        thread.carrier.giveBack()
        leave()
      }
    }
    // A thread is ready before any other one ends, so that nothing but the steps of the program orders the two.
    thread.carrier.resume()
    isReady.wait()
  }

  // MARK: - The steps of the running thread

  func step(_ name: StaticString) { Races.hidden { stop("\(name)") } }

  func yield() {
    Races.hidden {
      running?.yieldedAt = steps
      stop("yield")
    }
  }

  func wait(canTimeOut: Bool, until condition: () -> Bool) {
    Races.hidden {
      withoutActuallyEscaping(condition) { condition in
        running?.condition = condition
        running?.canTimeOut = canTimeOut
        stop("wait")
      }
    }
  }

  func run(_ work: @escaping @Sendable () -> Void, on queue: DispatchQueue) {
    let block = Block(work)
    Races.release(block)
    Races.hidden { add(block, to: queue) }
  }

  private func add(_ block: Block, to queue: DispatchQueue) {
    if queue.label.hasPrefix("com.apple.root") {
      start("block", block)
    } else {
      let mine = queues[ObjectIdentifier(queue)] ?? Queue()
      queues[ObjectIdentifier(queue)] = mine
      mine.waiting.append(block)
      if !mine.isWorking {
        mine.isWorking = true
        start(
          queue.label,
          Block { [self] in
            // Runs on the queue itself, so that code that checks its current queue works.
            queue.sync { self.perform(mine) }
          })
      }
    }
    stop("hand over")
  }

  /// Runs the next part of a task.
  func run(_ job: @escaping () -> Void) {
    let block = Block(job)
    Races.release(block)
    Races.hidden {
      start("task", block)
      stop("enqueue")
    }
  }

  private func perform(_ queue: Queue) {
    while true {
      let block = Races.hidden { takeFirst(of: queue) }
      guard let block else { return }
      Races.acquire(block)
      Races.acquire(queue)
      block.work()
      Races.release(queue)
    }
  }

  private func takeFirst(of queue: Queue) -> Block? {
    if queue.waiting.isEmpty {
      queue.isWorking = false
      return nil
    }
    return queue.waiting.removeFirst()
  }

  // MARK: - Switching threads

  private func stop(_ name: @autoclosure () -> String) {
    guard let me = running else { return }
    steps += 1
    me.lastStep = steps
    if isTracing { trace.append("\(me.name): \(name())\(Backtrace.caller())") }
    guard steps <= limit else { return fail(.livelock(steps), me) }
    guard let next = choose(me) else { return fail(.deadlock(waiting), me) }
    if next === me {
      me.goOn()
      return
    }
    hand(to: next)
    me.carrier.suspend()
  }

  private func hand(to next: Thread) {
    running = next
    next.goOn()
    next.carrier.resume()
  }

  private func choose(_ me: Thread?) -> Thread? {
    let choice = pick(me)
    return choice < 0 ? nil : threads[choice]
  }

  /// The index of the thread that continues, or a negative number if none can.
  private func pick(_ me: Thread?) -> Int {
    let able = threads.filter { !$0.isFinished && ($0.condition.map { $0() } ?? true) }
    // A thread that has yielded waits for a step of each other thread that can make one.
    let eager = able.filter { thread in
      guard let moment = thread.yieldedAt else { return true }
      return able.allSatisfy { $0 === thread || $0.lastStep > moment }
    }
    let late = able.isEmpty ? threads.filter { !$0.isFinished && $0.canTimeOut } : []
    var enabled = (eager.isEmpty ? able + late : eager).sorted { $0.lastStep < $1.lastStep }.map(\.number)
    guard !enabled.isEmpty else { return -1 }
    var current: Int?
    if let me, let index = enabled.firstIndex(of: me.number) {
      enabled.remove(at: index)
      enabled.insert(me.number, at: 0)
      current = me.number
    }
    let chosen = strategy.choose(enabled, running: current)
    if chosen != enabled[0] { switches.switches[decisions] = chosen }
    decisions += 1
    return chosen
  }

  private var decisions = 0

  private var waiting: String { threads.filter { !$0.isFinished }.map { "\($0.name) waits" }.joined(separator: ", ") }

  /// Called at the end of a thread.
  private func leave() {
    steps += 1
    if let next = choose(nil) { return hand(to: next) }
    if threads.contains(where: { !$0.isFinished }) { failure = .deadlock(waiting) }
    isOver.signal()
  }

  private func fail(_ reason: Failure, _ me: Thread) {
    failure = reason
    isOver.signal()
    me.carrier.suspend()
  }
}
