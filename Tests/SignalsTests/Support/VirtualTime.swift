import Signals
import SignalsTesting

/// Records what a signal does and when: `300 b` is a value after 300 milliseconds, `400 |` the finish, `400 #e` a failure.
final class TimedRecorder: Cancellable {
  private let log = Log<String>()
  private let endpoint: Endpoint

  init<Value>(_ signal: Signal<Value>, on clock: VirtualScheduler) {
    endpoint = signal.subscribe { [log] event in
      let time = clock.elapsed.attoseconds / 1_000_000_000_000_000
      switch event {
      case .value(let value): log.append("\(time) \(value)")
      case .end(.finished): log.append("\(time) |")
      case .end(.failed(let error)): log.append("\(time) #\(error)")
      }
    }
  }

  var history: [String] { log.entries }

  func cancel() { endpoint.cancel() }
}

extension VirtualScheduler {
  /// Does something when so many milliseconds have passed since the beginning.
  func at(_ milliseconds: Int, _ action: @escaping @Sendable () -> Void) {
    _ = schedule(after: .milliseconds(milliseconds) - elapsed, action)
  }
}

extension SignalInput {
  func send(_ event: Event<Value>) {
    switch event {
    case .value(let value): send(value)
    case .end(.finished): finish()
    case .end(.failed(let error)): fail(error)
    }
  }
}

/// The output of `operation` for a source that does all this at these times, in milliseconds, until nothing is left to wait
/// for.
///
/// - Parameter timersComeFirst: whether a timer that the operator sets when it is subscribed to comes before what the
///   source does at the same instant.
func timedHistory<Value: Sendable, Output: Sendable>(
  of script: KeyValuePairs<Int, Event<Value>>, timersComeFirst: Bool = false,
  through operation: (Signal<Value>, VirtualScheduler) -> Signal<Output>
) -> [String] {
  let clock = VirtualScheduler()
  let input = SignalInput<Value>()
  let play = { for (time, event) in script { clock.at(time) { input.send(event) } } }
  if !timersComeFirst { play() }
  let recorder = TimedRecorder(operation(input.signal, clock), on: clock)
  if timersComeFirst { play() }
  clock.run()
  return recorder.history
}

enum Ending: CaseIterable { case finish, fail, cancel, cancelInHandler }

/// The remains of an operator when a subscription is over.
struct Leftovers: Equatable {
  /// How many timers there were before that.
  var timersBefore: Int
  var timersAfter = 0
  /// The events after it, though a day has passed and another value was sent.
  var late: [String] = []
}

/// Sends 1, 2 and 3 at 0, 100 and 450 milliseconds, ends the subscription at 500, or in the handler of the next value.
func leftovers<Output: Sendable>(
  _ ending: Ending, of operation: (Signal<Int>, VirtualScheduler) -> Signal<Output>
) -> Leftovers {
  let clock = VirtualScheduler()
  let input = SignalInput<Int>()
  let log = Log<String>()
  let bag = CancellableBag()
  let isCancelling = Guarded(false)
  operation(input.signal, clock).subscribe { event in
    log.append("\(event)")
    if isCancelling.change({ $0 }) { bag.cancel() }
  }.store(in: bag)
  input.send(1)
  clock.advance(by: .milliseconds(100))
  input.send(2)
  clock.advance(by: .milliseconds(350))
  input.send(3)
  clock.advance(by: .milliseconds(50))

  var leftovers = Leftovers(timersBefore: clock.pending)
  switch ending {
  case .finish: input.finish()
  case .fail: input.fail(Failure())
  case .cancel: bag.cancel()
  case .cancelInHandler:
    isCancelling.change { $0 = true }
    let before = log.entries.count
    clock.advance(by: .seconds(1))
    if log.entries.count == before { input.send(5) }
    clock.advance(by: .seconds(1))
  }
  leftovers.timersAfter = clock.pending
  let before = log.entries.count
  clock.advance(by: .seconds(86_400))
  input.send(4)
  clock.advance(by: .seconds(86_400))
  leftovers.late = Array(log.entries.dropFirst(before))
  return leftovers
}

/// A scheduler that follows another's time, plus the time that a test adds: as if a handler had taken so
/// long, or the system had called so late.
final class LateScheduler: Scheduler {
  private let clock: VirtualScheduler
  private let lateness = Guarded(Duration.zero)

  init(_ clock: VirtualScheduler) { self.clock = clock }

  func take(_ time: Duration) { lateness.change { $0 += time } }

  var elapsed: Duration { clock.elapsed + lateness.change { $0 } }

  func schedule(
    after delay: Duration, leeway: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    clock.schedule(after: delay, leeway: leeway, action)
  }
}
