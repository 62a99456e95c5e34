internal import Signals

/// What a thread is doing at the moment, as far as bindings want to know: telling of a change of something that is bound,
/// or writing for a binding. Whatever is set meanwhile comes from there.
@usableFromInline
struct Origin {
  /// The change that is being told, or written.
  @usableFromInline let stamp: Stamp
  /// Whether several bindings may hear of that.
  private let isShared: Bool
  /// Whether a binding writes it, instead of handlers being told of it.
  private let isWriting: Bool
  /// The observation of the end that is written, if there is one.
  private let writer: Unmanaged<PathObservation>?
  /// Who was being told when the writing began: if that has changed, a handler runs.
  private let telling: UnsafeMutableRawPointer?
  /// The properties that the writing has set.
  private var first: ObjectIdentifier?
  private var others: ContiguousArray<ObjectIdentifier> = []

  private static let slot = ThreadContext<Origin>()

  private init(
    _ stamp: Stamp, isShared: Bool = true, isWriting: Bool, for writer: Unmanaged<PathObservation>? = nil
  ) {
    self.stamp = stamp
    self.isShared = isShared
    self.isWriting = isWriting
    self.writer = writer
    telling = isWriting ? Telling.place : nil
  }

  private static var current: UnsafeMutablePointer<Origin>? { slot.current }

  /// Where what this thread sets comes from.
  @usableFromInline static var cause: Stamp { current?.pointee.stamp ?? .none }

  /// The same, and whether several bindings may hear of it, at one look.
  static var news: News {
    guard let current else { return News(cause: .none, isShared: true) }
    return News(cause: current.pointee.stamp, isShared: current.pointee.isShared)
  }

  struct News {
    let cause: Stamp
    let isShared: Bool
  }

  // MARK: - Telling

  /// Runs what calls handlers because of a change.
  @inline(__always)
  @usableFromInline
  static func tell<Failure>(
    _ stamp: Stamp, isShared: Bool = true, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    try surround(Origin(stamp, isShared: isShared, isWriting: false), body)
  }

  // MARK: - Writing

  /// Runs a write of a binding. What it sets on the way of `observation` is its own, once per property (B2).
  static func write(_ stamp: Stamp, for observation: PathObservation, _ body: () -> Void) {
    surround(Origin(stamp.carried, isWriting: true, for: .passUnretained(observation)), body)
  }

  /// Runs a write of a one-way binding, which does not observe what it sets. All of that is its own, once per property (B2).
  static func writeOneWay(_ stamp: Stamp, _ body: () -> Void) {
    surround(Origin(stamp.carried, isWriting: true), body)
  }

  /// The stamp of a change of this property: that of the write under way, if it is the first of its changes in it, else a
  /// new one.
  static func stamp(for property: ObjectIdentifier) -> Stamp {
    guard let current else { return .new() }
    return current.pointee.claim(property) ? current.pointee.stamp : .new(after: current.pointee.stamp)
  }

  private mutating func claim(_ property: ObjectIdentifier) -> Bool {
    guard isWriting, telling == Telling.place, first != property,
      writer?._withUnsafeGuaranteedRef({ $0.goes(through: property) }) ?? true, !others.contains(property)
    else { return false }
    if first == nil { first = property } else { others.append(property) }
    return true
  }

  // Where there is something under way already, it makes room for this meanwhile: finding its place is cheaper than putting up
  // another.
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
