internal import Signals

/// The path that a binding writes to.
@usableFromInline
protocol WrittenPath: AnyObject {
  /// Whether the path goes through the property.
  func goes(through property: ObjectIdentifier) -> Bool
}

/// Where a one-way binding was made.
@usableFromInline
class BindingPlace {
  private let file: StaticString
  private let line: UInt

  init(file: StaticString, line: UInt) {
    self.file = file
    self.line = line
  }

  /// File and line.
  final var place: String { "\(file):\(line)" }
}

/// An observed path, by its root and its key path.
struct ObservedEnd: Hashable {
  let root: ObjectIdentifier
  let keyPath: AnyKeyPath
}

/// The origin of the changes that a thread makes: it runs handlers because of a change of a bound property, or writes for a
/// binding.
@usableFromInline
@safe
struct Origin {
  /// The change that is being reported, or written.
  @usableFromInline let stamp: Stamp
  /// Whether several bindings may learn of it.
  private let isShared: Bool
  /// Whether a binding writes it, instead of its handlers running.
  private let isWriting: Bool
  /// The path that is written, if it is observed.
  private unowned(unsafe) let writer: (any WrittenPath)?
  /// The one-way binding that writes.
  private let place: Unmanaged<BindingPlace>?
  /// Whether one change is being reported, to all of its observers.
  private let isReport: Bool
  /// The place of the notification queue when the writing began, or when the first of `renewed` was made: if that has changed, a
  /// handler runs.
  private var telling: UnsafeMutableRawPointer?
  /// The new stamps of that change for the ends that can't take its own: see `newStamp(for:)`. Made and released like `others`.
  private var renewed: UnsafeMutablePointer<[ObservedEnd: Stamp]>?
  /// The properties that the writing has set. All but the first are in a list that is made when it is needed, and released by
  /// `surround`: so an origin is copied without retaining anything.
  // There may be several, since the end of a binding may have a computed setter.
  private var first: ObjectIdentifier?
  private var others: UnsafeMutablePointer<ContiguousArray<ObjectIdentifier>>?

  private static let slot = ThreadContext<Origin>()

  private init(
    _ stamp: Stamp, isShared: Bool = true, isReport: Bool = false, isWriting: Bool = false,
    for writer: (any WrittenPath)? = nil, by place: Unmanaged<BindingPlace>? = nil
  ) {
    self.stamp = stamp
    self.isShared = isShared
    self.isReport = isReport
    self.isWriting = isWriting
    unsafe self.writer = writer
    unsafe self.place = place
    unsafe telling = isWriting ? NotificationQueue.place : nil
  }

  /// The stamp of the change that causes the sets of this thread.
  @usableFromInline static var cause: Stamp { slot.current?.pointee.stamp ?? .none }

  /// The same, and whether several bindings may learn of it.
  static var news: (cause: Stamp, isShared: Bool) {
    guard let current = slot.current else { return (.none, true) }
    return (current.pointee.stamp, current.pointee.isShared)
  }

  /// A new stamp for the change that is being noticed. While a change is being reported, all observations of one end get the same
  /// stamp, so that their bindings know it for one change (B2); another end has another value, and gets a stamp of its own.
  static func newStamp(for end: ObservedEnd) -> Stamp {
    guard let current = slot.current else { return .new() }
    return current.pointee.renew(for: end)
  }

  private mutating func renew(for end: ObservedEnd) -> Stamp {
    guard isReport else { return .new(after: stamp) }
    let place = unsafe NotificationQueue.place
    if unsafe renewed == nil {
      let made = UnsafeMutablePointer<[ObservedEnd: Stamp]>.allocate(capacity: 1)
      unsafe made.initialize(to: [:])
      unsafe (renewed, telling) = (made, place)
    } else if unsafe telling != place {
      unsafe renewed?.pointee = [:]
      unsafe telling = place
    }
    if let known = unsafe renewed?.pointee[end] { return known }
    let stamp = Stamp.new(after: stamp)
    unsafe renewed?.pointee[end] = stamp
    return stamp
  }

  /// Whether one change is being reported, to all of its observers.
  static var isReport: Bool { slot.current?.pointee.isReport ?? false }

  // MARK: - NotificationQueue

  /// Runs `body`, which calls handlers because of a change.
  @inline(__always)
  @usableFromInline
  static func tell<Failure>(_ stamp: Stamp, _ body: () throws(Failure) -> Void) throws(Failure) {
    unsafe try surround(Origin(stamp), body)
  }

  /// Finds the stamp of a change of `property`, and runs `body`, which reports that.
  ///
  /// - Parameter note: receives the stamp, and the one-way binding that has made the change, if it was one. Returns whether several
  ///   bindings may learn of it.
  // One function, so that the place of the origin is looked up once.
  @inline(__always)
  static func report(
    _ property: ObjectIdentifier, _ note: (Stamp, Unmanaged<BindingPlace>?) -> Bool, _ body: () -> Void
  ) {
    let place = slot.place
    guard let current = place.pointee else {
      let stamp = Stamp.new()
      let origin = unsafe Origin(stamp, isShared: note(stamp, nil), isReport: true)
      return slot.fill(origin, at: place) { current in
        body()
        current.pointee.releaseLists()
      }
    }
    let cause = current.pointee.stamp
    let stamp = current.pointee.claim(property) ? cause : .new(after: cause)
    let writer = unsafe current.pointee.place != nil && current.pointee.isWritingNow ? current.pointee.place : nil
    unsafe surround(Origin(stamp, isShared: note(stamp, writer), isReport: true), at: current, body)
  }

  /// Runs `body`, which reports the death of an object to observers of which one is for a binding. A death that a write of a binding
  /// causes is part of the write.
  static func reportDeath(_ body: () -> Void) {
    if writtenPath == nil { unsafe surround(Origin(.new(after: cause), isReport: true), body) } else { body() }
  }

  // MARK: - Writing

  /// Runs a write of a binding. Its sets of properties on `path` are its own, once per property (B2).
  static func write(_ stamp: Stamp, for path: any WrittenPath, _ body: () -> Void) {
    unsafe surround(Origin(stamp.carried, isWriting: true, for: path), body)
  }

  /// Runs a write of a one-way binding, which does not observe its target. All its sets are its own, once per property (B2).
  static func writeOneWay(_ stamp: Stamp, by binding: BindingPlace, _ body: () -> Void) {
    unsafe surround(Origin(stamp.carried, isWriting: true, by: .passUnretained(binding)), body)
  }

  /// The stamp of a change of this property: that of the write under way, if it is the first of its changes in it, else a
  /// new one.
  static func stamp(for property: ObjectIdentifier) -> Stamp {
    guard let current = slot.current else { return .new() }
    return current.pointee.claim(property) ? current.pointee.stamp : .new(after: current.pointee.stamp)
  }

  /// The path that a binding writes on this thread, if a change that is made now is one of the writing.
  static var writtenPath: (any WrittenPath)? {
    guard let current = slot.current, current.pointee.isWritingNow else { return nil }
    return unsafe current.pointee.writer
  }

  /// Whether a change that the thread makes now is one of the writing, and not one of a handler.
  private var isWritingNow: Bool { unsafe isWriting && telling == NotificationQueue.place }

  private mutating func claim(_ property: ObjectIdentifier) -> Bool {
    guard first != property, isWritingNow, unsafe writer?.goes(through: property) ?? true else { return false }
    if first == nil {
      first = property
      return true
    }
    return claimAnother(property)
  }

  @inline(never)
  private mutating func claimAnother(_ property: ObjectIdentifier) -> Bool {
    if unsafe others == nil {
      let made = UnsafeMutablePointer<ContiguousArray<ObjectIdentifier>>.allocate(capacity: 1)
      unsafe made.initialize(to: [])
      unsafe others = made
    }
    guard let others = unsafe others, unsafe !others.pointee.contains(property) else { return false }
    unsafe others.pointee.append(property)
    return true
  }

  @inline(__always)
  private mutating func releaseLists() {
    if unsafe others != nil { releaseOthers() }
    if unsafe renewed != nil { releaseRenewed() }
  }

  @inline(never)
  private mutating func releaseOthers() {
    unsafe others?.deinitialize(count: 1)
    unsafe others?.deallocate()
    unsafe others = nil
  }

  @inline(never)
  private mutating func releaseRenewed() {
    unsafe renewed?.deinitialize(count: 1)
    unsafe renewed?.deallocate()
    unsafe renewed = nil
  }

  @inline(__always)
  private static func surround<Failure>(_ origin: Origin, _ body: () throws(Failure) -> Void) throws(Failure) {
    let place = slot.place
    if let current = place.pointee { return try surround(origin, at: current, body) }
    try slot.fill(origin, at: place) { current throws(Failure) in
      defer { current.pointee.releaseLists() }
      try body()
    }
  }

  // An origin that is set already makes room for this one meanwhile.
  @inline(__always)
  private static func surround<Failure>(
    _ origin: Origin, at current: LivePointer<Origin>, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    let outer = current.pointee
    current.pointee = origin
    defer {
      current.pointee.releaseLists()
      current.pointee = outer
    }
    try body()
  }
}

extension Stamp {
  /// Runs `body`, which calls the handlers of the change with this stamp, if it has one. Their sets have this change as their cause.
  @inlinable
  @inline(__always)
  func tell(_ body: () throws -> Void) rethrows {
    if isNone { try body() } else { try tellAsOrigin(body) }
  }

  @usableFromInline
  @inline(never)
  func tellAsOrigin(_ body: () throws -> Void) rethrows { try Origin.tell(self, body) }
}

/// What settles at the end of a turn acts for the change that has reached it. So its sets count as rounds (B2).
enum CauseOfTurns: Causation {
  static var cause: UInt { Origin.cause.word }

  static func further(_ one: UInt, _ other: UInt) -> UInt {
    Stamp(word: one).isFurther(than: Stamp(word: other)) ? one : other
  }

  static func act(for cause: UInt, _ body: () -> Void) { Origin.tell(Stamp(word: cause), body) }

  /// Evaluated when the first binding begins.
  static let areKept: Void = Turn.keepCauses(by: Self.self)
}
