import Dispatch
import Foundation
import Signals

extension RunPlan {
  /// Performs the plan, on threads of its own, and returns the violations.
  func breaches() async -> [RunBreach] {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: perform()) }
    }
  }

  private func perform() -> [RunBreach] {
    let stage = RunStage(self)
    for observer in 0..<residents { stage.perform(.subscribe(observer)) }
    onThreads(threads.count) { thread in
      for action in threads[thread] { stage.perform(action) }
    }
    for source in 0..<sourceCount { stage.perform(.send(.finish(source))) }
    stage.waitUntilQuiet()
    let run = RecordedRun(views: views, queues: queues, stage.recorder.moments)
    if stage.recorder.isFull { return [RunBreach("C4", "more happened than was sent", 0..<40, of: run)] }
    return RunChecker.breaches(of: run)
  }
}

/// The sources, signals and observers of a plan, as they are used by all of its threads.
private final class RunStage: Sendable {
  let recorder: RunRecorder
  private let plan: RunPlan
  private let inputs: [SignalInput<Numbered>]
  private let signals: [Signal<Heard>]
  private let queues: [Int: DispatchQueue]
  private let observers: [RunObserver]

  init(_ plan: RunPlan) {
    self.plan = plan
    let recorder = RunRecorder(capacity: plan.room)
    let numbers = [0, 1] + plan.queues.values
    let queues = Dictionary(
      numbers.map { ($0, DispatchQueue(label: "\($0)", target: .global())) }, uniquingKeysWith: { first, _ in first })
    let inputs = (0..<plan.sourceCount).map { source in
      plan.queues[source].flatMap { queues[$0] }.map { SignalInput(on: $0) } ?? SignalInput<Numbered>()
    }
    self.recorder = recorder
    self.queues = queues
    self.inputs = inputs
    signals = plan.routes.map { Self.signal($0, inputs, queues) }
    observers = plan.observers.indices.map { RunObserver($0, recorder) }
  }

  private static func signal(
    _ route: RunPlan.Route, _ inputs: [SignalInput<Numbered>], _ queues: [Int: DispatchQueue]
  ) -> Signal<Heard> {
    switch route {
    case .direct(let source): inputs[source].signal.map { .value($0) }
    case .shared(let source): inputs[source].signal.shared().map { .value($0) }
    case .current(let source):
      inputs[source].signal.continuous(initial: Numbered(source: source, number: 0)).map { .value($0) }
    case .delivered(let source, let queue):
      inputs[source].signal.deliver(on: queues[queue] ?? .global()).map { .value($0) }
    case .deliveredConcurrently(let source): inputs[source].signal.deliver(on: .global()).map { .value($0) }
    case .merged(let first, let second): merge(inputs[first].signal, inputs[second].signal).map { .value($0) }
    case .joined(let first, let second):
      combineLatest(inputs[first].signal, inputs[second].signal).map { .pair($0, $1) }
    case .diamond(let source):
      combineLatest(inputs[source].signal, inputs[source].signal.map { $0 })
        .map { $0 == $1 ? .value($0) : .pair($0, $1) }
    }
  }

  func perform(_ action: RunPlan.Action) {
    switch action {
    case .send(let sent): send(sent)
    case .subscribe(let observer):
      let reactions = plan.observers[observer].reactions
      observers[observer].subscribe(to: signals[plan.observers[observer].route]) { [self] call in
        if let reaction = reactions[call] { perform(reaction) }
      }
    case .cancel(let observer): observers[observer].cancel()
    case .cancelAndWait(let observer): observers[observer].cancelAndWait()
    case .yieldProcessor: yieldProcessor()
    case .linger: for _ in 0..<50 { _ = currentThread() }
    }
  }

  private func send(_ sent: Sent) {
    recorder.note(.sends(sent))
    let input = inputs[sent.source]
    let result =
      switch sent {
      case .value(let value): input.send(value)
      case .finish: input.finish()
      case .failure: input.fail(Failure())
      }
    recorder.note(.sent(sent, result))
  }

  /// Returns when every source has ended for all remaining observers, and no thread is inside a handler; or when that takes
  /// so long that something must have been lost.
  func waitUntilQuiet() {
    let start = DispatchTime.now().uptimeNanoseconds
    while !observers.allSatisfy(\.isQuiet), DispatchTime.now().uptimeNanoseconds - start < 30_000_000_000 {
      yieldProcessor()
    }
    for queue in queues.values { queue.settle() }
    for observer in observers { observer.release() }
  }
}

/// One observer, which records its calls.
// Unchecked, because `calls` belongs to the caller of the handler: that is right because no two calls overlap, and
// thread sanitizer says so where it isn't.
private final class RunObserver: @unchecked Sendable {
  private let number: Int
  private let recorder: RunRecorder
  private let endpoint = Guarded<Endpoint?>(nil)
  private var calls = 0
  /// Whether it has begun to subscribe, was cancelled, has heard the end.
  private let life = AtomicWord(0)
  private let isInside = AtomicWord(0)
  private static let subscribed: UInt = 1, over: UInt = 2, waitedFor: UInt = 4

  init(_ number: Int, _ recorder: RunRecorder) {
    self.number = number
    self.recorder = recorder
  }

  var isQuiet: Bool {
    isInside.value == 0 && (life.value & Self.subscribed == 0 || life.value & Self.over != 0)
  }

  func subscribe(to signal: Signal<Heard>, _ react: @escaping @Sendable (Int) -> Void) {
    life.set(Self.subscribed)
    recorder.note(.subscribes(number))
    let endpoint = signal.subscribe { [self] event in
      isInside.store(1)
      let heard: Heard =
        switch event {
        case .value(let heard): heard
        case .end(.finished): .finish
        case .end(.failed): .failure
        }
      recorder.note(.called(number, heard))
      let call = calls
      calls += 1
      if heard.isEnd { life.set(Self.over) } else { react(call) }
      recorder.note(.returned(number))
      isInside.store(0)
    }
    recorder.note(.subscribed(number))
    self.endpoint.change { $0 = endpoint }
  }

  func cancel() {
    guard let endpoint = endpoint.change({ $0 }) else { return }
    recorder.note(.cancels(number))
    endpoint.cancel()
    recorder.note(.cancelled(number))
    life.set(Self.over)
  }

  /// The caller is on no thread of the pool on which tasks run.
  func cancelAndWait() {
    guard let endpoint = endpoint.change({ $0 }), life.set(Self.waitedFor) & Self.waitedFor == 0 else { return }
    let isOver = Gate()
    recorder.note(.waits(number))
    Task { [self] in
      await endpoint.cancelAndWait()
      recorder.note(.waited(number))
      isOver.open()
    }
    isOver.wait()
    life.set(Self.over)
  }

  func release() { endpoint.change { $0 = nil } }
}
