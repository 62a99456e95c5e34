import Signals
import SignalsTesting
import Testing

@testable import SignalsKVO

/// C4, C5, C12: the storage of all observable values.
@Suite("Store", .leavesNothing) struct StoreTests {
  private func replace(_ store: Store<Int, Int>, by value: Int) -> SendResult {
    store.commit { state in
      defer { state = value }
      return state
    }
  }

  private func text(_ update: Update<Int, Int>) -> String {
    "\(update.version): \(update.change.map { "\($0) → " } ?? "")\(update.state)"
  }

  @Test func `an update has a number, the former state and the current one`() {
    let store = Store<Int, Int>.make(0)
    let recorder = Recorder(store.source.sifted().map(text))
    expect(replace(store, by: 5), equals: .delivered)
    expect(replace(store, by: 5), equals: .delivered)
    expect(recorder.history, equals: ["1: 0", "2: 0 → 5", "3: 5 → 5"])
    expect(store.state, equals: 5)
  }

  @Test func `later updates start without the current state`() {
    let store = Store<Int, Int>.make(0)
    let recorder = Recorder(store.source.siftedForChanges().map(text))
    _ = replace(store, by: 1)
    expect(recorder.history, equals: ["2: 0 → 1"])
  }

  @Test func `a handler reads back its own change at once, and all observers receive it after the current event`() {
    let store = Store<Int, Int>.make(0)
    let log = Log<String>()
    let first = store.source.sifted().map(\.state).subscribeValues { value in
      log.append("first \(value)")
      if value == 1 {
        expect(store.commit { swapOut(&$0, 2) }, equals: .queued)
        log.append("reads \(store.state)")
      }
    }
    let second = store.source.sifted().map(\.state).subscribeValues { log.append("second \($0)") }
    _ = replace(store, by: 1)
    expect(
      log.entries, equals: ["first 0", "second 0", "first 1", "reads 2", "second 1", "first 2", "second 2"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a change for an outdated version is not made, and not emitted`() {
    let store = Store<Int, Int>.make(0)
    let recorder = Recorder(store.source.sifted().map(\.state))
    let version = store.current.version
    expect(store.commit(ifStill: version) { swapOut(&$0, 1) }, equals: .delivered)
    expect(store.commit(ifStill: version) { swapOut(&$0, 2) } == nil)
    expect(recorder.history, equals: ["0", "1"])
    expect(store.state, equals: 1)
  }

  @Test func `a subscriber during pending changes gets the last one at once, and none before it`() {
    let store = Store<Int, Int>.make(0)
    let log = Log<String>()
    let endpoints = CancellableBag()
    store.source.sifted().map(\.state).subscribeValues { value in
      guard value == 1 else { return }
      _ = store.commit { swapOut(&$0, 2) }
      store.source.sifted().map(text).subscribeValues { log.append($0) }.store(in: endpoints)
      store.source.siftedForChanges().map(text).subscribeValues { log.append("later \($0)") }.store(in: endpoints)
      _ = store.commit { swapOut(&$0, 3) }
    }.store(in: endpoints)
    _ = replace(store, by: 1)
    // The updates come after the handler, as for all subscriptions in the middle of an event.
    expect(log.entries, equals: ["4: 3"])
    _ = replace(store, by: 4)
    expect(log.entries, equals: ["4: 3", "5: 3 → 4", "later 5: 3 → 4"])
    endpoints.cancel()
  }

  @Test func `a handler's change is emitted after another thread's earlier one, in the order of storing`() {
    let store = Store<Int, Int>.make(0)
    let log = Log<Int>()
    let isOver = Gate()
    let endpoint = store.source.sifted().map(\.state).dropFirst().subscribeValues { value in
      log.append(value)
      if value == 1 {
        onAnotherThread { expect(store.commit { swapOut(&$0, 2) }, equals: .queued) }
        expect(store.commit { swapOut(&$0, 3) }, equals: .queued)
      }
      if value == 3 { isOver.open() }
    }
    _ = replace(store, by: 1)
    isOver.wait()
    expect(log.entries, equals: [1, 2, 3])
    expect(store.state, equals: 3)
    withExtendedLifetime(endpoint) {}
  }

  /// Runs `body` while a handler of the store is running on another thread.
  private func whileBusy(_ store: Store<Int, Int>, _ body: () -> Void) {
    let (isBusy, isDone) = (Gate(), Gate())
    let isFirst = AtomicWord(1)
    let busy = store.source.siftedForChanges().subscribeValues { _ in
      guard isFirst.clear(1) == 1 else { return }
      isBusy.open()
      isDone.wait()
    }
    let setter = startThread { [self] in _ = replace(store, by: 1) }
    isBusy.wait()
    body()
    isDone.open()
    setter.wait()
    busy.cancel()
  }

  @Test func `changes during the delivery of the first value follow it, on one thread at a time (C3, C12)`() {
    let store = Store<Int, Int>.make(0)
    let log = Log<String>()
    let (hasValue, mayReturn) = (Gate(), Gate())
    let late = Guarded<Endpoint?>(nil)
    let subscriber = Guarded<Gate?>(nil)
    let overlap = OverlapDetector()
    whileBusy(store) { [self] in
      let thread = startThread { [self] in
        let endpoint = store.source.sifted().map(text).subscribeValues { update in
          overlap.run {
            log.append(update)
            guard log.entries.count == 1 else { return }
            hasValue.open()
            mayReturn.wait()
          }
        }
        log.append("subscribed")
        late.change { $0 = endpoint }
      }
      subscriber.change { $0 = thread }
      hasValue.wait()
    }
    expect(replace(store, by: 2), equals: .delivered)
    expect(replace(store, by: 3), equals: .delivered)
    expect(log.entries, equals: ["2: 1"])
    mayReturn.open()
    subscriber.change { $0 }?.wait()
    expect(log.entries, equals: ["2: 1", "3: 1 → 2", "4: 2 → 3", "subscribed"])
    _ = replace(store, by: 4)
    expect(log.entries.last, equals: "5: 3 → 4")
    expect(!overlap.hasSeenOverlap)
    late.change { swapped(&$0, with: nil) }?.cancel()
  }

  @Test func `a subscription in the handler of a first value needs no deeper stack (C5)`() {
    let store = Store<Int, Int>.make(0)
    let bag = CancellableBag()
    let depth = Guarded((now: 0, most: 0, calls: 0))
    @Sendable func subscribe() {
      store.source.sifted().map(\.state).subscribeValues { _ in
        let goesOn = depth.change { depth in
          depth.now += 1
          depth.calls += 1
          depth.most = max(depth.most, depth.now)
          return depth.calls < 10_000
        }
        if goesOn { subscribe() }
        depth.change { $0.now -= 1 }
      }.store(in: bag)
    }
    whileBusy(store) { subscribe() }
    expect(depth.change { $0.calls }, equals: 10_000)
    expect(depth.change { $0.most }, equals: 1)
    bag.cancel()
  }

  @Test func `a subscription that is cancelled in the handler of its first value receives nothing more (C6)`() {
    let store = Store<Int, Int>.make(0)
    let log = Log<Int>()
    whileBusy(store) {
      let endpoint = store.source.sifted().map(\.state).subscribeWhile { value in
        log.append(value)
        return false
      }
      expect(!endpoint.isActive)
    }
    _ = replace(store, by: 2)
    expect(log.entries, equals: [1])
  }

  @Test func `the end follows the first value`() async {
    let log = Log<String>()
    let late = Guarded<Endpoint?>(nil)
    var store: Store<Int, Int>? = .make(0)
    store.map { store in
      whileBusy(store) {
        let endpoint = store.source.sifted().map(\.state).subscribe { log.append("\($0)") }
        late.change { $0 = endpoint }
      }
    }
    store = nil
    // The setting thread may still retain it.
    while log.entries.count < 2 { await letOthersGoOn() }
    expect(log.entries, equals: ["value(1)", "finished"])
    late.change { $0 = nil }
  }

  @Test func `the release of a store finishes its signals, which don't retain it`() {
    let log = Log<String>()
    var store: Store<Tracked, Tracked>? = .make(Tracked("state", log))
    let signal = store?.source.sifted().map(\.state)
    let endpoint = signal?.subscribe { event in
      if case .end(let end) = event { log.append("\(end)") }
    }
    store = nil
    expect(log.entries, equals: ["finished", "state released"])
    withExtendedLifetime((signal, endpoint)) {}
  }

  @Test
  func `a store that finished before its first subscription stores nothing more, and a subscriber receives the end`() {
    let store = Store<Int, Int>.make(0)
    expect(replace(store, by: 1), equals: .delivered)
    store.finishSignals()
    expect(replace(store, by: 2), equals: .ended)
    let recorder = Recorder(store.source.sifted().map(\.state))
    expect(recorder.history, equals: ["1", "|"])
    expect(replace(store, by: 3), equals: .ended)
    expect(store.state, equals: 1)
  }

  @Test func `an unobserved store releases no state under its lock`() {
    let log = Log<String>()
    let store = Guarded<Store<Tracked, Tracked>?>(nil)
    let read: @Sendable () -> Void = { log.append(store.change { $0 }?.state == nil ? "gone" : "read") }
    store.change { $0 = .make(Tracked(read)) }
    _ = store.change { $0 }?.commit { swapOut(&$0, Tracked {}) }
    expect(log.entries, equals: ["read"])
    store.change { $0 = nil }
  }

  @Test func `an observed store releases no state under its lock`() {
    let log = Log<String>()
    let reader = Guarded<(@Sendable () -> Void)?>(nil)
    let store = Store<Tracked, Tracked>.make(Tracked { reader.change { $0 }?() })
    let read: @Sendable () -> Void = { [weak store] in log.append(store?.state == nil ? "gone" : "read") }
    reader.change { $0 = read }
    _ = store.commit { swapOut(&$0, Tracked {}) }
    expect(log.entries, equals: ["read"])
  }

  @Test func `its own handler sets a store a million times on the stack of one set`() {
    let (store, number) = (Store<Int, Int>.make(0), repetitions(1_000_000, quick: 100_000))
    let endpoint = store.source.sifted().map(\.state).subscribeValues { value in
      if value > 0, value < number { _ = store.commit { swapOut(&$0, value + 1) } }
    }
    _ = replace(store, by: 1)
    expect(store.state, equals: number)
    withExtendedLifetime(endpoint) {}
  }
}

/// Replaces the state, and returns the former one.
private func swapOut<Value>(_ state: inout Value, _ value: Value) -> Value {
  var value = value
  swap(&state, &value)
  return value
}

extension Stress {
  /// Stores that several threads change. Run under thread sanitizer too.
  @Suite("Stress: stores") struct StoreStressTests {
    @Test func `four threads: updates are emitted in the order of storing, and the last one is the current state`() {
      let count = 10_000
      let store = Store<Int, Int>.make(-1)
      // One set of each thread causes one set of the handler.
      let last = UInt(1 + 4 * count + 4)
      // Without a lock: calls don't overlap (C3).
      final class Seen: @unchecked Sendable { var updates: [Update<Int, Int>] = [] }
      let seen = Seen()
      let isOver = Gate()
      let endpoint = store.source.sifted().subscribe { event in
        guard case .value(let update) = event else { return }
        seen.updates.append(update)
        if update.state & 0xFFFF_FFFF == 77 { _ = store.commit { swapOut(&$0, 9 << 32) } }
        if update.version == last { isOver.open() }
      }
      onThreads(4) { thread in
        for index in 0..<count { _ = store.commit { swapOut(&$0, thread << 32 | index) } }
      }
      isOver.wait()
      expect(seen.updates.map(\.version).elementsEqual(1...last))
      expect(zip(seen.updates, seen.updates.dropFirst()).allSatisfy { $1.change == $0.state })
      expect(seen.updates.last?.state, equals: store.state)
      for thread in 0..<4 {
        expect(
          seen.updates.map(\.state).filter { $0 >= 0 && $0 >> 32 == thread }.map { $0 & 0xFFFF_FFFF }
            .elementsEqual(0..<count))
      }
      withExtendedLifetime(endpoint) {}
    }

    @Test func `the first subscriber of a store that three threads change misses no change and receives none twice`() {
      let count = 20
      for _ in 0..<500 {
        let store = Store<Int, Int>.make(0)
        final class Seen: @unchecked Sendable { var updates: [Update<Int, Int>] = [] }
        let seen = Seen()
        let last = UInt(3 * count + 1)
        onThreads(4) { thread in
          if thread < 3 {
            for index in 0..<count { _ = store.commit { swapOut(&$0, thread << 32 | index) } }
          } else {
            let isOver = Gate()
            let endpoint = store.source.sifted().subscribeValues { update in
              seen.updates.append(update)
              if update.version == last { isOver.open() }
            }
            isOver.wait()
            endpoint.cancel()
          }
        }
        expect(seen.updates.map(\.version).elementsEqual((seen.updates.first?.version ?? 0)...last))
        expect(zip(seen.updates, seen.updates.dropFirst()).allSatisfy { $1.change == $0.state })
        expect(seen.updates.last?.state, equals: store.state)
      }
    }

    @Test func `a subscriber during the changes of four threads misses no change and receives none twice`() {
      let count = 3_000
      let store = Store<Int, Int>.make(0)
      final class Seen: @unchecked Sendable { var versions: [UInt] = [] }
      let all = Log<Seen>()
      let last = UInt(4 * count + 1)
      onThreads(5) { thread in
        if thread < 4 {
          for index in 0..<count { _ = store.commit { swapOut(&$0, index) } }
        } else {
          for _ in 0..<50 {
            let seen = Seen()
            let isOver = Gate()
            let endpoint = store.source.sifted().subscribeValues { update in
              seen.versions.append(update.version)
              if update.version == last { isOver.open() }
            }
            all.append(seen)
            isOver.wait()
            endpoint.cancel()
          }
        }
      }
      for seen in all.entries {
        expect(seen.versions.elementsEqual((seen.versions.first ?? 0)...last))
      }
    }
  }
}
