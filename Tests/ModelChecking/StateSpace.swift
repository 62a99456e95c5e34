/// A machine of several threads, each of which takes one step after the other: a value, so that every order of their steps
/// can be tried.
package protocol Machine: Hashable {
  associatedtype Step: Hashable

  /// What can be done next. A thread that has to wait for another has no step.
  var steps: [Step] { get }

  mutating func take(_ step: Step)

  /// What is wrong here, whatever comes next.
  var fault: String? { get }

  /// What is wrong if this is all that ever happens.
  var faultAtRest: String? { get }
}

/// Everything that can become of a machine.
package struct StateSpace<M: Machine> {
  /// How many different states there are.
  package private(set) var count = 0
  /// What is wrong, with the steps that lead there.
  package private(set) var counterexample: (fault: String, steps: [M.Step])?

  /// One state on the way that is being gone.
  private struct Place {
    let machine: M
    let cameBy: M.Step?
    var left: [M.Step]
  }

  /// Goes every way, each state once. Stops at the first thing that is wrong: a fault, a rest that is none, or a way that
  /// goes round for ever. What changes nothing, such as looking again, isn't counted as going on.
  ///
  /// - Parameter limit: so many states are taken for a sign that there are too many.
  package init(of start: M, limit: Int = 3_000_000) {
    var seen: [M: Bool] = [start: true]
    var way = [Place(machine: start, cameBy: nil, left: start.steps)]
    if let fault = start.fault {
      counterexample = (fault, [])
      return
    }
    while let place = way.last {
      guard let step = place.left.last else {
        // Gone everywhere from here.
        seen[place.machine] = false
        way.removeLast()
        continue
      }
      way[way.count - 1].left.removeLast()
      var next = place.machine
      next.take(step)
      if next == place.machine { continue }
      let steps = next.steps
      if let isOnTheWay = seen[next] {
        guard isOnTheWay else { continue }
        fail("it goes round for ever", way, step)
        return
      }
      seen[next] = true
      count = seen.count
      let tooMany = seen.count < limit ? nil : "there are too many states"
      if let fault = next.fault ?? (steps.isEmpty ? next.faultAtRest : nil) ?? tooMany {
        fail(fault, way, step)
        return
      }
      way.append(Place(machine: next, cameBy: step, left: steps))
    }
    count = seen.count
  }

  private mutating func fail(_ fault: String, _ way: [Place], _ step: M.Step) {
    counterexample = (fault, way.compactMap(\.cameBy) + [step])
  }
}
