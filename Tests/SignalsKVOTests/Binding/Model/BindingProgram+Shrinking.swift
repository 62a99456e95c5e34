@testable import SignalsKVO

extension BindingProgram {
  /// A minimal program that still fails.
  func shrunk(_ fails: (BindingProgram) -> Bool) -> BindingProgram {
    var smallest = self
    while let smaller = smallest.smaller.first(where: fails) { smallest = smaller }
    return smallest
  }

  /// The program's simplifications, the largest ones first.
  private var smaller: [BindingProgram] {
    var programs: [BindingProgram] = []
    func add(_ change: (inout BindingProgram) -> Void) {
      var program = self
      change(&program)
      programs.append(program)
    }
    // Steps: long runs first, then short ones.
    var size = steps.count / 2
    while size >= 1 {
      for start in stride(from: 0, to: steps.count - size + 1, by: size) {
        add { $0.steps.removeSubrange(start..<start + size) }
      }
      size /= 2
    }
    if let last = links.indices.last, last > 0 { add { $0.links.removeLast() } }
    if lastOrder != 0 { add { $0.lastOrder = 0 } }
    for index in links.indices {
      if links[index].conversion != .none { add { $0.links[index].conversion = .none } }
      if links[index].policy != .lastWriter { add { $0.links[index].policy = .lastWriter } }
      if links[index].start != .fromSecond { add { $0.links[index].start = .fromSecond } }
    }
    for index in ends.indices {
      if ends[index].setter != .plain { add { $0.ends[index].setter = .plain } }
      if ends[index].isRemote { add { $0.ends[index].isRemote = false } }
      if !ends[index].isProperty, ends[index].setter != .tens { add { $0.ends[index].isProperty = true } }
    }
    for index in steps.indices {
      for simpler in steps[index].simpler { add { $0.steps[index] = simpler } }
    }
    return programs
  }
}

extension BindingProgram.Step {
  fileprivate var simpler: [Self] {
    func smaller(_ number: Int) -> [Int] {
      number == 0 ? [] : Array(Set([0, 1, number / 2, number - 1])).sorted().filter { abs($0) < abs(number) }
    }
    switch self {
    case .set(let end, let value): return smaller(value).map { .set(end, $0) }
    case .comeBack(let end, let value): return smaller(value).map { .comeBack(end, $0) }
    case .turn(let assignments):
      return assignments.count == 1
        ? [.set(assignments[0].end, assignments[0].value)]
        : assignments.indices.map { index in
          var fewer = assignments
          fewer.remove(at: index)
          return .turn(fewer)
        }
    case .move(let number): return smaller(number).map { .move($0) }
    case .bind, .hold, .release, .cancel, .die, .leave, .react, .rest: return []
    }
  }
}
