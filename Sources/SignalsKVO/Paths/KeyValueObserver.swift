public import Signals

/// Observes a key path of an object, and calls a closure with every change, and with the reason for it.
///
/// ```swift
/// let observer = KeyValueObserver(package, \.recipient.fullName, options: [.initial, .new, .old]) { change in
///   print(change.reason, change.oldValue ?? "-", change.newValue ?? "-")
/// }
/// ```
///
/// Any key path is followed: through stored, computed, optional and nested properties, and through elements by subscript
/// (K3). Every property that the path reads is observed: every `@Observed` property, every ``Property`` and collection of this module,
/// every `@Observable` object and every other that reports its reads. Nothing has to be declared, and where an object on the
/// way is replaced, the new one is observed instead. A nil on the way is an absent value. (An index that is out of range
/// traps, as in any read of that path: address what may go by a dictionary key, or by a subscript that checks.)
///
/// On Apple platforms, paths through `@objc dynamic` properties of an `NSObject` are followed, too: from the object that has
/// them, as far as `@objc` reaches (K11). (This has been tried with a runtime made by hand, and its types have been checked; it
/// has not been run on Apple platforms.) A property of an `NSObject` to which a path comes from an `@Observed` one has to be
/// `@Observed` itself in order to be followed.
///
/// The closure is called on the thread that sets, before the set returns, or after the handler that is running there. It
/// hears of one change for each set, also of an equal value, with the values as they were then (K2). In a
/// `transaction { … }` a path that reads several properties is told once, at the end (C11).
///
/// Neither the object nor anything on the path is kept alive (K6). When the object goes, the closure is called once more,
/// with `.sourceDeleted`: at once, on the thread that released the object; where the observer was made on an actor, on that
/// actor, which takes a hop unless it is the main actor and the object died on the main queue. All this provided that the
/// object has an observed property, adopts ``KeyValueObservable`` or is an `NSObject`, else at the next change of an
/// observed property (K4). Releasing the observer cancels it, silently, unless it was made for an owner.
// Unchecked: the observation sees to it itself that it can be cancelled from any thread, which is all that this does.
public class KeyValueObserver: Cancellable, @unchecked Sendable {
  @usableFromInline final let observation: PathObservation
  #if DEBUG
    private final var check: EarlyReleaseCheck?
  #endif

  /// Begins to observe.
  ///
  /// - Parameters:
  ///   - object: whose properties are observed. It is not kept alive.
  ///   - keyPath: the way from the object to the value.
  ///   - options: see ``KeyValueObservingOptions``.
  ///   - isolation: the actor on which the objects live: that of the code that calls this.
  ///   - handler: called with each change, where it happens.
  ///   - file: the file in which the observer is made, for `SignalDiagnostics`.
  ///   - line: the line in which the observer is made.
  // Disfavoured, so that a handler of an optional path gets the type without the optional.
  @_disfavoredOverload
  @inlinable
  public convenience init<Root: AnyObject, Value>(
    _ object: Root, _ keyPath: KeyPath<Root, Value>, options: KeyValueObservingOptions = [.initial, .new],
    isolation: isolated (any Actor)? = #isolation, handler: @escaping (KeyValueChange<Value>) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let isOptional = isOptional(Value.self)
    self.init(
      object, keyPath, options, isolation, file, line,
      outlet: BorrowedFunction { change, _ in handler(KeyValueChange(change, isOptional: isOptional)) })
  }

  /// Begins to observe a path whose value may be nil.
  ///
  /// ```swift
  /// let observer = KeyValueObserver(list, \.selected?.name) { change in
  ///   label.text = change.newValue ?? "Nothing is selected"
  /// }
  /// ```
  ///
  /// The values of a change are optional once: they are nil where the path gives nil, and where there is no value (K4).
  /// Everything else is as for other paths.
  @inlinable
  public convenience init<Root: AnyObject, Value>(
    _ object: Root, _ keyPath: KeyPath<Root, Value?>, options: KeyValueObservingOptions = [.initial, .new],
    isolation: isolated (any Actor)? = #isolation, handler: @escaping (KeyValueChange<Value>) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      object, keyPath, options, isolation, file, line,
      outlet: BorrowedFunction { change, _ in handler(KeyValueChange(flattening: change)) })
  }

  /// Begins to observe, and calls the handler with the old and the new value of each change.
  ///
  /// ```swift
  /// let observer = KeyValueObserver(person, \.firstName) { old, new in print("\(old) → \(new)") }
  /// ```
  ///
  /// The values are as the key path declares them: optional only if that says so. There is no call when the object goes. Where
  /// the old value isn't known any more (K6), since the change is not announced, `old` is the new value.
  /// With `triggerImmediately`, the handler is called at once, too, with the current value as both.
  @inlinable
  public convenience init<Root: AnyObject, Value>(
    _ object: Root, _ keyPath: KeyPath<Root, Value>, triggerImmediately: Bool = false,
    isolation: isolated (any Actor)? = #isolation, handler: @escaping (_ old: Value, _ new: Value) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let options: KeyValueObservingOptions = triggerImmediately ? [.initial, .old, .new] : [.old, .new]
    self.init(
      object, keyPath, options, isolation, file, line,
      outlet: BorrowedFunction { change, _ in
        if let new = change.new { handler(change.old ?? new, new) }
      })
  }

  /// Begins to observe, and calls the handler with the old and the new value of each change, and with whether that is none.
  ///
  /// ```swift
  /// let observer = KeyValueObserver(person, \.firstName, triggerImmediately: true) { old, new, isInitial in
  ///   if isInitial { show(new) } else { animate(from: old, to: new) }
  /// }
  /// ```
  ///
  /// `isInitial` is true in the call that `triggerImmediately` asks for, and false in the call for a set, of an equal value too.
  /// Everything else is as for a handler of two values.
  @inlinable
  public convenience init<Root: AnyObject, Value>(
    _ object: Root, _ keyPath: KeyPath<Root, Value>, triggerImmediately: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    handler: @escaping (_ old: Value, _ new: Value, _ isInitial: Bool) -> Void,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let options: KeyValueObservingOptions = triggerImmediately ? [.initial, .old, .new] : [.old, .new]
    self.init(
      object, keyPath, options, isolation, file, line,
      outlet: BorrowedFunction { change, _ in
        if let new = change.new { handler(change.old ?? new, new, change.notice.isInitial) }
      })
  }

  /// Begins to observe for an owner, of any class, for as long as that and the object live.
  ///
  /// ```swift
  /// KeyValueObserver(person, \.fullName, forOwner: self) { owner, change in owner.title = change.newValue ?? "" }
  /// ```
  ///
  /// The owner isn't kept alive, so the handler needs no `[weak self]`. Once it is gone no call is made, and the handler is
  /// released at the next change, at the latest (C8). The observer doesn't have to be kept: it ends it earlier.
  /// The owner lives where the object does, and may be the object itself.
  // Disfavoured, so that a handler of an optional path gets the type without the optional.
  @_disfavoredOverload
  @inlinable
  @discardableResult
  public convenience init<Root: AnyObject, Value, Owner: AnyObject>(
    _ object: Root, _ keyPath: KeyPath<Root, Value>, forOwner owner: Owner,
    options: KeyValueObservingOptions = [.initial, .new], isolation: isolated (any Actor)? = #isolation,
    handler: @escaping (_ owner: Owner, _ change: KeyValueChange<Value>) -> Void
  ) {
    let isOptional = isOptional(Value.self)
    self.init(object, keyPath, for: owner, options, isolation) { owner, change in
      handler(owner, KeyValueChange(change, isOptional: isOptional))
    }
  }

  /// Begins to observe a path whose value may be nil for an owner, of any class, for as long as that and the object live.
  ///
  /// ```swift
  /// KeyValueObserver(list, \.selected?.name, forOwner: self) { owner, change in owner.title = change.newValue ?? "" }
  /// ```
  ///
  /// The values of a change are optional once: they are nil where the path gives nil, and where there is no value (K4).
  /// Everything else is as for other paths.
  @inlinable
  @discardableResult
  public convenience init<Root: AnyObject, Value, Owner: AnyObject>(
    _ object: Root, _ keyPath: KeyPath<Root, Value?>, forOwner owner: Owner,
    options: KeyValueObservingOptions = [.initial, .new], isolation: isolated (any Actor)? = #isolation,
    handler: @escaping (_ owner: Owner, _ change: KeyValueChange<Value>) -> Void
  ) {
    self.init(object, keyPath, for: owner, options, isolation) { owner, change in
      handler(owner, KeyValueChange(flattening: change))
    }
  }

  /// - Parameter outlet: made of a closure literal: see ``PathValues``.
  @inlinable
  convenience init<Root: AnyObject, Value>(
    _ object: Root, _ keyPath: KeyPath<Root, Value>, _ options: KeyValueObservingOptions, _ isolation: (any Actor)?,
    _ file: StaticString, _ line: UInt, outlet: consuming BorrowedFunction<PathChange<Value>, Turn?>
  ) {
    let values = PathValues(object, keyPath, options: options, outlet: outlet)
    self.init(
      beginning: PathObservation(
        object, keyPath, options: options, context: .ofCode(on: isolation), operate: values.operate))
    expectToBeKept(NodeInfo(.endpoint, "KeyValueObserver", file, line))
  }

  @inlinable
  convenience init<Root: AnyObject, Value, Owner: AnyObject>(
    _ object: Root, _ keyPath: KeyPath<Root, Value>, for owner: Owner, _ options: KeyValueObservingOptions,
    _ isolation: (any Actor)?, _ outlet: @escaping (Owner, PathChange<Value>) -> Void
  ) {
    let own = OwnObservation()
    let values = PathValues(
      object, keyPath, options: options,
      outlet: BorrowedFunction { [weak owner] change, _ in
        guard let owner else { own.observation?.cancel(); return }
        outlet(owner, change)
      })
    let observation = PathObservation(
      object, keyPath, options: options, context: .ofCode(on: isolation), operate: values.operate)
    own.observation = observation
    observation.lastsByItself = true
    self.init(beginning: observation)
  }

  /// The observation that a handler belongs to, which keeps the handler.
  @usableFromInline
  final class OwnObservation {
    @usableFromInline weak var observation: PathObservation?

    @usableFromInline
    init() {}
  }

  @usableFromInline
  init(beginning observation: PathObservation) {
    self.observation = observation
    observation.begin()
  }

  deinit {
    // The objects keep the observation that belongs to an owner.
    if observation.lastsByItself { return }
    #if DEBUG
      if let check, observation.isActive, !observation.deliveryNote.isSet { check.release() }
    #endif
    observation.cancel()
  }

  /// Notes that a program has made this at the given place, and has to keep it.
  @inlinable
  @inline(__always)
  final func expectToBeKept(_ info: NodeInfo) {
    #if DEBUG
      watch(info)
    #endif
  }

  #if DEBUG
    @usableFromInline
    final func watch(_ info: NodeInfo) {
      observation.deliveryNote.clear()
      check = EarlyReleaseCheck(info)
    }
  #endif

  /// Ends the observation, from any thread, also from inside the handler, without waiting and without a call (C6).
  public func cancel() { observation.cancel() }

  /// Whether anything can still come.
  public var isActive: Bool { observation.isActive }
}

extension PathObservation {
  /// An observation of an object that is gone.
  static func ofNothing() -> PathObservation {
    // It takes the place of the object, and goes when this returns.
    let nothing: ValueCell<Void> = Cell(())
    return PathObservation(nothing, \.alone, options: [], context: .anywhere, operate: { _ in false })
  }
}
