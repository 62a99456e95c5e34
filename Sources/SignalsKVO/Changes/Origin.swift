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

/// The origin of the changes that a thread makes: it runs handlers because of a change of a bound property, or writes for a
/// binding.
@usableFromInline
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
  /// The place of the notification queue when the writing began: if that has changed, a handler runs.
  private let telling: UnsafeMutableRawPointer?
  /// The properties that the writing has set.
  private var first: ObjectIdentifier?
  private var others: ContiguousArray<ObjectIdentifier> = []

  private static let slot = ThreadContext<Origin>()

  private init(
    _ stamp: Stamp, isShared: Bool = true, isWriting: Bool, for writer: (any WrittenPath)? = nil,
    by place: Unmanaged<BindingPlace>? = nil
  ) {
    self.stamp = stamp
    self.isShared = isShared
    self.isWriting = isWriting
    self.writer = writer
    self.place = place
    telling = isWriting ? NotificationQueue.place : nil
  }

  private static var current: UnsafeMutablePointer<Origin>? { slot.current }

  /// The stamp of the change that causes the sets of this thread.
  @usableFromInline static var cause: Stamp { current?.pointee.stamp ?? .none }

  /// The same, and whether several bindings may learn of it.
  static var news: News {
    guard let current else { return News(cause: .none, isShared: true) }
    return News(cause: current.pointee.stamp, isShared: current.pointee.isShared)
  }

  struct News {
    let cause: Stamp
    let isShared: Bool
  }

  // MARK: - NotificationQueue

  /// Runs `body`, which calls handlers because of a change.
  @inline(__always)
  @usableFromInline
  static func tell<Failure>(
    _ stamp: Stamp, isShared: Bool = true, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    try surround(Origin(stamp, isShared: isShared, isWriting: false), body)
  }

  // MARK: - Writing

  /// Runs a write of a binding. Its sets of properties on `path` are its own, once per property (B2).
  static func write(_ stamp: Stamp, for path: any WrittenPath, _ body: () -> Void) {
    surround(Origin(stamp.carried, isWriting: true, for: path), body)
  }

  /// Runs a write of a one-way binding, which does not observe its target. All its sets are its own, once per property (B2).
  static func writeOneWay(_ stamp: Stamp, by binding: BindingPlace, _ body: () -> Void) {
    surround(Origin(stamp.carried, isWriting: true, by: .passUnretained(binding)), body)
  }

  /// The one-way binding whose write is under way, and not a handler.
  static var writingBinding: BindingPlace? {
    current.flatMap { $0.pointee.telling == NotificationQueue.place ? $0.pointee.place?.takeUnretainedValue() : nil }
  }

  /// The stamp of a change of this property: that of the write under way, if it is the first of its changes in it, else a
  /// new one.
  static func stamp(for property: ObjectIdentifier) -> Stamp {
    guard let current else { return .new() }
    return current.pointee.claim(property) ? current.pointee.stamp : .new(after: current.pointee.stamp)
  }

  private mutating func claim(_ property: ObjectIdentifier) -> Bool {
    guard isWriting, telling == NotificationQueue.place, first != property,
      writer?.goes(through: property) ?? true, !others.contains(property)
    else { return false }
    if first == nil { first = property } else { others.append(property) }
    return true
  }

  // An origin that is set already makes room for this one meanwhile: finding its place is cheaper than making another.
  @inline(__always)
  private static func surround<Failure>(_ origin: Origin, _ body: () throws(Failure) -> Void) throws(Failure) {
    if let current {
      let outer = current.move()
      current.initialize(to: origin)
      defer {
        current.deinitialize(count: 1)
        current.initialize(to: outer)
      }
      return try body()
    }
    try slot.fill(origin) { _ throws(Failure) in try body() }
  }
}
