import SignalsKVO

private let setCount = 1_000_000

extension Scenario {
  static let observedSetting = Scenario(id: "S9w", title: "@Observed set, one observer") { scenario in
    Outcome(rows: [
      scenario.compare(.settingObserved, with: .floor(.directSetting), target: Target(ratio: 2, allocations: 0))
    ])
  }

  static let observedSignal = Scenario(id: "S9w-signal", title: "@Observed set, one subscriber to its signal") {
    scenario in
    // Two sources in sequence: the object, and the signal, which is thread-safe.
    Outcome(rows: [
      scenario.compare(.settingSubscribed, with: .floor(.directSetting), target: Target(ratio: 4, allocations: 0))
    ])
  }

  static let unobservedSetting = Scenario(id: "S9w-none", title: "@Observed set, no observer") { scenario in
    Outcome(rows: [scenario.compare(.settingUnobserved, with: .locked, target: Target(ratio: 1, allocations: 0))])
  }

  static let observedGetting = Scenario(id: "S9w-get", title: "@Observed get") { scenario in
    Outcome(rows: [
      scenario.compare(.gettingObserved, with: .other(.gettingStored), target: Target(ratio: 2, allocations: 0))
    ])
  }
}

private final class Model {
  @Observed var value = 0
  var stored = 0

  // Never inlined into the measured loop.
  @inline(never) func get(adding number: Int) -> Int { value &+ number }
  @inline(never) func getStored(adding number: Int) -> Int { stored &+ number }
  @inline(never) func set(_ new: Int) { value = new }
}

/// A value with one hand-written observer, which may be replaced.
private final class DirectProperty {
  var observer: ((_ old: Int, _ new: Int) -> Void)?

  var value = 0 {
    didSet { observer?(oldValue, value) }
  }

  @inline(never) func set(_ new: Int) { value = new }
}

extension Work {
  fileprivate static var settingObserved: Work {
    Work(name: "S9w", operations: setCount, expected: sum(below: setCount)) {
      let checksum = Checksum()
      let model = Model()
      let observer = KeyValueObserver(model, \.value, options: [.new]) { checksum.add($0.newValue ?? 0) }
      return {
        for index in 0..<setCount { model.set(index) }
        return withExtendedLifetime(observer) { checksum.sum }
      }
    }
  }

  fileprivate static var settingSubscribed: Work {
    Work(name: "S9w-signal", operations: setCount, expected: sum(below: setCount)) {
      let checksum = Checksum()
      let model = Model()
      let endpoint = model.$value.signal.subscribeValues { checksum.add($0) }
      return {
        for index in 0..<setCount { model.set(index) }
        return withExtendedLifetime(endpoint) { checksum.sum }
      }
    }
  }

  fileprivate static var directSetting: Work {
    Work(name: "direct S9", operations: setCount, expected: sum(below: setCount)) {
      let checksum = Checksum()
      let property = DirectProperty()
      property.observer = Direct.ofNewValue(Direct.sink(checksum))
      return {
        for index in 0..<setCount { property.set(index) }
        return checksum.sum
      }
    }
  }

  fileprivate static var settingUnobserved: Work {
    Work(name: "S9w-none", operations: setCount, expected: setCount - 1) {
      let model = Model()
      return {
        for index in 0..<setCount { model.set(index) }
        return model.value
      }
    }
  }

  fileprivate static var gettingObserved: Work {
    Work(name: "S9w-get", operations: setCount, expected: sum(below: setCount)) {
      let model = Model()
      return { (0..<setCount).reduce(0) { sum, index in sum &+ model.get(adding: index) } }
    }
  }

  fileprivate static var gettingStored: Work {
    Work(name: "stored", operations: setCount, expected: sum(below: setCount)) {
      let model = Model()
      return { (0..<setCount).reduce(0) { sum, index in sum &+ model.getStored(adding: index) } }
    }
  }
}

extension Direct {
  @inline(never)
  fileprivate static func ofNewValue(_ next: @escaping Stage) -> (Int, Int) -> Void {
    { _, new in next(new) }
  }
}
