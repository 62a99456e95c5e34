public import Signals

/// Everything that has a current value and a signal of its changes: a ``Property``, a ``Derived``, a ``Computed``, a
/// ``PropertyPart``, `$name`, an observed or derived collection, a ``CollectionPart`` or a ``Resource``.
///
/// ```swift
/// let save = Action(enabledIf: form.isValid) { (draft: Draft) in try await api.save(draft) }
/// let profile = Resource(of: model.$userID) { id in try await api.profile(id) }
/// ```
///
/// A type of your own adopts it if it has such a value and its signal begins with that value.
public protocol CurrentValueConvertible<Value>: InfallibleSignalConvertible {
  /// The current value.
  var value: Value { get }
}

extension ObservableValue: CurrentValueConvertible {}
extension PropertyPart: CurrentValueConvertible {}
extension Computed: CurrentValueConvertible {}
extension ObservedProperty: CurrentValueConvertible {}
extension ObservableCollection: CurrentValueConvertible {}
extension CollectionPart: CurrentValueConvertible {}

/// A current value that becomes an input of the computation that reads it.
protocol SharedValue<Value>: CurrentValueConvertible, Sendable {
  /// The current value. The read is not recorded.
  var unnoted: Value { get }
  /// The actor on which the value has to be read; nil if any thread may read it.
  var home: ExecutionContext? { get }
}

extension SharedValue {
  var home: ExecutionContext? { nil }
}

extension ObservableValue: SharedValue {}

extension PropertyPart: SharedValue {
  var unnoted: Value { whole.unnoted[keyPath: path.keyPath] }
}

extension ObservableCollection: SharedValue {
  var unnoted: Contents { untracked { value } }
}

extension CollectionPart: SharedValue {
  var unnoted: Value { untracked { value } }
}
