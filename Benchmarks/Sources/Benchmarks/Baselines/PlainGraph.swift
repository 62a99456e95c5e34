/// A hand-written, single-threaded dependency graph without locks. Inputs are listed instead of tracked.
///
/// A write marks the nodes that depend on its source as stale. Values are pulled: a stale node updates its inputs in
/// order, and is recomputed at the first input that has changed. An equal result isn't a change.
final class PlainGraph {
  /// The number of writes so far.
  fileprivate var revision = 0
  /// The observed nodes that are stale.
  @exclusivity(unchecked) fileprivate var pending: [Unmanaged<PlainNode>] = []

  /// Updates the observed nodes, and notifies the observers of changed ones.
  @inline(never)
  func settle() {
    var index = 0
    while index < pending.count {
      pending[index]._withUnsafeGuaranteedRef { $0.notify() }
      index += 1
    }
    pending.removeAll(keepingCapacity: true)
  }
}

/// A source or a computation. Its value is an integer, because a generic class would be slower.
final class PlainNode {
  private let graph: PlainGraph
  /// The inputs. `compute` retains them.
  private let inputs: [Unmanaged<PlainNode>]
  /// The dependents. Each removes itself when it is released.
  @exclusivity(unchecked) private var dependents: [Unmanaged<PlainNode>] = []
  private var current: Int
  private let compute: (() -> Int)?
  private var observer: ((Int) -> Void)?
  /// The revision of the last change of the value.
  private var version: Int
  /// The revision of the last comparison with the inputs.
  private var checked: Int
  /// The last version reported to the observer.
  private var notified = 0
  private var isStale = false

  /// A source.
  init(_ value: Int, in graph: PlainGraph) {
    self.graph = graph
    inputs = []
    current = value
    compute = nil
    version = graph.revision
    checked = graph.revision
  }

  /// A computation that reads at least one input. `compute` has to retain the inputs.
  init(_ inputs: [PlainNode], _ compute: @escaping () -> Int) {
    graph = inputs[0].graph
    self.inputs = inputs.map(Unmanaged.passUnretained)
    current = compute()
    self.compute = compute
    version = graph.revision
    checked = graph.revision
    for input in inputs { input.dependents.append(.passUnretained(self)) }
  }

  deinit {
    let own = Unmanaged.passUnretained(self).toOpaque()
    for input in inputs { input._withUnsafeGuaranteedRef { $0.dependents.removeAll { $0.toOpaque() == own } } }
  }

  var value: Int {
    update()
    return current
  }

  /// Writes to a source and notifies the observers.
  @inline(never)
  func set(_ value: Int) {
    write(value)
    graph.settle()
  }

  /// Writes to a source; `settle` notifies the observers.
  func write(_ value: Int) {
    graph.revision += 1
    version = graph.revision
    current = value
    markDependents()
  }

  /// Calls the only observer with the current value and with each change.
  func observe(_ observer: @escaping (Int) -> Void) {
    self.observer = observer
    notified = version
    observer(value)
  }

  private func markDependents() {
    for dependent in dependents { dependent._withUnsafeGuaranteedRef { $0.mark() } }
  }

  private func mark() {
    if isStale { return }
    isStale = true
    if observer != nil { graph.pending.append(.passUnretained(self)) }
    markDependents()
  }

  private func update() {
    guard isStale else { return }
    isStale = false
    let last = checked
    checked = graph.revision
    for input in inputs where input._withUnsafeGuaranteedRef({ $0.hasChanged(since: last) }) { return computeAgain() }
  }

  private func hasChanged(since revision: Int) -> Bool {
    update()
    return version > revision
  }

  private func computeAgain() {
    guard let new = compute?(), new != current else { return }
    current = new
    version = graph.revision
  }

  fileprivate func notify() {
    update()
    if version == notified { return }
    notified = version
    observer?(current)
  }
}

extension Baseline {
  static func plainGraph(_ work: Work) -> Baseline { Baseline(name: "plain graph", parts: [work]) }
}
