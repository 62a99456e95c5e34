import SignalsKVO
import SignalsTesting
import Testing

/// The law of K9: a copy to which the reported changes are applied equals the collection.
@Suite("K9 Changes reproduce the collection", .leavesNothing) struct CollectionLawTests {
  /// The state of one test, on one thread.
  private final class Run<Value: Sendable, Change: Sendable>: @unchecked Sendable {
    var random: SeededGenerator
    /// A plain value with the same edits.
    var model: Value
    /// The copy after each event.
    var mirrors: [Value] = []
    var events: [[Change]] = []

    init(_ seed: UInt64, _ model: Value) {
      random = SeededGenerator(seed: seed)
      self.model = model
    }

    var mirror: Value { mirrors.last ?? model }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `changes reproduce an array after random edits, batches and edits in handlers`(_ seed: UInt64) {
    var list = ObservedArray<Int>([1, 2, 3])
    let run = Run<[Int], ArrayChange<Int>>(seed, list.value)
    run.mirrors = [list.value]
    let values = Recorder(list.signal)
    let endpoint = list.changes.subscribeValues { [weak list] changes in
      var mirror = run.mirror
      mirror.apply(changes)
      run.mirrors.append(mirror)
      run.events.append(changes)
      // Seldom enough that the edits come to an end.
      guard run.random.oneIn(4), var list else { return }
      var copy = run.random
      run.model.edit(&copy)
      list.edit(&run.random)
    }
    for _ in 0..<100 {
      let hasBatch = run.random.oneIn(5)
      let count = hasBatch ? run.random.number(in: 1...4) : 1
      let start = run.random
      for _ in 0..<count { run.model.edit(&run.random) }
      var again = start
      if hasBatch {
        list.batch { editor in
          again = start
          for _ in 0..<count { editor.edit(&again) }
        }
      } else {
        list.edit(&again)
      }
      expect(list.value, equals: run.model, "seed \(seed)")
      expect(run.mirror, equals: run.model, "seed \(seed)")
    }
    expect(values.values, equals: run.mirrors, "seed \(seed)")
    for (before, (after, changes)) in zip(run.mirrors, zip(run.mirrors.dropFirst(), run.events)).reversed() {
      var copy = after
      copy.apply(changes.inverted())
      expect(copy, equals: before, "\(changes) taken back, seed \(seed)")
    }
    withExtendedLifetime(endpoint) {}
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `changes reproduce a dictionary after random edits, batches and edits in handlers`(_ seed: UInt64) {
    var scores = ObservedDictionary<Int, Int>([1: 2])
    let run = Run<[Int: Int], DictionaryChange<Int, Int>>(seed, scores.value)
    run.mirrors = [scores.value]
    let values = Recorder(scores.signal)
    let endpoint = scores.changes.subscribeValues { [weak scores] changes in
      var mirror = run.mirror
      mirror.apply(changes)
      run.mirrors.append(mirror)
      run.events.append(changes)
      guard run.random.oneIn(4), var scores else { return }
      var copy = run.random
      run.model.edit(&copy)
      scores.edit(&run.random)
    }
    for _ in 0..<100 {
      let hasBatch = run.random.oneIn(5)
      let count = hasBatch ? run.random.number(in: 1...4) : 1
      let start = run.random
      for _ in 0..<count { run.model.edit(&run.random) }
      var again = start
      if hasBatch {
        scores.batch { editor in
          again = start
          for _ in 0..<count { editor.edit(&again) }
        }
      } else {
        scores.edit(&again)
      }
      expect(scores.value, equals: run.model, "seed \(seed)")
      expect(run.mirror, equals: run.model, "seed \(seed)")
    }
    expect(values.values, equals: run.mirrors, "seed \(seed)")
    for (before, (after, changes)) in zip(run.mirrors, zip(run.mirrors.dropFirst(), run.events)).reversed() {
      var copy = after
      copy.apply(changes.inverted())
      expect(copy, equals: before, "\(changes) taken back, seed \(seed)")
    }
    withExtendedLifetime(endpoint) {}
  }
}
