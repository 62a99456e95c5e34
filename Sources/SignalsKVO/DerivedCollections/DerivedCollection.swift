internal import Signals

/// A collection that follows from others: the common part of ``DerivedArray`` and ``DerivedDictionary`` (K12).
///
/// It can be read and observed like an observed collection, and is not edited.
// Unchecked, because all state belongs to the computation.
public class DerivedCollection<Contents: _ObservableContents & Sendable>: ObservableCollection<Contents>,
  @unchecked Sendable
where Contents._Change: Sendable {
  final let computation: CollectionComputation<Contents>
  /// The number of the state of the contents. Reading it brings them up to date; it is zero while another thread does so.
  final let revision: Derived<UInt>

  init(_ computation: CollectionComputation<Contents>) {
    self.computation = computation
    revision = Derived(computation.info, isSame: ==, home: computation.home) { [computation] in
      computation.revise()
    }
    computation.reportElements(to: revision.computation)
    revision.noteIfRecorded()
    super.init(info: computation.info)
  }

  /// The whole contents, which follow from the present contents of the inputs. From any thread.
  ///
  /// After a change, the first read makes a new array or dictionary. Later ones return the same until the next change.
  public final override var value: Contents {
    revision.value == 0 ? computation.computedApart : computation.latest
  }

  override final var home: ExecutionContext? { computation.home }

  override final var producer: Producer { revision.hub }

  /// See ``ObservableCollection/observerCount``.
  public override final var observerCount: Int { revision.observerCount }

  /// Reads the contents by `body`, unless another thread is changing them. `body` runs under a lock.
  final func read<Answer>(_ body: () -> Answer) -> Answer? {
    revision.value == 0 ? nil : computation.read(body)
  }

  override final var source: Signal<CollectionEvent<Contents>> {
    let updates = revision.source
    return Signal { [updates, weak computation] downstream, connection in
      // Without the computation, the updates have ended.
      let events = updates.stage(computation.map { EventReader($0) }) { reader, update, downstream in
        if let event = reader?.event(for: update) { try update.tell { try downstream.pass(event) } }
      }
      events.attach(downstream, connection)
    }
  }

  final func pull(after version: UInt, by reader: ObjectIdentifier) -> Pulled<Contents> {
    // The next time, the reader compares the contents.
    if revision.value == 0 { return Pulled(version: 0, news: .contents(computation.computedApart)) }
    return computation.pull(after: version, by: reader)
  }
}

/// The position of an observer among the changes of a derived collection.
private struct EventReader<Contents: _ObservableContents & Sendable>: Sendable where Contents._Change: Sendable {
  private let registration: Registration
  /// The number of events, which the steps downstream compare.
  private var count: UInt = 0
  private var position = Position.none

  private enum Position: Sendable {
    case none
    /// All changes up to a version have been emitted.
    case version(UInt)
    /// The contents have been emitted that this thread had to compute for itself.
    case contents(Contents)
  }

  private final class Registration: Sendable {
    let computation: CollectionComputation<Contents>

    init(_ computation: CollectionComputation<Contents>) { self.computation = computation }

    deinit { computation.forget(ObjectIdentifier(self)) }

    var identity: ObjectIdentifier { ObjectIdentifier(self) }
  }

  init(_ computation: CollectionComputation<Contents>) {
    registration = Registration(computation)
  }

  mutating func event(for update: Update<UInt, UInt>) -> CollectionEvent<Contents>? {
    let news: CollectionEvent<Contents>.News
    switch position {
    case .none: news = .found(begin(isCurrent: update.state != 0))
    case .version(let version):
      guard update.state > version else { return nil }
      position = .version(update.state)
      let changes = Contents._effective(
        registration.computation.changes(after: version, upTo: update.state, registration.identity))
      if changes.isEmpty { return nil }
      news = .edited(changes)
    case .contents(let former):
      let changes = begin(isCurrent: update.state != 0)._changes(from: former)
      if changes.isEmpty { return nil }
      news = .edited(changes)
    }
    count += 1
    return CollectionEvent(version: count, news: news)
  }

  private mutating func begin(isCurrent: Bool) -> Contents {
    if isCurrent, let (version, contents) = registration.computation.begin(registration.identity) {
      position = .version(version)
      return contents
    }
    let contents = registration.computation.computedApart
    position = .contents(contents)
    return contents
  }
}
