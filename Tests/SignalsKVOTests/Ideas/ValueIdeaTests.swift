import Signals
import SignalsKVO
import Testing

/// Ideas for a value that can be observed, in the terms of their proposals.
@Suite("Ideas: a value that can be observed", .leavesNothing) struct ValueIdeaTests {
  /// `Observable<Value>`: a value, observers that belong to an owner, and four wishes.
  @Suite("value, addObserver(forOwner:triggerImmediately:), removeObservers(forOwner:)") struct ObservableTests {
    @MainActor private final class Thermostat {
      let celsius = Property(20.0)
    }

    @MainActor private final class Display {
      private(set) var lines: [String] = []

      func follow(_ thermostat: Thermostat) {
        thermostat.celsius.addObserver(forOwner: self, triggerImmediately: true) { display, old, new in
          display.lines.append(old == new ? "\(new)°" : "\(old)° → \(new)°")
        }
      }
    }

    @Test @MainActor func `an owner's observer is called at once, then with old and new values, until it is removed`() {
      let thermostat = Thermostat()
      let display = Display()
      display.follow(thermostat)
      thermostat.celsius.value = 21
      thermostat.celsius.value = 22
      thermostat.celsius.removeObservers(forOwner: display)
      thermostat.celsius.value = 23
      expect(display.lines, equals: ["20.0°", "20.0° → 21.0°", "21.0° → 22.0°"])
    }

    @Test @MainActor func `wish: computed values`() {
      let celsius = Property(20.0)
      let isNight = Property(false)
      let fahrenheit = celsius.derived { $0 * 9 / 5 + 32 }
      let target = Derived { isNight.value ? 60 : fahrenheit.value }
      let display = Display()
      let log = Log<String>()
      target.addObserver(forOwner: display, triggerImmediately: true) { _, new in log.append("\(new)") }
      celsius.value = 25
      isNight.value = true
      celsius.value = 30
      expect(log.entries, equals: ["68.0", "77.0", "60.0"])
    }

    @Test @MainActor func `wish: insertions and deletions of collections`() {
      let rows = ObservedArray(["a", "b"])
      let display = Display()
      let log = Log<String>()
      let endpoint = rows.changes.subscribeValues(for: display) { _, changes in
        for change in changes { log.append("\(change)") }
      }
      rows.insert("c", at: 1)
      rows.remove(at: 0)
      expect(
        log.entries,
        equals: [
          "\(ArrayChange.insertion(["c"], at: 1))", "\(ArrayChange.removal(["a"], at: 0))",
        ])
      endpoint.cancel()
    }

    @Test @MainActor func `wish: properties without .value`() {
      @MainActor final class Room { @Observed var celsius = 20.0 }
      let room = Room()
      var received: [Double] = []
      let observer = KeyValueObserver(room, \.celsius, options: .new) { received += [$0.newValue ?? 0] }
      room.celsius += 1
      expect(room.celsius, equals: 21)
      expect(received, equals: [21])
      observer.cancel()
    }

    @Test @MainActor func `wish: automatic removal of observers`() {
      let thermostat = Thermostat()
      var display: Display? = Display()
      weak let observed = display
      let log = Log<String>()
      if let display {
        let mark = Tracked("handler", log)
        thermostat.celsius.addObserver(forOwner: display, triggerImmediately: true) { _, old, new in
          mark.touch()
          log.append("\(old) → \(new)")
        }
      }
      thermostat.celsius.value = 21
      expect(log.take(), equals: ["20.0 → 20.0", "20.0 → 21.0"])
      display = nil
      expect(observed == nil)
      thermostat.celsius.value = 22
      thermostat.celsius.value = 23
      expect(log.take(), equals: ["handler released"])
    }
  }

  /// `Property<T>`: deliberately simple.
  @Suite("subscribe(self) { … }") struct SimplePropertyTests {
    private final class Player: Sendable {
      let score = Property(0)
    }

    private final class Scoreboard: Sendable {
      let shown = Log<Int>()

      init(_ player: Player) {
        player.score.subscribe(self) { board, score in board.shown.append(score) }
      }
    }

    @Test func `one line declares a property, one subscribes, and subscribers are held weakly`() {
      let player = Player()
      let board = Scoreboard(player)
      var another: Scoreboard? = Scoreboard(player)
      weak let gone = another
      player.score.value = 1
      another = nil
      player.score.value = 10
      player.score.modify { $0 += 5 }
      expect(board.shown.entries, equals: [1, 10, 15])
      expect(gone == nil)
    }
  }
}
