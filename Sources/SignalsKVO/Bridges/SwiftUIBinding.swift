#if canImport(SwiftUI)
  public import SwiftUI

  // This file is type-checked against stubs on Linux (see `.ci/apple`), but has not been run on Apple platforms. So it decides
  // nothing: ends made of two closures, and the tracking of `value`, are tested on every platform.

  /// A SwiftUI binding as an end (B1). Changes of its value are observed where its getter reads observable state: a
  /// ``Property``, or an `@Observable` or `@Observed` property. State that SwiftUI keeps itself, as `@State`, reports nothing.
  extension Binding: LocalBindable {
    public typealias BoundValue = Value

    public func _end(on isolation: (any Actor)?) -> _BindingEnd<Value> {
      LocalEnd(get: { wrappedValue }, set: { wrappedValue = $0 })._end(on: isolation)
    }
  }

  extension Property {
    /// A SwiftUI binding that reads and sets this property, and keeps it alive. A view that reads the binding is updated after
    /// each change of the property (K10).
    ///
    /// ```swift
    /// TextField("Name", text: name.binding)
    /// ```
    public var binding: Binding<Value> { Binding(get: { self.value }, set: { self.value = $0 }) }
  }

  extension PropertyPart {
    /// A SwiftUI binding that reads and sets this part, and keeps the property alive. A view that reads the binding is updated
    /// after each change of the property (K10).
    ///
    /// ```swift
    /// Toggle("Sound", isOn: settings.part(\.hasSound).binding)
    /// ```
    public var binding: Binding<Value> { Binding(get: { self.value }, set: { self.value = $0 }) }
  }
#endif
