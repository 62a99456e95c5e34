import Signals
import SignalsKVO

/// An object that logs each set of its property, before any observer is notified.
final class Counted<Value> {
  @Observed var value: Value { willSet { sets.append(newValue) } }
  private(set) var sets: [Value] = []

  init(_ value: Value) { self.value = value }

  func forget() { sets = [] }
}

/// The same, with a property that corrects its values.
final class Corrected<Value: Equatable> {
  @Observed var value: Value {
    willSet { sets.append(newValue) }
    didSet {
      let right = correct(value)
      if right != value { value = right }
    }
  }
  private(set) var sets: [Value] = []
  private let correct: (Value) -> Value

  init(_ value: Value, _ correct: @escaping (Value) -> Value) {
    self.value = value
    self.correct = correct
  }
}

/// An object with a property that is computed from two others, and sets both.
final class FullName {
  @Observed var first = ""
  @Observed var last = ""

  var whole: String {
    get { "\(first) \(last)" }
    set {
      let parts = newValue.split(separator: " ", maxSplits: 1).map(String.init)
      first = parts.first ?? ""
      last = parts.count > 1 ? parts[1] : ""
    }
  }

  init(_ whole: String) { self.whole = whole }
}

/// Logs the values that a property is set to.
final class Sets<Value: Sendable>: Sendable {
  private let log = Log<Value>()
  private let endpoint: Endpoint

  init(of property: Property<Value>) {
    let log = log
    endpoint = property.signal.dropFirst().subscribeValues { log.append($0) }
  }

  var values: [Value] { log.entries }
}
