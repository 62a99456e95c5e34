// The type checker tries these functions first. With the generic ones alone it would combine every type that a literal can have
// with every form of the operators that follow, and give up a chain such as
// `Signal.from(1...10).map { $0 * 2 }.filter { $0 % 3 == 0 }.map { Double($0) / 2 }`.

extension SignalConvertible where Self == Signal<Int> {
  /// Emits the integers of a range, then finishes.
  @_documentation(visibility: internal)
  @inlinable
  public static func from(_ range: Range<Int>, file: StaticString = #fileID, line: UInt = #line) -> Self {
    Self.emitting(range).labeled("from", file, line, kind: .source)
  }

  /// Emits the integers of a range, then finishes.
  @_documentation(visibility: internal)
  @inlinable
  public static func from(_ range: ClosedRange<Int>, file: StaticString = #fileID, line: UInt = #line) -> Self {
    Self.emitting(range).labeled("from", file, line, kind: .source)
  }

  /// Emits the integers of an array, then finishes.
  @_documentation(visibility: internal)
  @inlinable
  public static func from(_ integers: [Int], file: StaticString = #fileID, line: UInt = #line) -> Self {
    Self.emitting(integers).labeled("from", file, line, kind: .source)
  }

  /// Emits the given integers, in their order, then finishes.
  @_documentation(visibility: internal)
  @inlinable
  public static func of(_ integers: Int..., file: StaticString = #fileID, line: UInt = #line) -> Self {
    Self.emitting(integers).labeled("of", file, line, kind: .source)
  }

  /// Emits an integer, then finishes.
  @_documentation(visibility: internal)
  @inlinable
  public static func just(_ integer: Int, file: StaticString = #fileID, line: UInt = #line) -> Self {
    Self.emitting(CollectionOfOne(integer)).labeled("just", file, line, kind: .source)
  }
}

extension SignalConvertible where Self == Signal<Double> {
  /// Emits the numbers of an array, then finishes.
  @_documentation(visibility: internal)
  @inlinable
  public static func from(_ numbers: [Double], file: StaticString = #fileID, line: UInt = #line) -> Self {
    Self.emitting(numbers).labeled("from", file, line, kind: .source)
  }

  /// Emits the given numbers, in their order, then finishes.
  @_documentation(visibility: internal)
  @inlinable
  public static func of(_ numbers: Double..., file: StaticString = #fileID, line: UInt = #line) -> Self {
    Self.emitting(numbers).labeled("of", file, line, kind: .source)
  }

  /// Emits a number, then finishes.
  @_documentation(visibility: internal)
  @inlinable
  public static func just(_ number: Double, file: StaticString = #fileID, line: UInt = #line) -> Self {
    Self.emitting(CollectionOfOne(number)).labeled("just", file, line, kind: .source)
  }
}

extension SignalConvertible where Self == Signal<String> {
  /// Emits the strings of an array, then finishes.
  @_documentation(visibility: internal)
  @inlinable
  public static func from(_ strings: [String], file: StaticString = #fileID, line: UInt = #line) -> Self {
    Self.emitting(strings).labeled("from", file, line, kind: .source)
  }

  /// Emits the given strings, in their order, then finishes.
  @_documentation(visibility: internal)
  @inlinable
  public static func of(_ strings: String..., file: StaticString = #fileID, line: UInt = #line) -> Self {
    Self.emitting(strings).labeled("of", file, line, kind: .source)
  }

  /// Emits a string, then finishes.
  @_documentation(visibility: internal)
  @inlinable
  public static func just(_ string: String, file: StaticString = #fileID, line: UInt = #line) -> Self {
    Self.emitting(CollectionOfOne(string)).labeled("just", file, line, kind: .source)
  }
}
