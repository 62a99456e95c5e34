/// The operation that made a signal or an endpoint, and the place in the code, for the live graph (C16).
///
/// Every public function that makes one takes the place from its caller and keeps it here. It points at constants of the
/// program, so it costs nothing where the optimiser sees the whole chain, and three words where it does not.
// Unchecked, because nothing ever changes or releases the constants.
@usableFromInline
@safe
package struct NodeInfo: @unchecked Sendable {
  @usableFromInline
  package enum Kind: UInt8, Sendable { case source, `operator`, endpoint }

  @usableFromInline package let kind: Kind
  @usableFromInline let lineNumber: UInt32
  @usableFromInline let operationName: UnsafePointer<UInt8>
  @usableFromInline let fileName: UnsafePointer<UInt8>

  @inlinable
  package init(_ kind: Kind, _ operation: StaticString, _ file: StaticString, _ line: UInt) {
    self.kind = kind
    lineNumber = UInt32(truncatingIfNeeded: line)
    unsafe operationName = operation.utf8Start
    unsafe fileName = file.utf8Start
  }

  /// The information for an object that has no place in the user's code.
  @inlinable
  package static func unplaced(_ kind: Kind, _ operation: StaticString) -> NodeInfo {
    NodeInfo(kind, operation, "Signals/", 0)
  }

  /// The information for an operation of the library at a separately stored place.
  package init(_ kind: Kind, _ operation: StaticString, at place: Place) {
    self.kind = kind
    lineNumber = place.lineNumber
    unsafe operationName = operation.utf8Start
    unsafe fileName = place.fileName
  }

  /// A place in the code, in less than two words.
  // Unchecked for the same reason.
  @usableFromInline
  @safe
  package struct Place: @unchecked Sendable {
    @usableFromInline let fileName: UnsafePointer<UInt8>
    @usableFromInline let lineNumber: UInt32

    @inlinable
    package init(_ file: StaticString, _ line: UInt) {
      unsafe fileName = file.utf8Start
      lineNumber = UInt32(truncatingIfNeeded: line)
    }

    @inlinable
    package init(_ info: NodeInfo) {
      unsafe fileName = info.fileName
      lineNumber = info.lineNumber
    }
  }

  package var operation: String { unsafe String(cString: operationName) }

  /// The module and the file, and the line in it.
  package var place: (file: String, line: Int) { unsafe (String(cString: fileName), Int(lineNumber)) }

  /// Whether the library itself is at that place.
  package var isInternal: Bool {
    let module = place.file.prefix { $0 != "/" }
    return module == "Signals" || module == "SignalsKVO" || module == "SignalsTesting"
  }
}
