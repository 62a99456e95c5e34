/// What is known of a recorded ``Line``: what it ends in, and the way that values come by it, from the bottom up, as it
/// was built. The line has it from the beginning, or never.
// Unchecked, because the recorder's lock guards what changes.
@usableFromInline
package final class LineTrace: @unchecked Sendable {
  /// Where it leads to: an endpoint, or an operator that has a serialiser of its own.
  let bottom: GraphNode

  // Guarded by the recorder's lock.
  private(set) var passages: [Passage] = []
  private(set) var life = Life.beginning
  private var nameOfNext: String?

  private let presence = LiveObject()

  enum Life: Equatable {
    /// Nothing hangs on it so far.
    case beginning
    /// Kept by the recorder, under a number.
    case live(Int)
    case over
  }

  /// From one node to the next.
  final class Passage: Sendable {
    let upper: GraphNode
    let lower: GraphNode
    let values = AtomicWord(0)
    private let presence = LiveObject()

    init(from upper: GraphNode, to lower: GraphNode) {
      self.upper = upper
      self.lower = lower
    }
  }

  init(to bottom: GraphNode) { self.bottom = bottom }

  // MARK: - Building, on the thread that subscribes

  /// What is uppermost so far.
  package var top: GraphNode { bottom.recorder.locked { _ in passages.last?.upper ?? bottom } }

  /// Has the line of an endpoint be seen before anything hangs on it.
  func begin() { bottom.recorder.locked { keep(&$0) } }

  /// Whoever comes next is called that.
  package func nameNext(_ name: String) { bottom.recorder.locked { _ in nameOfNext = nameOfNext ?? name } }

  /// Adds a node on top. Answers where it passes on its values, so that they are counted.
  func add<Value>(_ node: GraphNode, above downstream: Downstream<Value>) -> Downstream<Value> {
    let passage = bottom.recorder.locked { recorder in
      let passage = Passage(from: node, to: passages.last?.upper ?? bottom)
      passages.append(passage)
      if let name = nameOfNext { node.name = node.name ?? name }
      nameOfNext = nil
      keep(&recorder)
      return passage
    }
    return downstream.counted(on: passage)
  }

  private func keep(_ recorder: inout GraphRecorder.State) {
    if life == .beginning { life = .live(recorder.keep(self)) }
  }

  // MARK: - The end of it

  /// Nothing comes by the line any more: it isn't seen from now on.
  @usableFromInline
  func close() {
    let gone = bottom.recorder.locked { recorder in
      defer { life = .over }
      guard case .live(let number) = life else { return nil as LineTrace? }
      for passage in passages { passage.upper.passedOn = max(passage.upper.passedOn, passage.count) }
      if let first = passages.first { bottom.received += first.count }
      return recorder.forget(number)
    }
    _ = gone
  }
}

extension LineTrace.Passage {
  var count: Int { Int(bitPattern: values.glance) }
}
