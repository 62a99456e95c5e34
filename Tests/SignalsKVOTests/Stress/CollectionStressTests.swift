import Signals
import SignalsKVO
import Testing

extension Stress {
  /// K9, C4, C12 with several threads.
  @Suite("Stress: observed collections") struct CollectionStressTests {
    /// An observer's copy, stored without a lock: the serialiser makes that correct.
    final class Mirror<Value: Sendable>: @unchecked Sendable {
      var value: Value
      var faults = 0
      /// Opened after the last edit, which inserts -1.
      let hasSeenLast = Gate()

      init(_ value: Value) { self.value = value }
    }

    /// Applies changes, and counts those that don't match this array.
    private func apply(_ changes: [ArrayChange<Int>], to mirror: Mirror<[Int]>) {
      for change in changes {
        switch change {
        case .removal(let old, at: let index), .replacement(let old, with: _, at: let index):
          if mirror.value[index..<index + old.count] != old[...] { mirror.faults += 1 }
        case .insertion, .move: break
        }
        mirror.value.apply(change)
      }
      if mirror.value.first == -1 { mirror.hasSeenLast.open() }
    }

    @Test func `four threads edit an array: every change matches, and the mirrors finally equal it`() {
      let list = ObservedArray<Int>()
      let first = Mirror<[Int]>([])
      let overlap = OverlapDetector()
      let endpoint = list.changes.subscribeValues { changes in
        overlap.run { apply(changes, to: first) }
      }
      let late = Log<(Mirror<[Int]>, Endpoint)>()
      onThreads(4) { thread in
        var random = SeededGenerator(seed: UInt64(thread))
        for round in 0..<5 * repetitions(1_000, quick: 300) {
          switch random.number(in: 0...7) {
          case 0: list.append(random.digit())
          case 1: list.insert(contentsOf: random.digits(0...3), at: 0)
          case 2: list.popLast()
          case 3: list.value = random.digits(0...20)
          case 4:
            let bound = random.digit()
            list.removeAll { $0 == bound }
          default:
            let start = random
            list.batch { editor in
              random = start
              editor.edit(&random)
            }
          }
          guard round % repetitions(1_000, quick: 300) == 150 else { continue }
          let shown = random.digits(0...10)
          let mirror = Mirror(shown)
          late.append((mirror, list.changes(from: shown).subscribeValues { apply($0, to: mirror) }))
        }
      }
      // The other edits precede it (C4).
      list.insert(-1, at: 0)
      first.hasSeenLast.wait()
      expect(first.value, equals: list.value)
      expect(first.faults, equals: 0)
      expect(!overlap.hasSeenOverlap)
      expect(late.entries.count, equals: 20)
      for (mirror, _) in late.entries {
        mirror.hasSeenLast.wait()
        expect(mirror.value, equals: list.value)
        expect(mirror.faults, equals: 0)
      }
      withExtendedLifetime(endpoint) {}
    }

    @Test func `four threads append without a batch: no element is lost`() {
      let count = repetitions(25_000, quick: 6_000)
      let list = ObservedArray<Int>()
      onThreads(4) { thread in
        for index in 0..<count { list.append(thread << 32 | index) }
      }
      for thread in 0..<4 {
        expect(list.lazy.filter { $0 >> 32 == thread }.map { $0 & 0xFFFF_FFFF }.elementsEqual(0..<count))
      }
    }

    @Test func `four threads edit a dictionary: the mirrors finally equal it, and no batch is lost`() {
      let votes = ObservedDictionary<Int, Int>()
      let mirror = Mirror<[Int: Int]>([:])
      let endpoint = votes.changes.subscribeValues { changes in
        mirror.value.apply(changes)
        if mirror.value[-1] != nil { mirror.hasSeenLast.open() }
      }
      onThreads(4) { thread in
        var random = SeededGenerator(seed: UInt64(thread))
        for _ in 0..<5_000 {
          votes.batch { $0[100, default: 0] += 1 }
          let key = random.digit()
          switch random.number(in: 0...2) {
          case 0: votes[key] = random.digit()
          case 1: votes[key] = nil
          default: votes.removeAll { key, _ in key < 5 }
          }
        }
      }
      votes[-1] = 0
      mirror.hasSeenLast.wait()
      expect(mirror.value, equals: votes.value)
      expect(votes[100], equals: 20_000)
      withExtendedLifetime(endpoint) {}
    }
  }
}
