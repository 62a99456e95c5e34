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
  /// The short ways, where there are any.
  @usableFromInline let forth: ((First.Value, Stamp, Line?) -> Void)?
  @usableFromInline let back: ((Second.Value, Stamp, Line?) -> Void)?
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
    _ first: First, _ second: Second, forth: ((First.Value, Stamp, Line?) -> Void)?,
    back: ((Second.Value, Stamp, Line?) -> Void)?,
    makeWorkshop: @escaping (Coupling) -> Workshop<First, Second>
  ) {
    self.first = first
    self.second = second
    self.forth = forth
    self.back = back
    self.makeWorkshop = makeWorkshop
    progress = BindingProgress(isSlow: forth == nil || back == nil)
  }

  /// Begins to observe both ends, and gives one of them its first value.
  @inlinable
  func begin(_ start: BindingStart) {
    first.whereItLives { [self] in if !progress.isOver { first.begin { [self] news in hear(first: news) } } }
    second.whereItLives { [self] in if !progress.isOver { second.begin { [self] news in hear(second: news) } } }
    workshop?.begin(start)
  }

  @inlinable
  func hear(first news: Terminal<First.Value>.News) {
    guard case .changed(let value, let stamp, let isAnswer, let line) = news else { return end() }
    if progress.isUnobstructed, let forth {
      if stamp <= second.newest || progress.isBeginning(stamp) { return }
      if !stamp.isSpent, Surroundings.turn == nil {
        progress.lastOrigin = .first
        return forth(value, stamp, line)
      }
    }
    workshop?.hear(first: value, stamp, isAnswer: isAnswer, by: line)
  }

  @inlinable
  func hear(second news: Terminal<Second.Value>.News) {
    guard case .changed(let value, let stamp, let isAnswer, let line) = news else { return end() }
    if progress.isUnobstructed, let back {
      if stamp <= first.newest || progress.isBeginning(stamp) { return }
      if !stamp.isSpent, Surroundings.turn == nil {
        progress.lastOrigin = .second
        return back(value, stamp, line)
      }
    }
    workshop?.hear(second: value, stamp, isAnswer: isAnswer, by: line)
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
