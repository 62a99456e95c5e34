import Observation
import SignalsKVO
import Testing

/// The first read of an `@Observable` object by a computation of the program (K10), each in a process of its own.
@Suite("K10 The first object that a computation reads", .leavesNothing) struct FirstObjectTests {
  @Observable final class Model: @unchecked Sendable {
    var count = 0
  }

  @Test func `the first run of a derived value finds its objects`() async {
    await #expect(processExitsWith: .success) {
      let model = Model()
      let double = Derived { model.count * 2 }
      expect(double.value, equals: 0)
      model.count = 2
      expect(double.value, equals: 4)
    }
  }

  @Test func `values computed within the first run follow the object, too`() async {
    await #expect(processExitsWith: .success) {
      let model = Model()
      let double = Derived { model.count * 2 }
      let next = double.derived { $0 + 1 }
      let last = next.derived { "\($0)" }
      expect(last.value, equals: "1")
      model.count = 2
      expect(double.value, equals: 4)
      expect(next.value, equals: 5)
      expect(last.value, equals: "5")
      model.count = 3
      expect(last.value, equals: "7")
    }
  }

  @Test func `each derived value finds its objects once any object has been read`() async {
    await #expect(processExitsWith: .success) {
      let (model, isShown) = (Model(), Property(false))
      let shown = Derived { isShown.value ? model.count : -1 }
      expect(shown.value, equals: -1)
      let other = Model()
      expect(Derived { other.count }.value, equals: 0)
      isShown.value = true
      expect(shown.value, equals: 0)
      model.count = 1
      expect(shown.value, equals: 1)
    }
  }

  @Test func `a computed value finds its objects in each run`() async {
    await #expect(processExitsWith: .success) {
      let (model, isShown) = (Model(), Property(false))
      let shown = Computed { isShown.value ? model.count : -1 }
      expect(shown.value, equals: -1)
      isShown.value = true
      expect(shown.value, equals: 0)
      model.count = 1
      expect(shown.value, equals: 1)
    }
  }
}
