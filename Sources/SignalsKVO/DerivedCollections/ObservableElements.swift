internal import Signals

/// A collection from which others can be derived: an ``ObservedArray``, an ``ObservedDictionary``, or one that is derived itself
/// (K12).
///
/// ```swift
/// let rows = people.filtered { $0.isActive }.sorted(by: \.name).mapped { Row($0) }
/// let endpoint = rows.changes.subscribeValues { table.apply($0) }
/// ```
///
/// The elements of a dictionary are its keys with their values. They are in the order in which the keys were inserted, as far as
/// that was seen.
public protocol ObservableElements<Element>: AnyObject, Sequence, Sendable where Element: Sendable {
  /// The elements, as a derived collection reads them.
  var _input: _ElementInput<Element> { get }
}

/// The elements of a collection, as a derived collection reads them.
public struct _ElementInput<Element: Sendable>: Sendable {
  /// The actor on which the elements have to be read, if there is one.
  var home: ExecutionContext?
  /// The changes since a version. It becomes an input of the computation that is running.
  let pull: @Sendable (_ version: UInt, _ reader: ObjectIdentifier) -> Pulled<[Element]>
  let forget: @Sendable (_ reader: ObjectIdentifier) -> Void
  /// Makes the elements an input of the computation that is running, and reads nothing.
  let touch: @Sendable () -> Void
  let count: @Sendable () -> Int
  /// All elements.
  let elements: @Sendable () -> [Element]
}

/// A reader of a collection, which knows how far it has read.
final class ElementReader<Element: Sendable> {
  private let input: _ElementInput<Element>
  private var version: UInt = 0

  init(_ input: _ElementInput<Element>) { self.input = input }

  deinit { input.forget(ObjectIdentifier(self)) }

  /// Reads the changes since the last time.
  func pull() -> Pulled<[Element]>.News {
    let pulled = input.pull(version, ObjectIdentifier(self))
    version = pulled.version
    return pulled.news
  }

  /// All elements at present.
  var elements: [Element] { input.elements() }
}

extension ObservedArray: ObservableElements {
  public var _input: _ElementInput<Element> {
    _ElementInput(
      home: nil, pull: { self.pull(after: $0, by: $1) }, forget: { self.forget($0) }, touch: { self.read { _ in } },
      count: { self.count }, elements: { self.value })
  }
}

extension ExecutionContext? {
  /// The context of an operator's actor.
  static func home(of actor: OperatorActor) -> ExecutionContext? {
    switch actor {
    case .main: .main
    }
  }
}
