public import Dispatch

extension SignalConvertible where Value: Sendable {
  /// Divides the values by time, and emits, at the beginning of each `interval`, a signal of the values that arrive in it.
  ///
  /// ![A marble diagram of windows](windows)
  ///
  /// The intervals, or windows, follow each other from the subscription on. The first window is emitted within the
  /// subscribing call, and each later one on the scheduler, right after the one before it has finished. There are windows
  /// without values, too. A window includes the values that arrive before the scheduler calls; a call that is late by
  /// several intervals begins one window, which ends when the interval of that moment does. With an interval of zero, a
  /// window begins with its first value and contains all values that arrive before the scheduler's next call.
  ///
  /// A window emits values as they arrive and keeps none. A subscriber that subscribes within the handler that receives
  /// the window gets all of its values; a later one starts with the next value, and one that arrives after the window
  /// receives the finish. When this signal ends, the present window ends in the same way, and then the result does.
  ///
  /// When the result is cancelled, no window begins any more. The subscription to this signal lasts until the end of the
  /// present window if that has subscribers.
  ///
  /// ```swift
  /// let rate = requests.windows(every: .seconds(1)).flatMap { $0.count() }
  /// ```
  public func windows(
    every interval: Duration, on scheduler: some Scheduler = DispatchQueue.global(),
    file: StaticString = #fileID, line: UInt = #line
  ) -> Signal<Signal<Value>> {
    requireArgument(
      interval >= .zero, "windows(every: \(interval)): the interval is negative; use zero or longer.",
      file, line)
    let info = NodeInfo(.operator, "windows", file, line)
    return Signal<Signal<Value>> { [signal] downstream, connection in
      let windowing = Windowing<Value>(interval, scheduler, downstream, connection, info)
      let input = windowing.makeInput()
      guard connection.connect(to: windowing) else { return }
      windowing.begin()
      guard input.isOpen else { return }
      signal.attach(
        Downstream(receiver: WindowingInput(windowing, input)) { value, receiver in
          let input = unsafe unsafeDowncast(receiver, to: WindowingInput<Value>.self)
          _ = input.windowing.submit(.event(.value(value)), by: input.connection)
        },
        input)
      windowing.waitForFirst()
    }.labeled("windows", file, line)
  }
}

private enum WindowingMessage<Value: Sendable>: Sendable {
  case event(Event<Value>)
  /// A timer has fired.
  case tick
}

/// One subscription of a signal in windows: its subscriber, and the present window beside it.
// Unchecked, like all producers: see ``Producer``.
private final class Windowing<Value: Sendable>: Serialiser<WindowingMessage<Value>>, @unchecked Sendable {
  private let interval: Duration
  private let scheduler: any Scheduler
  private let info: NodeInfo

  // All of this belongs to the owner.
  @safe @exclusivity(unchecked) private var below: Observer<Signal<Value>>
  @safe @exclusivity(unchecked) private var window: Subsignal<Value>?
  /// The number of windows so far.
  @safe @exclusivity(unchecked) private var count = 0
  /// Whether the present window has subscribers.
  @safe @exclusivity(unchecked) private var isWanted = false
  @safe @exclusivity(unchecked) private var isOver = false
  @safe @exclusivity(unchecked) private var timer: (any Cancellable)?
  /// The time from which the intervals follow each other.
  @safe @exclusivity(unchecked) private var start = Duration.zero
  @safe @exclusivity(unchecked) private var time = SteadyTime()

  init(
    _ interval: Duration, _ scheduler: any Scheduler, _ downstream: Downstream<Signal<Value>>,
    _ connection: Connection, _ info: NodeInfo
  ) {
    self.interval = interval
    self.scheduler = scheduler
    self.info = info
    below = Observer(downstream, connection)
    super.init(executor: .inline, depth: connection.depth)
    if let trace = connection.trace { record(on: trace) }
  }

  // MARK: - Windows

  /// Emits the first window, before this signal is subscribed to.
  func begin() {
    asOwner { [self] in
      start = time.now(on: scheduler)
      if interval > .zero { openWindow() }
    }
  }

  /// Sets the first timer, after this signal was subscribed to: an event that it has scheduled for the end of the first
  /// window is then part of it.
  func waitForFirst() {
    guard interval > .zero else { return }
    asOwner { [self] in
      guard !isOver, timer == nil else { return }
      wait(for: max(start + interval - time.now(on: scheduler), .zero))
    }
  }

  private func wait(for delay: Duration) {
    timer = scheduler.schedule(after: delay) { [self] in _ = arrive(.tick, isEnd: false) }
  }

  private func openWindow() {
    guard !below.isVacant, below.connection.isOpen else { return }
    count += 1
    isWanted = false
    let window = Subsignal<Value>(from: self, info) { [self, count] change in
      asOwner { [self] in
        // A report may come late, after the end of its window.
        guard count == self.count, self.window != nil else { return }
        isWanted = change > 0
        closeIfUnwanted()
      }
    }
    self.window = window
    do {
      try below.observe(window.signal)
    } catch {
      takeBelow().downstream.end(.failed(error))
      closeIfUnwanted()
    }
  }

  private func closeWindow() {
    let gone = window
    window = nil
    isWanted = false
    gone?.end(.finished)
  }

  private func tick() {
    timer = nil
    closeWindow()
    guard !isOver else { return }
    if below.isVacant { return close(with: .finished) }
    guard interval > .zero else { return }
    openWindow()
    guard !isOver else { return }
    wait(for: (time.now(on: scheduler) - start).remainder(of: interval))
  }

  // MARK: - Incoming events

  override func receive(_ message: WindowingMessage<Value>) {
    guard !isOver else { return }
    switch message {
    case .event(.value(let value)):
      if window == nil {
        openWindow()
        if window != nil { wait(for: .zero) }
      }
      window?.pass(value)
    case .event(.end(let end)):
      let gone = takeBelow()
      close(with: end)
      gone.downstream.end(end)
    case .tick: tick()
    }
  }

  // MARK: - The end

  override func detach(_ connection: Connection) {
    let thread = currentThread()
    guard tryOwn(thread) else {
      return asOwner { [self] in _ = leaveBelow(connection) }
    }
    let gone = leaveBelow(connection)
    leave(thread)
    // User closures are released here: on the cancelling thread, without ownership and without a lock.
    _ = gone
  }

  /// Removes the subscriber. The connection of a window arrives here too; the window itself reports its change.
  private func leaveBelow(_ connection: Connection) -> Observer<Signal<Value>>? {
    guard connection === below.connection else { return nil }
    let gone = takeBelow()
    closeIfUnwanted()
    return gone
  }

  private func takeBelow() -> Observer<Signal<Value>> {
    var gone = Observer<Signal<Value>>.vacant()
    swap(&gone, &below)
    return gone
  }

  private func closeIfUnwanted() {
    if below.isVacant, !isWanted, !isOver { close(with: .finished) }
  }

  private func close(with end: End) {
    isOver = true
    let (window, timer) = (window, timer)
    self.window = nil
    self.timer = nil
    timer?.cancel()
    for connection in takeInputs() { connection.cancel() }
    window?.end(end)
    _ = takeBacklog()
  }
}

private final class WindowingInput<Value: Sendable>: Receiver {
  let windowing: Windowing<Value>
  let connection: Connection

  init(_ windowing: Windowing<Value>, _ connection: Connection) {
    self.windowing = windowing
    self.connection = connection
  }

  override func receive(_ end: End) {
    if connection.cancel() { _ = windowing.submit(.event(.end(end)), by: connection) }
  }
}
