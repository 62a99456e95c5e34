internal import Signals

/// Who watches properties and has something to say about their changes.
///
/// At each change it first *notices*, at once: reads what there is to read and puts aside what it has to say. It is then
/// *told to speak*, when no handler is running on this thread. So a handler may change whatever it likes, and everybody
/// hears of every change in the order in which they were made, with the values that they had (C4, K2).
@usableFromInline
class Watcher {
  private final let presence = LiveObject()

  /// Whether it has to notice before a change, too.
  var wantsToKnowBefore: Bool { false }

  /// Notices that a property is about to change. Answers whether there is something to say about it.
  func willChange(_ link: Link) -> Bool { false }

  /// Notices that a property has changed.
  func didChange(_ link: Link, _ change: RawChange?) -> Bool {
    preconditionFailure("A watcher has to say what it does when a property changes.")
  }

  /// Notices that a property has gone with its object: on the thread that released it.
  func didDie(_ link: Link) -> Bool {
    preconditionFailure("A watcher has to say what it does when a property dies.")
  }

  /// Hears, on whatever thread, that something has changed that any thread may set.
  func dependencyDidChange(_ link: Link) {
    preconditionFailure("A watcher has to say what it does when a property changes that any thread may set.")
  }

  /// Says the first thing that it has put aside.
  ///
  /// - Parameter turn: to which the signals that it feeds are to take what they carry (C10).
  func speak(in turn: Turn?) {
    preconditionFailure("A watcher has to say something.")
  }

  /// Whether what it says feeds a signal.
  var feedsSignal: Bool { false }

  /// Whether it wants to know where changes come from.
  var isForBinding: Bool { false }

  /// The short way of an event that nobody else hears: notice and speak in one.
  func tellOrNotice(_ link: Unmanaged<Link>, _ change: RawChange?) {
    Telling.tell { event in
      if didChange(link.takeUnretainedValue(), change) { event.add(self) }
    }
  }

  /// A property is about to be changed in place, and can't be read until that is over.
  func changeInPlaceBegins() {}

  /// It is over. Answers how often there is something to say about what else has changed meanwhile.
  func changeInPlaceEnds() -> Int { 0 }
}

/// What a watcher has with one property: each of the two keeps it, and neither keeps the other by it.
///
/// It can be closed from any thread. What is closed is forgotten by the property when there is a reason to look.
// Unchecked: the watcher is asked for nothing but what it does itself on any thread, unless where it lives.
@usableFromInline
class Link: @unchecked Sendable {
  // Kept, not only referred to: a watcher that nobody wants any more has let go of everything.
  final let watcher: Watcher
  /// Which property that is. It may be gone.
  final let property: ObjectIdentifier
  private final let open = AtomicWord(1)
  /// Whether the watcher knows of a change in place that is under way. The property's.
  final var isInPlace = false

  init(_ watcher: Watcher, to property: AnyObject) {
    self.watcher = watcher
    self.property = ObjectIdentifier(property)
  }

  final var isOpen: Bool { open.relaxed != 0 }
  func close() { open.store(0) }
}
