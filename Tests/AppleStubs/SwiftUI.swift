// The declarations of SwiftUI on Apple platforms that this package uses.

@_exported public import Observation

@propertyWrapper
public struct Binding<Value> {
  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}

  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }

  public var projectedValue: Binding<Value> { fatalError() }
}

extension Binding: Sendable where Value: Sendable {}

@dynamicMemberLookup
@propertyWrapper
public struct Bindable<Value> {
  public init(_ wrappedValue: Value) where Value: AnyObject, Value: Observable {}

  public var wrappedValue: Value { fatalError() }

  public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject>
  where Value: AnyObject { fatalError() }
}
