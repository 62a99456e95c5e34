public import Signals

/// What ties two ends together: it hears of the changes of each, and writes them to the other.
///
/// Where the newer value simply wins and nothing is in the way, a change is written at once, and the ends see to the order of
/// what meets there: see ``Stamp``. All else goes through the ``Workshop``, one thing at a time.
// Unchecked: what changes is guarded by the lock.
@usableFromInline
final class Coupling<First: AnyTerminal, Second: AnyTerminal>: AnyCoupling, @unchecked Sendable {
  @usableFromInline let first: First
  @usableFromInline let second: Second
  // Not gone where there is something in the way, such as a converter.
  @usableFromInline let forth: ShortWay<First.Value>
  @usableFromInline let back: ShortWay<Second.Value>
  @usableFromInline let progress: BindingProgress
  private let makeWorkshop: (Coupling) -> Workshop<First, Second>
  private let lock = Lock()
  // Guarded by it.
  @exclusivity(unchecked) private var workshopIfMade: Workshop<First, Second>?

  /// - Parameters:
  ///   - forth: writes to the second end what is newer than what is there, where nothing has to be translated and the newer
  ///     value wins; nil where it isn't as simple as that.
  ///   - back: the same, the other way.
  ///   - makeWorkshop: makes what everything else goes through, when it is needed.
  @usableFromInline
  init(
    _ first: First, _ second: Second, forth: ((First.Value, Stamp, Unmanaged<Connection>?) -> Void)?,
    back: ((Second.Value, Stamp, Unmanaged<Connection>?) -> Void)?,
    makeWorkshop: @escaping (Coupling) -> Workshop<First, Second>
  ) {
    self.first = first
    self.second = second
    self.forth = ShortWay(forth ?? { _, _, _ in })
    self.back = ShortWay(back ?? { _, _, _ in })
    self.makeWorkshop = makeWorkshop
    progress = BindingProgress(isSlow: forth == nil || back == nil)
  }

  /// Begins to observe both ends, and gives one of them its first value.
  @inlinable
  func begin(_ start: BindingStart) {
    observe()
    workshop?.begin(start)
  }

  @inlinable
  func observe() {
    first.whereItLives { [self] in
      first.begin { [self] news in hear(first: news) }
      // It may be over by the time that this is done.
      if progress.isOver { first.end() }
    }
    second.whereItLives { [self] in
      second.begin { [self] news in hear(second: news) }
      if progress.isOver { second.end() }
    }
  }

  @inlinable
  func hear(first news: Terminal<First.Value>.News) {
    guard case .changed(let value, let stamp, let connection) = news else { return end() }
    if progress.isNoNews(stamp) { return renew(value, stamp, of: first, .first) }
    if progress.isUnobstructed {
      if stamp <= second.newest { return }
      if !stamp.isSpent, TurnContext.transaction == nil {
        progress.lastOrigin = .first
        return forth.go(value, stamp, connection)
      }
    }
    workshop?.hear(first: value, stamp, by: connection)
  }

  @inlinable
  func hear(second news: Terminal<Second.Value>.News) {
    guard case .changed(let value, let stamp, let connection) = news else { return end() }
    if progress.isNoNews(stamp) { return renew(value, stamp, of: second, .second) }
    if progress.isUnobstructed {
      if stamp <= first.newest { return }
      if !stamp.isSpent, TurnContext.transaction == nil {
        progress.lastOrigin = .second
        return back.go(value, stamp, connection)
      }
    }
    workshop?.hear(second: value, stamp, by: connection)
  }

  /// What was written by another binding may be older than the beginning, and yet have come after the value was read. Then it
  /// counts under a new stamp.
  @usableFromInline
  func renew<End: AnyTerminal>(_ value: End.Value, _ stamp: Stamp, of terminal: End, _ end: BindingEnd) {
    guard progress.hasComeLate(stamp, to: end) else { return }
    terminal.write(Write(value: value, stamp: .new(after: stamp), condition: .unlessAt(stamp), isAnswered: true))
  }

  /// Nil once the binding is over.
  @usableFromInline
  var workshop: Workshop<First, Second>? {
    lock.lock()
    let made = workshopIfMade
    lock.unlock()
    if made != nil || progress.isOver { return made }
    let new = makeWorkshop(self)
    lock.lock()
    let isFirst = workshopIfMade == nil && !progress.isOver
    if isFirst { workshopIfMade = new }
    let kept = workshopIfMade
    lock.unlock()
    if !isFirst { new.close() }
    return kept
  }

  // MARK: - For the binding

  @usableFromInline
  func hold(_ end: BindingEnd) {
    progress.hold(end)
    workshop?.hold(end)
  }

  @usableFromInline
  func release(_ end: BindingEnd) { workshop?.release(end) }

  @usableFromInline
  func end() {
    guard progress.end() else { return }
    lock.lock()
    let workshop = workshopIfMade
    workshopIfMade = nil
    lock.unlock()
    workshop?.close()
    first.end()
    second.end()
    progress.releaseState()
  }
}

/// Writes to the other end what is newer than what is there: called where it lies, by borrowing, so that a call retains nothing.
@usableFromInline
struct ShortWay<Value>: ~Copyable {
  @usableFromInline let body: (Value, Stamp, Unmanaged<Connection>?) -> Void

  @inlinable
  init(_ body: @escaping (Value, Stamp, Unmanaged<Connection>?) -> Void) { self.body = body }

  @inlinable
  borrowing func go(_ value: Value, _ stamp: Stamp, _ connection: Unmanaged<Connection>?) {
    body(value, stamp, connection)
  }
}

/// A coupling of whatever ends.
@usableFromInline
protocol AnyCoupling: AnyObject, Sendable {
  var progress: BindingProgress { get }
  func hold(_ end: BindingEnd)
  func release(_ end: BindingEnd)
  func end()
}
