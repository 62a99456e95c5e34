/// Values that are copied bit by bit and fit in one machine word: numbers, truth values, plain enumerations.
///
/// A thread replaces such a value in one atomic step, and another thread reads it in one. So no lock is needed to read it
/// whole.
@usableFromInline
enum OneWord {
  /// Whether the values of a type are such values. The compiler knows the answer wherever it knows the type.
  @inlinable
  @inline(__always)
  static func fits<Value>(_ type: Value.Type) -> Bool {
    _isPOD(Value.self) && MemoryLayout<Value>.size <= MemoryLayout<UInt>.size
  }

  /// Whether a thread reads the values of a type without a lock.
  // To take a value out of the word takes longer than the lock where the compiler doesn't know the type. That is everywhere
  // without optimisation, but then it is done all the same, so that the tests see it.
  @inlinable
  @inline(__always)
  static func isReadUnlocked<Value>(_ type: Value.Type) -> Bool {
    #if DEBUG
      fits(type)
    #else
      _isConcrete(Value.self) && fits(type)
    #endif
  }

  /// The word that holds the value. Its other bytes are zero.
  @inlinable
  @inline(__always)
  static func word<Value>(of value: Value) -> UInt {
    var word: UInt = 0
    unsafe withUnsafeMutableBytes(of: &word) { unsafe $0.storeBytes(of: value, as: Value.self) }
    return word
  }

  /// The value that a word holds.
  @inlinable
  @inline(__always)
  static func value<Value>(of word: UInt, as type: Value.Type) -> Value {
    unsafe withUnsafeBytes(of: word) { unsafe $0.load(as: Value.self) }
  }
}
