import SignalsKVO

/// What observers were told, a line for each call: the reason, the old value and the new one, with `-` for what there isn't.
final class History {
  private(set) var lines: [String] = []

  func note(_ line: String) { lines.append(line) }

  /// Takes out what was noted so far.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  /// Observes, and notes every call.
  ///
  /// - Parameters:
  ///   - name: stands before each line, where several observe.
  ///   - then: what the handler does after that.
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

/// What a handler keeps that is to cancel its own observer, or somebody else's.
final class ObserverPlace {
  var observer: KeyValueObserver?
}
