import Observation
import Signals
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

  /// Shows the model in an effect, in a second one by way of a derived value, and not at all in two more, of which one ends itself.
  @MainActor private static func showInEffects(_ model: Model, _ isShown: Property<Bool>, _ log: Log<String>)
    -> [Endpoint]
  {
    let double = Derived { isShown.value ? model.count * 2 : -1 }
    let bag = CancellableBag()
    bag.insert(
      observe {
        log.append("once \(isShown.value)")
        if isShown.value { bag.cancel() }
      })
    return [
      observe { log.append("flag \(isShown.value)") },
      observe { log.append("count \(isShown.value ? model.count : -1)") },
      observe { log.append("double \(double.value)") },
    ]
  }

  @Test func `effects that run in one turn find their objects in a later run`() async {
    await #expect(processExitsWith: .success) {
      let (model, isShown, log) = (Model(), Property(false), Log<String>())
      let endpoints = await Self.showInEffects(model, isShown, log)
      expect(log.take(), equals: ["once false", "flag false", "count -1", "double -1"])
      await MainActor.run { isShown.value = true }
      expect(log.take(), equals: ["once true", "flag true", "count 0", "double 0"])
      await MainActor.run { model.count = 1 }
      await mainQueueIsIdle()
      // The first object of the program is followed by all effects of that turn until they run again.
      expect(log.take().sorted(), equals: ["count 1", "double 2", "flag true"])
      await MainActor.run { model.count = 2 }
      await mainQueueIsIdle()
      expect(log.take().sorted(), equals: ["count 2", "double 4"])
      await MainActor.run { isShown.value = false }
      expect(log.take().sorted(), equals: ["count -1", "double -1", "flag false"])
      await MainActor.run { model.count = 3 }
      await mainQueueIsIdle()
      expect(log.take(), equals: [])
      for endpoint in endpoints { endpoint.cancel() }
    }
  }

  @Test func `an effect that runs within the tracking of others finds its objects`() async {
    await #expect(processExitsWith: .success) {
      let (model, trigger, isShown, log) = (Model(), Property(0), Property(false), Log<String>())
      let endpoints = await MainActor.run {
        [
          observe { log.append("set \(trigger.value)") },
          observe { if trigger.value == 1, !untracked({ isShown.value }) { isShown.value = true } },
          observe { log.append("count \(isShown.value ? model.count : -1)") },
        ]
      }
      expect(log.take(), equals: ["set 0", "count -1"])
      await MainActor.run { trigger.value = 1 }
      expect(log.take(), equals: ["set 1", "count 0"])
      await MainActor.run { model.count = 1 }
      await mainQueueIsIdle()
      expect(log.take().contains("count 1"))
      await MainActor.run { model.count = 2 }
      await mainQueueIsIdle()
      expect(log.take(), equals: ["count 2"])
      for endpoint in endpoints { endpoint.cancel() }
    }
  }

  @Test func `the reads of handlers between effects run no effect`() async {
    await #expect(processExitsWith: .success) {
      let (trigger, other, log) = (Property(0), Property(0), Log<String>())
      let double = trigger.derived { $0 * 2 }
      let endpoints = [
        observe { log.append("first \(trigger.value)") },
        observe { log.append("second \(trigger.value)") },
        double.signal.subscribeValues { log.append("double \($0 + other.value)") },
        observe { log.append("third \(trigger.value)") },
        observe { log.append("fourth \(trigger.value)") },
      ]
      expect(log.take().count, equals: 5)
      trigger.value = 1
      expect(log.take(), equals: ["first 1", "second 1", "double 2", "third 1", "fourth 1"])
      other.value = 1
      await mainQueueIsIdle()
      expect(log.take(), equals: [])
      for endpoint in endpoints { endpoint.cancel() }
    }
  }

  @Test func `what a feed reads when it starts runs no effect`() async {
    await #expect(processExitsWith: .success) {
      let (isOn, place, log) = (Property(false), Property("a"), Log<String>())
      let source = Property("-", whileObserved: { property in Signal.just(place.value).assign(to: property) })
      let endpoints = [
        observe { log.append("first \(isOn.value ? source.value : "off")") },
        observe { log.append("second \(isOn.value)") },
      ]
      expect(log.take(), equals: ["first off", "second false"])
      isOn.value = true
      expect(log.take(), equals: ["first -", "second true", "first a"])
      place.value = "b"
      await mainQueueIsIdle()
      expect(log.take(), equals: [])
      for endpoint in endpoints { endpoint.cancel() }
    }
  }
}
