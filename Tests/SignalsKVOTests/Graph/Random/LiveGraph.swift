import Signals
import SignalsKVO

/// A program, performed with the library. An operation on a node that has been released does nothing.
final class LiveGraph {
  private let program: GraphProgram
  private let audit: GraphAudit
  private let sources: [Property<Int>]
  private var nodes: [Int: ObservableValue<Int>] = [:]
  private var endpoints: [Int: Endpoint] = [:]
  private var reactions: Set<Int> = []
  private let owner = Tracked {}
  private(set) var values: [Int] = []

  init(_ program: GraphProgram, _ audit: GraphAudit) {
    self.program = program
    self.audit = audit
    sources = program.sources.map { Property($0) }
    for index in program.nodes {
      guard let formula = program.formulas[index] else {
        nodes[index] = sources[index]
        continue
      }
      let inputs = nodes.filter { formula.inputs.contains($0.key) }
      let compute: @Sendable () -> Int = {
        audit.run(index) {
          formula.value(
            { node, isTracked in
              guard let input = inputs[node] else { return -1 }
              return audit.read(node, isTracked ? input.value : untracked { input.value }, isTracked: isTracked)
            },
            onError: { audit.fail("d\(index) runs, although nothing may read it") })
        }
      }
      nodes[index] =
        if case .coarse = formula { Derived(isSame: { formula.isSame($0, $1) }, compute) } else { Derived(compute) }
    }
  }

  // The handler of an owner's observer may retain the property that retains it.
  deinit { for endpoint in endpoints.values { endpoint.cancel() } }

  func perform(_ operation: GraphProgram.Operation) {
    values = []
    apply(operation)
    for id in reactions where endpoints[id]?.isActive != true { reactions.remove(id) }
  }

  /// Compares the last call of each observer with the current values. Reading them brings the observed nodes up to date.
  func checkSettled() { audit.checkSettled(reactions: reactions) { [self] in nodes[$0]?.value } }

  private func apply(_ operation: GraphProgram.Operation) {
    switch operation {
    case .set(let source, let value):
      audit.set(source, value)
      sources[source].value = value
    case .transaction(let steps): transaction { audit.transact { for step in steps { apply(step) } } }
    case .read(let node): if let node = nodes[node] { values.append(node.value) }
    case .subscribe(let node, let id):
      guard let observed = nodes[node] else { return }
      endpoints[id] = observed.signal.subscribe { [audit, weak observed] event in
        guard case .value(let value) = event else {
          audit.note(GraphCall(node: node, observer: id, text: "|"))
          return audit.end(id)
        }
        if audit.begins(id) {
          audit.begin(id, on: node, value)
          return audit.note(GraphCall(node: node, observer: id, text: "\(value)"))
        }
        audit.receive(id, on: node, value, as: "\(value)")
        if let now = observed?.value { audit.check(node, now) }
      }
    case .attach(let node, let id): attach(id, to: node) {}
    case .raise(let node, let raised, let id):
      let raises = raised.map(raise)
      attach(id, to: node) { [audit] in
        if raises.count > 1 {
          transaction { audit.transact { for raise in raises { raise() } } }
        } else {
          raises[0]()
        }
      }
    case .react(let read, let raised, let id):
      let inputs = read.compactMap { nodes[$0] }
      guard inputs.count == read.count else { return }
      let raise = raised.map(raise)
      reactions.insert(id)
      endpoints[id] = observe { [audit] in
        var seen: [Int] = []
        _ = audit.run(GraphProgram.reaction(id)) {
          for (index, input) in inputs.enumerated() {
            if let first = seen.first, !first.isMultiple(of: 2) { break }
            seen.append(audit.read(read[index], input.value))
          }
          audit.note(
            GraphCall(
              node: GraphProgram.reaction(id), observer: id, text: seen.map(String.init).joined(separator: " ")))
          raise?()
          return 0
        }
      }
    case .cancel(let id):
      endpoints.removeValue(forKey: id)?.cancel()
      audit.end(id)
    case .release(let node): nodes[node] = nil
    }
  }

  private func attach(_ id: Int, to node: Int, _ act: @escaping @Sendable () -> Void) {
    guard let observed = nodes[node] else { return }
    audit.begin(id, on: node, observed.value)
    endpoints[id] = observed.addObserver(forOwner: owner) { [audit] old, new in
      audit.receive(id, on: node, new, as: "\(old) → \(new)")
      act()
    }
  }

  private func raise(_ source: Int) -> @Sendable () -> Void {
    let (property, audit) = (sources[source], audit)
    return {
      let value = untracked { property.value }
      guard value < GraphProgram.limit else { return }
      audit.set(source, value + 1)
      property.value = value + 1
    }
  }
}
