/// As what, and where, somebody made a signal or an endpoint, so that the live graph can tell it (C16).
///
/// Every public function that makes one takes the place from where it is called and keeps it here. It points at
/// constants of the program: so it costs nothing where the optimiser sees the whole chain, and three words where it
/// doesn't.
// Unchecked, because nobody ever changes or releases what is pointed at.
@usableFromInline
package struct Making: @unchecked Sendable {
  @usableFromInline let kind: SignalGraph.Kind
  @usableFromInline let lineNumber: UInt32
  @usableFromInline let operation: UnsafePointer<UInt8>
  @usableFromInline let file: UnsafePointer<UInt8>

  @inlinable
  package init(_ kind: SignalGraph.Kind, _ operation: StaticString, _ file: StaticString, _ line: UInt) {
    self.kind = kind
    lineNumber = UInt32(truncatingIfNeeded: line)
    self.operation = operation.utf8Start
    self.file = file.utf8Start
  }

  /// For what is made where no place can be told.
  @inlinable
  package static func unplaced(_ kind: SignalGraph.Kind, _ operation: StaticString) -> Making {
    Making(kind, operation, "Signals/", 0)
  }

  /// Where it was made, unless it was made by the library itself.
  var place: SignalGraph.Place? {
    let file = String(cString: file)
    let module = file.prefix { $0 != "/" }
    if module == "Signals" || module == "SignalsKVO" || module == "SignalsTesting" { return nil }
    return SignalGraph.Place(file: file, line: Int(lineNumber))
  }
}
