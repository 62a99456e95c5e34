import Signals
import SignalsKVO

/// An object that writes down what its property is set to, by whomever, before anybody hears of it.
final class Counted<Value> {
  @Observed var value: Value { willSet { sets.append(newValue) } }
  private(set) var sets: [Value] = []

  init(_ value: Value) { self.value = value }

  func forget() { sets = [] }
}

/// The same, with a property that doesn't take everything as it is.
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

/// An object of which one property is computed from two, and sets both.
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

/// Writes down what a property is set to.
final class Sets<Value: Sendable>: Sendable {
  private let log = Log<Value>()
  private let endpoint: Endpoint

  init(of property: Property<Value>) {
    let log = log
    endpoint = property.signal.dropFirst().subscribeValues { log.append($0) }
  }

  var values: [Value] { log.entries }
}
