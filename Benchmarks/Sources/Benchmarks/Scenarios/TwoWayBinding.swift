import SignalsKVO

private let setCount = 500_000

extension Scenario {
  static let bindingOfProperties = Scenario(id: "S12", title: "two-way binding, set one end") { scenario in
    Outcome(rows: [
      scenario.compare(.settingBoundProperty, with: .twofoldFloor, target: Target(ratio: 2, allocations: 0))
    ])
  }

  static let bindingOfKeyPaths = Scenario(id: "S12k", title: "two-way binding of two key paths, set one end") {
    scenario in
    Outcome(rows: [
      scenario.compare(.settingBoundKeyPath, with: .twofoldFloor, target: Target(ratio: 4, allocations: 0))
    ])
  }
}

extension Baseline {
  /// The hand-written binding, and one lock for each of the two ends, for thread safety.
  fileprivate static var twofoldFloor: Baseline {
    Baseline(name: "floor", parts: [.settingDirectlyBound, .lockedCall, .lockedCall])
  }
}

private final class Model { @Observed var value = 0 }

extension Work {
  fileprivate static var settingBoundProperty: Work {
    Work(name: "S12", operations: setCount, expected: sum(below: setCount)) {
      let (one, other) = (Property(0), Property(0))
      let binding = bind(one, to: other)
      return {
        var sum = 0
        for index in 0..<setCount {
          one.value = index
          sum &+= other.value
        }
        return withExtendedLifetime(binding) { sum }
      }
    }
  }

  fileprivate static var settingBoundKeyPath: Work {
    Work(name: "S12k", operations: setCount, expected: sum(below: setCount)) {
      let (one, other) = (Model(), Model())
      let binding = bind(one, \.value, to: other, \.value)
      return {
        var sum = 0
        for index in 0..<setCount {
          one.value = index
          sum &+= other.value
        }
        return withExtendedLifetime(binding) { sum }
      }
    }
  }

  fileprivate static var settingDirectlyBound: Work {
    Work(name: "direct S12", operations: setCount, expected: sum(below: setCount)) {
      let (one, other) = (DirectEnd(), DirectEnd())
      one.observer = DirectEnd.writing(to: other)
      other.observer = DirectEnd.writing(to: one)
      return {
        var sum = 0
        for index in 0..<setCount {
          one.set(index)
          sum &+= other.value
        }
        return withExtendedLifetime((one, other)) { sum }
      }
    }
  }
}

/// A value with a hand-written binding to another: each refers weakly to the other, and writes to it unless it is being
/// written to.
private final class DirectEnd {
  var observer: ((Int) -> Void)?
  private var isWritten = false

  var value = 0 {
    didSet { if !isWritten { observer?(value) } }
  }

  @inline(never) func set(_ new: Int) { value = new }

  @inline(never)
  static func writing(to end: DirectEnd) -> (Int) -> Void {
    { [weak end] value in
      guard let end else { return }
      end.isWritten = true
      end.value = value
      end.isWritten = false
    }
  }
}
