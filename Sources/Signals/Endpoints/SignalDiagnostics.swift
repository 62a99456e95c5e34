/// Reports of probable mistakes: failures that no subscriber handles, and subscriptions that are released as soon as
/// they are made.
///
/// In debug builds, each report is printed on standard error, as one line, unless the program sets a closure for it. Release
/// builds print nothing. They call the closure for failures, and don't look for subscriptions that are released too early.
///
/// ```swift
/// SignalDiagnostics.onUnhandledFailure = { failure in logger.error("\(failure)") }
/// ```
public enum SignalDiagnostics {
  private static let failureHandler = Guarded<(@Sendable (UnhandledFailure) -> Void)?>(nil)
  /// The places that were printed: each is printed once, since a loop may make thousands of objects.
  private static let printedReleases = Guarded<Set<EarlyRelease>>([])
  private static let releaseHandler = Guarded<(@Sendable (EarlyRelease) -> Void)?>(nil)

  /// Receives each failure of a signal whose subscriber takes only the values, instead of the line on standard error (C14).
  ///
  /// It is nil by default. Debug builds then print the failure, and release builds ignore it. An empty closure silences debug
  /// builds. Release builds watch the subscriptions that are made while it is set, so set it when the program starts. The closure is called where the end arrives: on the thread that sends, or on the actor or queue of the
  /// subscriber's handler.
  ///
  /// ```swift
  /// SignalDiagnostics.onUnhandledFailure = { failure in logger.error("\(failure)") }
  /// ```
  public static var onUnhandledFailure: (@Sendable (UnhandledFailure) -> Void)? {
    get { failureHandler.change { $0 } }
    set {
      // Released after the lock (C7).
      let former = failureHandler.change { handler in
        defer { handler = newValue }
        #if !DEBUG
          watching.store(newValue == nil ? 0 : 1)
        #endif
        return handler
      }
      _ = former
    }
  }

  #if DEBUG
    private static let watching = AtomicWord(1)
  #else
    private static let watching = AtomicWord(0)
  #endif

  /// Whether the failures of new subscriptions are watched.
  @usableFromInline static var watchesFailures: Bool { watching.relaxed != 0 }

  /// Receives each endpoint, observer and binding that is released in the turn in which it was made, and each derived value and
  /// collection that is released in the turn in which it was first observed, instead of the line on standard error
  /// (C6, K8). It is called in debug builds only.
  ///
  /// Releasing such an object cancels it, so its handler would never be called: the program has probably forgotten to
  /// store it. An object is reported if the thread that made it releases it while it is active, without a call of
  /// `cancel()`, and before a call of its handler that follows the call that made it. Releasing a derived value ends its
  /// observers: it is reported if its signal was made or an observer was added, unless it has told an observer of a change or
  /// all have left. A turn lasts until the main queue
  /// has run the blocks that were waiting at that time, and at most a tenth of a second.
  ///
  /// The closure is called while the object is being released. An empty closure silences debug builds.
  ///
  /// ```swift
  /// SignalDiagnostics.onEarlyRelease = { release in assertionFailure("\(release)") }
  /// ```
  public static var onEarlyRelease: (@Sendable (EarlyRelease) -> Void)? {
    get { releaseHandler.change { $0 } }
    set {
      let former = releaseHandler.change { handler in
        defer { handler = newValue }
        return handler
      }
      _ = former
    }
  }

  static func report(_ release: EarlyRelease) {
    if let handler = onEarlyRelease { return handler(release) }
    if printedReleases.change({ $0.insert(release).inserted }) { StandardError.write(line: release.description) }
  }

  /// Reports that the subscriber made at `subscriber` ignores a failure. The error of a cancelled operation isn't
  /// reported.
  static func report(_ error: any Error, of signal: @autoclosure () -> String, ignoredBy subscriber: NodeInfo) {
    if error is CancellationError { return }
    let handler = onUnhandledFailure
    #if !DEBUG
      guard handler != nil else { return }
    #endif
    let (file, line) = subscriber.place
    let failure = UnhandledFailure(
      error: error, signal: signal(), subscriber: subscriber.operation, file: file, line: line)
    if let handler { handler(failure) } else { StandardError.write(line: failure.description) }
  }
}

/// The failure of a signal whose subscriber takes only the values, and so does not learn of it.
///
/// ```swift
/// SignalDiagnostics.onUnhandledFailure = { failure in
///   report(failure.error, file: failure.file, line: failure.line)
/// }
/// ```
public struct UnhandledFailure: Sendable, CustomStringConvertible {
  /// The error with which the signal failed.
  public let error: any Error
  /// The signal: the name that ``SignalConvertible/named(_:)`` gave it, otherwise its operator or source and the place where
  /// that was made, otherwise its type.
  public let signal: String
  /// The function that made the subscription, such as `subscribeValues`.
  public let subscriber: String
  /// The module and the file in which the subscription was made.
  public let file: String
  /// The line in which the subscription was made.
  public let line: Int

  /// A report for a test of the closure that receives it.
  public init(error: any Error, signal: String, subscriber: String, file: String, line: Int) {
    self.error = error
    self.signal = signal
    self.subscriber = subscriber
    self.file = file
    self.line = line
  }

  /// A sentence with the failure, the signal, and the place of the subscriber.
  public var description: String {
    "\(file):\(line): \(subscriber) ignores the failure of \(signal): \(error). Handle it with `subscribe(onValue:onEnd:)`, or before with `catch` or `replaceError(with:)`."
  }
}

/// An endpoint, an observer or a binding that was released in the turn in which it was made, or a derived value or collection that
/// was released in the turn in which it was first observed.
///
/// ```swift
/// SignalDiagnostics.onEarlyRelease = { release in
///   print("\(release.operation) at \(release.file):\(release.line)")
/// }
/// ```
public struct EarlyRelease: Hashable, Sendable, CustomStringConvertible {
  /// The function or the type that made the object, such as `subscribeValues`, `KeyValueObserver`, `bind` or `Derived`.
  public let operation: String
  /// The module and the file in which the object was made.
  public let file: String
  /// The line in which the object was made.
  public let line: Int
  /// Whether the object was a derived value or a derived collection that something observed.
  public let wasObserved: Bool

  /// A report to compare with, in a test.
  public init(operation: String, file: String, line: Int, wasObserved: Bool = false) {
    self.operation = operation
    self.file = file
    self.line = line
    self.wasObserved = wasObserved
  }

  /// A sentence with the place and the correction.
  public var description: String {
    if wasObserved {
      return
        "\(file):\(line): the result of \(operation) was released in the turn in which it was first observed, which ends its observers. Store it for as long as it has to be observed."
    }
    return
      "\(file):\(line): the result of \(operation) was released in the turn in which it was made, which cancels it. Store it for as long as it has to last, for example with `store(in:)`, or call `cancel()` to end it on purpose."
  }
}
