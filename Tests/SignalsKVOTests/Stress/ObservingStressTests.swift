import SignalsTesting
import Testing

@testable import SignalsKVO

extension Stress {
  /// C6, C8, C12 for observers of plain objects and for their signals. Run under thread sanitizer too.
  @Suite("Stress: observing") struct ObservingStressTests {
    @Test(arguments: [\Person.firstName, \Person.fullName])
    func `an observer that another thread cancels during sets gets no later set`(
      path: KeyPath<Person, String> & Sendable
    ) {
      let rounds = 3_000
      let released = Counter()
      let late = Counter()
      let observers = Handover<KeyValueObserver>()
      let isCancelled = Signpost()
      onThreads(2) { thread in
        if thread == 0 {
          let person = Person("Ada")
          final class Flag { var isLate = false }
          for round in 0..<rounds {
            let mark = Tracked { released.add() }
            let flag = Flag()
            observers.put(
              KeyValueObserver(person, path, options: [.old, .new]) { [mark] _ in
                mark.touch()
                if flag.isLate { late.add() }
              })
            while !flag.isLate {
              // A handler call that begins after the return of the cancel is late.
              flag.isLate = isCancelled.hasReached(round + 1)
              person.firstName = "x"
            }
          }
        } else {
          for round in 0..<rounds {
            observers.take().cancel()
            isCancelled.reach(round + 1)
          }
        }
      }
      expect(late.count, equals: 0)
      expect(released.count, equals: rounds)
    }

    @Test func `an observer may be released on another thread during a set`() {
      let rounds = 3_000
      let released = Counter()
      let observers = Handover<KeyValueObserver>()
      let isReleased = Signpost()
      onThreads(2) { thread in
        if thread == 0 {
          let package = Package(Person("Ada"))
          let stays = KeyValueObserver(package, \.recipient.firstName, options: []) { _ in }
          for round in 0..<rounds {
            let mark = Tracked { released.add() }
            observers.put(
              KeyValueObserver(package, \.recipient.fullName, options: [.prior, .old, .new]) { [mark] _ in mark.touch()
              })
            var count = 0
            while !isReleased.hasReached(round + 1) {
              if count.isMultiple(of: 3) {
                package.recipient = Person("Grace")
              } else {
                package.recipient.firstName = "x"
              }
              count += 1
            }
          }
          stays.cancel()
        } else {
          for round in 0..<rounds {
            _ = observers.take()
            isReleased.reach(round + 1)
          }
        }
      }
      expect(released.count, equals: rounds)
    }

    @Test func `a handler that another thread cancels during its run is released when it returns`() {
      let rounds = 2_000
      let released = Counter()
      let early = Counter()
      let observers = Handover<KeyValueObserver>()
      let isInside = Signpost()
      let isCancelled = Signpost()
      onThreads(2) { thread in
        if thread == 0 {
          let person = Person("Ada")
          for round in 0..<rounds {
            let mark = Tracked { released.add() }
            let observer = KeyValueObserver(person, \.firstName, options: [.new]) { [mark] _ in
              isInside.reach(round + 1)
              isCancelled.wait(for: round + 1)
              if released.count != round { early.add() }
              mark.touch()
            }
            observers.put(observer)
            person.firstName = "x"
          }
        } else {
          for round in 0..<rounds {
            let observer = observers.take()
            isInside.wait(for: round + 1)
            observer.cancel()
            isCancelled.reach(round + 1)
          }
        }
      }
      expect(early.count, equals: 0)
      expect(released.count, equals: rounds)
    }

    @Test func `another thread may release the last reference to an object while its observer is cancelled`() {
      let rounds = 3_000
      let released = Counter()
      let deletions = Counter()
      for _ in 0..<rounds {
        let isReady = Gate()
        let place = Guarded<Unshared<Person>?>(nil)
        let observer: KeyValueObserver
        do {
          let mark = Tracked { released.add() }
          let person = Person("Ada")
          place.change { $0 = Unshared(person) }
          observer = KeyValueObserver(person, \.fullName, options: []) { [mark] change in
            mark.touch()
            if change.reason == .sourceDeleted { deletions.add() }
          }
        }
        let dropping = startThread {
          isReady.wait()
          _ = place.change { swapped(&$0, with: nil) }
        }
        isReady.open()
        observer.cancel()
        dropping.wait()
      }
      expect(released.count, equals: rounds)
      expect(deletions.count <= rounds)
    }

    @Test func `a new subscriber during sets gets the current value, and every change after it`() {
      final class Meter { @Observed var level = 0 }
      let newcomers = 1_000
      let short = Log<[Int]>()
      let long = Log<Log<Int>>()
      let signals = Handover<Signal<Int>>()
      let areReady = Counter()
      let areDone = Counter()
      let isOver = Signpost()
      let sets = Counter()
      onThreads(5) { thread in
        if thread == 0 {
          let meter = Meter()
          for _ in 0..<2 {
            signals.put(meter.$level.signal)
            signals.put(Signal.keyValueObserving(meter, \.level))
          }
          while areReady.count < 4 { yieldProcessor() }
          while areDone.count < 4 {
            sets.add()
            meter.level += 1
          }
          isOver.reach(1)
          // All observers have to receive the last change before the object dies.
          while areDone.count < 8 { yieldProcessor() }
        } else {
          let signal = signals.take()
          let all = Log<Int>()
          long.append(all)
          let endpoint = signal.subscribeValues { all.append($0) }
          areReady.add()
          for _ in 0..<newcomers {
            let received = Log<Int>()
            let newcomer = signal.subscribeValues { received.append($0) }
            while received.entries.count < 4 { yieldProcessor() }
            newcomer.cancel()
            short.append(received.entries)
          }
          areDone.add()
          isOver.wait(for: 1)
          while all.entries.last != sets.count { yieldProcessor() }
          endpoint.cancel()
          areDone.add()
        }
      }
      expect(long.entries.map(\.entries), equals: Array(repeating: Array(0...sets.count), count: 4))
      for received in short.entries {
        let first = received.first ?? 0
        expect(received.elementsEqual(first..<first + received.count))
      }
    }
  }
}

/// C13, K4: objects of the main actor that die on other threads.
extension Stress {
  @MainActor @Suite("Stress: observing on the main actor") struct MainActorObservingStressTests {
    @MainActor final class Screen {
      @Observed var title = "a"
      @WeakObserved var parent: Screen?
    }

    @Test func `a root that another thread releases during sets is reported once, on the main actor`() async {
      let rounds = 500
      let history = History()
      var observers: [KeyValueObserver] = []
      let stays = Screen()
      for round in 0..<rounds {
        let place: Guarded<Screen?>
        do {
          let screen = Screen()
          stays.parent = screen
          place = Guarded(screen)
          observers.append(
            history.observe(screen, \.title, [], as: "\(round)") { _ in MainActor.assertIsolated() })
        }
        let parent = KeyValueObserver(stays, \.parent?.title, options: [.new]) { _ in MainActor.assertIsolated() }
        let thread = startThread { _ = place.change { swapped(&$0, with: nil) } }
        stays.title = "\(round)"
        if !round.isMultiple(of: 3) { stays.parent = nil }
        thread.wait()
        parent.cancel()
      }
      await mainQueueIsIdle()
      // If a read on the main actor releases the last reference, the death is reported at once.
      expect(history.lines.sorted(), equals: (0..<rounds).map { "\($0): sourceDeleted - -" }.sorted())
      expect(observers.allSatisfy { !$0.isActive })
    }
  }
}
