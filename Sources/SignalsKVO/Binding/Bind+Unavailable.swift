// Forms of `bind` that no binding can have, so that the compiler's message gives the form that it can have. None of them can be
// called. The compiler chooses them only where no other form fits; which one it chooses depends on the key paths: one that can
// be set fits a more special form than one that can only be read.

public import Signals

@available(
  *, unavailable,
  message: "The ends have values of different types. Add `converting: Converter(forward: { … }, backward: { … })`."
)
public func bind<First: AnyObject, Second: AnyObject, FirstValue, SecondValue>(
  _ first: First, _ firstPath: ReferenceWritableKeyPath<First, FirstValue>, to second: Second,
  _ secondPath: ReferenceWritableKeyPath<Second, SecondValue>, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter
) -> TwoWayBinding { fatalError() }

@available(
  *, unavailable,
  message: "The ends have values of different types. Add `converting: Converter(forward: { … }, backward: { … })`."
)
public func bind<First: AnyObject, FirstValue, Second: Bindable>(
  _ first: First, _ firstPath: ReferenceWritableKeyPath<First, FirstValue>, to second: Second,
  initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<FirstValue, Second.BoundValue> = .lastWriter
) -> TwoWayBinding { fatalError() }

@available(
  *, unavailable,
  message: "The ends have values of different types. Add `converting: Converter(forward: { … }, backward: { … })`."
)
public func bind<First: Bindable, Second: Bindable>(
  _ first: First, to second: Second, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<First.BoundValue, Second.BoundValue> = .lastWriter
) -> TwoWayBinding { fatalError() }

@available(
  *, unavailable,
  message: """
    A key path that can't be set is no end of a binding. Where a step is optional, name the end in two parts: \
    `bind(field, \\.text, to: LocalEnd(model, through: \\.manager, \\.name))`. A value that can only be read is copied: \
    `bind(field, \\.text, from: model, \\.title)`.
    """
)
public func bind<First: AnyObject, Second: AnyObject, FirstValue, SecondValue>(
  _ first: First, _ firstPath: KeyPath<First, FirstValue>, to second: Second,
  _ secondPath: KeyPath<Second, SecondValue>, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter
) -> TwoWayBinding { fatalError() }

@available(
  *, unavailable,
  message: """
    A key path that can't be set is no end of a binding. Where a step is optional, name the end in two parts: \
    `bind(count, to: LocalEnd(model, through: \\.manager, \\.age))`. A value that can only be read is copied: \
    `model.$age.signal.assign(to: count)`.
    """
)
public func bind<First: AnyObject, FirstValue, Second: Bindable>(
  _ first: First, _ firstPath: KeyPath<First, FirstValue>, to second: Second,
  initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<FirstValue, Second.BoundValue> = .lastWriter
) -> TwoWayBinding { fatalError() }

@available(
  *, unavailable,
  message: """
    The object with its key path comes first, and the end named by `to:` gives the first value unless `initially:` says \
    otherwise: `bind(field, \\.text, to: count, initially: .fromFirst)`.
    """
)
public func bind<First: Bindable, Second: AnyObject, SecondValue>(
  _ first: First, to second: Second, _ secondPath: KeyPath<Second, SecondValue>,
  initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<First.BoundValue, SecondValue> = .lastWriter
) -> TwoWayBinding { fatalError() }

@available(
  *, unavailable,
  message: "Name the end: `bind(field, \\.text, to: LocalEnd(model, through: \\.manager, \\.name))`."
)
public func bind<First: AnyObject, Second: AnyObject, Middle: AnyObject, FirstValue, SecondValue>(
  _ first: First, _ firstPath: KeyPath<First, FirstValue>, to second: Second, through way: KeyPath<Second, Middle?>,
  _ secondPath: KeyPath<Middle, SecondValue>, absent: SecondValue? = nil, initially start: BindingStart = .fromSecond,
  conflicts policy: ConflictPolicy<FirstValue, SecondValue> = .lastWriter
) -> TwoWayBinding { fatalError() }

// MARK: - One way

@available(
  *, unavailable,
  message: """
    The source has values of another type than the target. Add a closure (`transform:`) that makes a value of the target: \
    `bind(label, \\.text, from: model, \\.count) { "\\($0)" }`.
    """
)
public func bind<Object: AnyObject, Source: AnyObject, Value, SourceValue>(
  _ object: Object, _ path: ReferenceWritableKeyPath<Object, Value>, from source: Source,
  _ sourcePath: KeyPath<Source, SourceValue>
) -> OneWayBinding { fatalError() }

@available(
  *, unavailable,
  message: "The source may be nil. Add a closure that gives the value for that case: `{ $0 ?? … }`."
)
public func bind<Object: AnyObject, Source: AnyObject, Value>(
  _ object: Object, _ path: ReferenceWritableKeyPath<Object, Value>, from source: Source,
  _ sourcePath: KeyPath<Source, Value?>
) -> OneWayBinding { fatalError() }

@available(
  *, unavailable,
  message: "The first key path can't be set: it has an optional step, or the property can't be set here."
)
public func bind<Object: AnyObject, Source: AnyObject, Value, SourceValue>(
  _ object: Object, _ path: KeyPath<Object, Value>, from source: Source, _ sourcePath: KeyPath<Source, SourceValue>
) -> OneWayBinding { fatalError() }

@available(*, unavailable, message: "A signal is assigned: `signal.assign(to: \\.text, on: label)`.")
public func bind<Object: AnyObject, Value>(
  _ object: Object, _ path: ReferenceWritableKeyPath<Object, Value>, from source: some SignalConvertible
) -> OneWayBinding { fatalError() }

// MARK: - Ends

extension LocalEnd {
  @available(
    *, unavailable,
    message: "The path has an optional step. Name it in two parts: `LocalEnd(model, through: \\.manager, \\.name)`."
  )
  public init<Root: AnyObject>(_ object: Root, _ keyPath: KeyPath<Root, Value?>) { fatalError() }

  @available(
    *, unavailable,
    message: "A key path that can't be set is no end of a binding."
  )
  public init<Root: AnyObject>(_ object: Root, _ keyPath: KeyPath<Root, Value>) { fatalError() }
}
