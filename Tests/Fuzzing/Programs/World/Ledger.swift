import Signals

/// Knows which objects are still there.
final class Ledger: Sendable {
  enum Kind: String, Sendable {
    case value, handler, closure, owner, object, converter
  }

  private let counts = Guarded<[Kind: Int]>([:])

  fileprivate func came(_ kind: Kind) { counts.change { $0[kind, default: 0] += 1 } }

  fileprivate func went(_ kind: Kind) { counts.change { $0[kind, default: 0] -= 1 } }

  /// The objects that have not been released, as text.
  var remaining: [String] {
    counts.change { counts in
      counts.filter { $0.value != 0 }.map { "\($0.value) × \($0.key.rawValue)" }.sorted()
    }
  }
}

/// An object that has to go at some time, and may do something then.
final class Token: Sendable {
  private let ledger: Ledger
  private let kind: Ledger.Kind
  private let atRelease: (@Sendable () -> Void)?

  init(_ kind: Ledger.Kind, in ledger: Ledger, atRelease: (@Sendable () -> Void)? = nil) {
    self.ledger = ledger
    self.kind = kind
    self.atRelease = atRelease
    ledger.came(kind)
  }

  deinit {
    ledger.went(kind)
    atRelease?()
  }

  /// For closures that capture this object and do nothing with it.
  func touch() {}
}
