internal import Signals

/// What ties two ends together: it hears of the changes of each, and writes them to the other.
///
/// Where the newer value simply wins and nothing is in the way, a change is written at once, and the ends see to the order of
/// what meets there: see ``Stamp``. All else goes through the ``Workshop``, one thing at a time.
// Unchecked: what changes is guarded by the lock.
@usableFromInline
final class Coupling<First: AnyTerminal, Second: AnyTerminal>: AnyCoupling, @unchecked Sendable {
  @usableFromInline let first: First
  @usableFromInline let second: Second
  @usableFromInline let progress: BindingProgress
  private let makeWorkshop: (Coupling) -> Workshop<First, Second>
  private let lock = Lock()
  // Guarded by it.
  @exclusivity(unchecked) private var workshopIfMade: Workshop<First, Second>?

  /// - Parameters:
  ///   - isSlow: whether no change may be written to the other end where it happens, since something has to be translated or
  ///     decided first.
  ///   - makeWorkshop: makes the object that all other changes go through, when it is needed.
  @usableFromInline
  init(
    _ first: First, _ second: Second, isSlow: Bool, makeWorkshop: @escaping (Coupling) -> Workshop<First, Second>
  ) {
    self.first = first
    self.second = second
    self.makeWorkshop = makeWorkshop
    progress = BindingProgress(isSlow: isSlow)
  }

  /// Begins to observe both ends, and gives one of them its first value.
  @usableFromInline
  func begin(_ start: BindingStart) {
    observe()
    workshop?.begin(start)
  }

  func observe() { observe({ [self] news in hear(first: news) }, { [self] news in hear(second: news) }) }

  @inlinable
  @inline(__always)
  func observe(
    _ hearFirst: @escaping Terminal<First.Value>.Outlet, _ hearSecond: @escaping Terminal<Second.Value>.Outlet
  ) {
    first.whereItLives { [self] in
      first.begin(hearFirst)
      // The binding may be over by the time that this is done.
      if progress.isOver { first.end() }
    }
    second.whereItLives { [self] in
      second.begin(hearSecond)
      if progress.isOver { second.end() }
    }
  }

  @usableFromInline
  func hear(first news: Terminal<First.Value>.News) {
    guard case .changed(let value, let stamp, let connection) = news else { return end() }
    if progress.isNoNews(stamp) { return renew(value, stamp, of: first, .first) }
    if progress.isUnobstructed, stamp <= second.newest { return }
    workshop?.hear(first: value, stamp, by: connection)
  }

  @usableFromInline
  func hear(second news: Terminal<Second.Value>.News) {
    guard case .changed(let value, let stamp, let connection) = news else { return end() }
    if progress.isNoNews(stamp) { return renew(value, stamp, of: second, .second) }
    if progress.isUnobstructed, stamp <= first.newest { return }
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
    progress.tellState()
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

/// A coupling of whatever ends.
@usableFromInline
protocol AnyCoupling: AnyObject, Sendable {
  var progress: BindingProgress { get }
  func hold(_ end: BindingEnd)
  func release(_ end: BindingEnd)
  func end()
}
