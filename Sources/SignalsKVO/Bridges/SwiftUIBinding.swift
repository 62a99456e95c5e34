#if canImport(SwiftUI)
  public import SwiftUI

  // This file is type-checked against stubs on Linux (see `.ci/apple`), but has not been run on Apple platforms. So it has
  // nothing to decide: an end that is two closures is tested everywhere.

  /// A binding of SwiftUI's as an end (B1). Changes that don't come by it are heard of where its getter reads what can be
  /// observed: an `@Observable` or `@Observed` property. What SwiftUI keeps itself, as `@State`, says nothing when it changes.
  extension Binding: LocalBindable {
    public typealias BoundValue = Value

    public func _end(on isolation: (any Actor)?) -> _BindingEnd<Value> {
      LocalEnd(get: { wrappedValue }, set: { wrappedValue = $0 })._end(on: isolation)
    }
  }
#endif
