import Dispatch
import Signals

/// One run of an operator under a law: a source above it, handlers below it, and the time in which it lives.
final class Trial: Sendable {
  let clock = VirtualScheduler()
  /// The operator, made once. Given up by `dropRecipe()`.
  private let recipe: Guarded<Signal<String>?>
  private let input: Guarded<SignalInput<Int>?>
  private let endpoints = Guarded<[Endpoint]>([])
  private let sent = Guarded<[Int]>([])
  /// How the source has ended: by a finish or a failure.
  private let ending = Guarded<Ending?>(nil)
  private let outlived: Guarded<Set<Ending>>
  private let calls = HandlerCalls()

  /// - Parameters:
  ///   - call: what the operator's closures do when they call the probe.
  ///   - upstream: what is put between the source and the operator.
  init(
    _ subject: OperatorUnderTest, call: @escaping @Sendable () throws -> Void = {},
    upstream: (Signal<Int>) -> Signal<Int> = { $0 }
  ) {
    let input = SignalInput<Int>()
    self.input = Guarded(input)
    outlived = subject.outlived
    recipe = Guarded(subject.apply(upstream(input.signal), Probe(scheduler: clock, call)))
  }

  deinit { cancel() }

  // MARK: - Below the operator

  /// Subscribes. What `handle` captures is held by the subscription and by nobody else.
  func subscribe(_ handle: @escaping @Sendable (Event<String>) -> Void) {
    guard let signal = recipe.change({ $0 }) else { return }
    let endpoint = signal.subscribe { [calls] event in
      calls.count.change { $0 += 1 }
      handle(event)
      calls.count.change { $0 -= 1 }
    }
    endpoints.change { $0.append(endpoint) }
  }

  /// Subscribes, and records.
  func record() -> History {
    let history = History()
    subscribe { history.append($0) }
    return history
  }

  /// Subscribes, and records all that the operator passes on, also values that would not get through to a handler any more.
  func recordAll() -> History {
    let history = History()
    guard let signal = recipe.change({ $0 }) else { return history }
    let endpoint =
      signal.stage(
        (),
        { _, value, downstream in
          history.append(.value(value))
          try downstream.pass(value)
        },
        atEnd: { _, end, downstream in
          history.append(.end(end))
          downstream.end(end)
        }
      ).subscribe { _ in }
    endpoints.change { $0.append(endpoint) }
    return history
  }

  var isSubscribed: Bool { endpoints.change { !$0.isEmpty } }

  var isActive: Bool { endpoints.change { $0 }.contains { $0.isActive } }

  func cancel() { endpoints.change { $0 }.cancelAll() }

  /// Keeps the subscriptions alone. What they captured is then theirs.
  func dropRecipe() {
    _ = recipe.change { recipe in
      defer { recipe = nil }
      return recipe
    }
  }

  // MARK: - Above the operator

  enum Ending: CaseIterable, CustomStringConvertible {
    case finish, failure, inputReleased

    var description: String {
      switch self {
      case .finish: "the input finishes"
      case .failure: "the input fails"
      case .inputReleased: "the input is released"
      }
    }
  }

  func send(_ value: Int) {
    // Before it is delivered, because its handler may send the next one.
    sent.change { $0.append(value) }
    if input.change({ $0 })?.send(value) == .ended { sent.change { $0.removeAll { $0 == value } } }
  }

  /// What the source took so far, in order.
  var values: [Int] { sent.change { $0 } }

  /// Sends values, and lets time pass after each.
  func drive(_ values: some Sequence<Int>) {
    for value in values {
      send(value)
      pass()
    }
  }

  /// Ends the source, and returns when the operator has been told: at once, unless threads have left something for the
  /// source's queue.
  func end(_ ending: Ending) {
    // A source that is released finishes.
    self.ending.change { if $0 == nil { $0 = ending == .failure ? .failure : .finish } }
    let isTold = AtomicWord(0)
    // Those who observe a source are called in the order in which they came, so this one is the last.
    let last = input.change { $0 }?.signal.subscribe { event in if case .end = event { isTold.set(1) } }
    switch ending {
    case .finish: input.change { $0 }?.finish()
    case .failure: input.change { $0 }?.fail(LawFailure.ofTheInput)
    case .inputReleased: releaseInput()
    }
    if last != nil { _ = eventually { isTold.value != 0 } }
  }

  private func releaseInput() {
    _ = input.change { input in
      defer { input = nil }
      return input
    }
  }

  /// Lets time pass: as much as an operator under test may wait.
  func pass() { clock.advance(by: .seconds(1)) }

  /// Lets so much time pass that everything is over, if it ever is.
  func passUntilOver() { clock.advance(by: .seconds(60)) }

  // MARK: - Waiting

  /// Whether `condition` comes true. Where an operator hands over to a queue it takes a moment of real time for that,
  /// and none elsewhere.
  ///
  /// What is counted is looks, a millisecond apart, and not time: on a busy machine others need longer, and so does a look.
  func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<2_000 {
      if condition() { return true }
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(1))
    }
    return condition()
  }

  /// Whether all subscriptions are over and no handler runs any more, or it comes to that as time passes.
  ///
  /// An operator that goes on after its source has ended in the same way isn't waited for again.
  func isOverAtLast() -> Bool {
    let ending = ending.change { $0 }
    if let ending, outlived.change({ $0.contains(ending) }) { return !isActive }
    let isOver = eventually {
      if isActive { pass() }
      return !isActive && calls.count.change { $0 } == 0
    }
    if let ending, !isOver { outlived.change { _ = $0.insert(ending) } }
    return isOver
  }
}

/// The calls of handlers that are under way. Apart from the trial, which no handler keeps alive.
private final class HandlerCalls: Sendable {
  let count = Guarded(0)
}
