/// The threads of a program as a value, each of which takes one step after the other, so that every order of their
/// steps can be explored.
package protocol Machine: Hashable {
  associatedtype Step: Hashable

  /// The possible next steps. A thread that has to wait for another one has no step.
  var steps: [Step] { get }

  mutating func take(_ step: Step)

  /// The fault of this state, independent of later steps.
  var fault: String? { get }

  /// The fault of this state if no step is left.
  var faultAtRest: String? { get }
}

/// All reachable states of a machine.
package struct StateSpace<M: Machine> {
  /// The number of different states.
  package private(set) var count = 0
  /// The first fault, with the steps that lead to it.
  package private(set) var counterexample: (fault: String, steps: [M.Step])?

  /// A state on the current path.
  private struct Place {
    let machine: M
    let cameBy: M.Step?
    var left: [M.Step]
  }

  /// Explores every path, and each state once. Stops at the first fault: of a state, of a state without a next step, or
  /// a loop of states. A step that changes nothing, such as polling, is not part of a path.
  ///
  /// - Parameter limit: the number of states at which the exploration gives up.
  package init(of start: M, limit: Int = 3_000_000) {
    var seen: [M: Bool] = [start: true]
    var way = [Place(machine: start, cameBy: nil, left: start.steps)]
    if let fault = start.fault {
      counterexample = (fault, [])
      return
    }
    while let place = way.last {
      guard let step = place.left.last else {
        // All paths from here are explored.
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
        fail("the steps never end", way, step)
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
