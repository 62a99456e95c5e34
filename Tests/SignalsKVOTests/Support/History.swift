import SignalsKVO

/// The calls of observers, one line each: the reason, the old value and the new one, with `-` for an absent value.
final class History {
  private(set) var lines: [String] = []

  func note(_ line: String) { lines.append(line) }

  /// Returns and removes the lines so far.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  /// Observes, and logs every call.
  ///
  /// - Parameters:
  ///   - name: a prefix of each line, to distinguish several observers.
  ///   - then: called by the handler after that.
  func observe<Root: AnyObject, Value>(
    _ root: Root, _ keyPath: KeyPath<Root, Value>, _ options: KeyValueObservingOptions = [.old, .new],
    as name: String = "",
    isolation: isolated (any Actor)? = #isolation, then: @escaping (KeyValueChange<Value>) -> Void = { _ in }
  ) -> KeyValueObserver {
    KeyValueObserver(root, keyPath, options: options, isolation: isolation) { [self] change in
      note((name.isEmpty ? "" : "\(name): ") + change.line)
      then(change)
    }
  }
}

extension KeyValueChange {
  var line: String {
    func text(_ value: Value?) -> String {
      guard let value else { return "-" }
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional else { return "\(value)" }
      return mirror.children.first.map { "\($0.value)" } ?? "nil"
    }
    return "\(isPrior ? "prior " : "")\(reason) \(text(oldValue)) \(text(newValue))"
  }
}

/// A place for an observer that a handler cancels.
final class ObserverPlace {
  var observer: KeyValueObserver?
}
