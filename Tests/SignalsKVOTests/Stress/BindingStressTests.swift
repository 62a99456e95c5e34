import Dispatch
import Signals
import SignalsKVO
import Testing

extension Stress {
  /// Bindings whose ends are set by several threads at once: when the writes stop, all ends agree (B3, B5, B6).
  @Suite("Stress: bindings") struct BindingStressTests {
    private static let policies: [(name: String, policy: ConflictPolicy<Int, Int>)] = [
      ("last writer", .lastWriter), ("prefer first", .prefer(.first)), ("prefer second", .prefer(.second)),
      ("merge", .merge { max($0, $1) }),
    ]

    /// Waits until the ends agree and no change is pending.
    private func agree(_ ends: [Property<Int>], _ bindings: [TwoWayBinding]) -> Bool {
      for _ in 0..<5_000_000 {
        let values = Set(ends.map(\.value))
        if values.count == 1, bindings.allSatisfy(\.state.pending.isEmpty) { return true }
        yieldProcessor()
      }
      return false
    }

    @Test(arguments: policies.indices)
    func `two threads set the two ends`(_ index: Int) {
      let (name, policy) = Self.policies[index]
      for round in 0..<repetitions(100, quick: 40) {
        let ends = [Property(0), Property(0)]
        let binding = bind(ends[0], to: ends[1], conflicts: policy)
        onThreads(2) { thread in
          for value in 1...20 { ends[thread].value = 2 * value + thread }
        }
        expect(agree(ends, [binding]), "\(name), round \(round): \(ends.map(\.value)) \(binding.state)")
        expect(binding.state.unsettled == nil)
      }
    }

    @Test(arguments: policies.indices, [3, 5])
    func `three threads set the ends of a ring`(_ index: Int, _ size: Int) {
      let (name, policy) = Self.policies[index]
      for round in 0..<repetitions(60, quick: 20) {
        let ends = (0..<size).map { _ in Property(0) }
        let bindings = (0..<size).map { bind(ends[$0], to: ends[($0 + 1) % size], conflicts: policy) }
        onThreads(3) { thread in
          for value in 1...10 { ends[(thread * 2) % size].value = 3 * value + thread }
        }
        expect(agree(ends, bindings), "\(name), round \(round): \(ends.map(\.value))")
      }
    }

    @Test func `several threads set a property, its parts and the properties bound to them`() {
      struct Pair: Sendable, Equatable {
        var left = 0
        var right = 0
      }
      for round in 0..<repetitions(100, quick: 30) {
        let pair = Property(Pair())
        let ends = (0..<3).map { _ in Property(0) }
        let bindings = [
          bind(ends[0], to: pair.part(\.left)), bind(ends[1], to: pair.part(\.left)),
          bind(ends[2], to: pair.part(\.right)),
        ]
        onThreads(4) { thread in
          for value in 1...20 {
            if thread == 3 {
              pair.modify { $0 = Pair(left: -value, right: -value) }
            } else {
              ends[thread].value = 3 * value + thread
            }
          }
        }
        var isAgreed = false
        for _ in 0..<5_000_000 where !isAgreed {
          let now = pair.value
          isAgreed = [now.left, now.left, now.right] == ends.map(\.value) && pair.value == now
          if !isAgreed { yieldProcessor() }
        }
        expect(isAgreed, "round \(round): \(pair.value) \(ends.map(\.value))")
        withExtendedLifetime(bindings) {}
      }
    }

    @Test func `two threads set the ends of a binding with a normalizing converter`() {
      let even = Converter<Int, Int>(forward: { $0 / 2 * 2 }, backward: { $0 / 2 * 2 })
      for round in 0..<100 {
        let ends = [Property(0), Property(0)]
        let binding = bind(ends[0], to: ends[1], converting: even)
        onThreads(2) { thread in for value in 1...20 { ends[thread].value = 2 * value + thread } }
        expect(agree(ends, [binding]), "round \(round): \(ends.map(\.value))")
        expect(ends[0].value.isMultiple(of: 2))
      }
    }

    /// An object that is used on one queue.
    private final class Confined: @unchecked Sendable {
      let queue = DispatchQueue(label: "confined")
      @Observed var value = 0
    }

    @Test(arguments: policies.indices)
    func `two queues set the objects at the two ends`(_ index: Int) {
      let (name, policy) = Self.policies[index]
      for round in 0..<40 {
        let (one, other) = (Confined(), Confined())
        let binding = bind(
          SharedEnd(one, \.value, on: one.queue), to: SharedEnd(other, \.value, on: other.queue), conflicts: policy)
        onThreads(2) { thread in
          let object = thread == 0 ? one : other
          for value in 1...20 { object.queue.async { object.value = 2 * value + thread } }
        }
        var values = [0, 1]
        // Concurrent changes are settled on a queue of the binding's own, which may have to wait for a processor.
        for _ in 0..<1_000_000 {
          for queue in [one.queue, other.queue] { queue.settle() }
          values = [one.queue.sync { one.value }, other.queue.sync { other.value }]
          if values[0] == values[1], binding.state.pending.isEmpty { break }
          yieldProcessor()
        }
        expect(values[0], equals: values[1], "\(name), round \(round)")
      }
    }

    @Test func `two threads set the ends while a third holds and releases`() {
      for _ in 0..<60 {
        let ends = [Property(0), Property(0)]
        let binding = bind(ends[0], to: ends[1])
        onThreads(3) { thread in
          if thread < 2 {
            for value in 1...30 { ends[thread].value = 2 * value + thread }
          } else {
            for _ in 0..<20 {
              binding.hold(.first)
              binding.release(.first)
            }
          }
        }
        expect(agree(ends, [binding]), "\(ends.map(\.value)) \(binding.state)")
      }
    }

    @Test func `bindings and ends come and go while threads set, and nothing is retained`() {
      let log = Log<String>()
      for _ in 0..<100 {
        let center = Property(0)
        onThreads(3) { thread in
          for value in 1...10 {
            let end = Property(Tracked("end", log))
            let counting = Property(0)
            let binding = bind(counting, to: center)
            let tracked = bind(end, to: Property(Tracked("other", log)))
            center.value = 10 * value + thread
            counting.value = value
            if value.isMultiple(of: 2) { binding.cancel() }
            withExtendedLifetime((binding, tracked)) {}
          }
        }
        center.value = -1
        expect(center.value, equals: -1)
      }
      // Each end, and the property that it was bound to.
      expect(log.entries.count, equals: 100 * 3 * 10 * 2)
    }

    @Test func `threads make bindings on a queue on which others begin`() {
      let queue = DispatchQueue(label: "ends")
      onThreads(3) { _ in
        for round in 0..<repetitions(50_000, quick: 10_000) {
          let (own, end) = (Property(round), Property(0))
          let binding = bind(own, to: SharedEnd(end, on: queue), initially: .fromFirst)
          own.value += 1
          withExtendedLifetime(binding) {}
        }
      }
      queue.sync {}
    }
  }
}
