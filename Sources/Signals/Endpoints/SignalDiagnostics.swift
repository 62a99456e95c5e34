/// Reports of what a program probably did not intend: failures that no subscriber handles.
///
/// In debug builds, each report is printed on standard error, as one line, unless the program sets a closure for it. Release
/// builds print nothing, and call the closure if there is one:
///
/// ```swift
/// SignalDiagnostics.onUnhandledFailure = { failure in logger.error("\(failure)") }
/// ```
public enum SignalDiagnostics {
  private static let failureHandler = Guarded<(@Sendable (UnhandledFailure) -> Void)?>(nil)

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

  /// Reports that the subscriber made at `subscriber` ignores a failure. A cancelled operation is no failure.
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
