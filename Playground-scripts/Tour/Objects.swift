import SignalsKVO

private final class Room {
  @Observed var celsius: Int

  init(celsius: Int) { self.celsius = celsius }

  /// Observable without any declaration.
  var fahrenheit: Int { celsius * 9 / 5 + 32 }
}

private final class House {
  @Observed var warmest = Room(celsius: 20)
}

private final class Dial {
  @Observed var degrees = 0
}

func computedProperty() {
  let house = House()
  let observer = KeyValueObserver(house, \.warmest.fahrenheit, options: [.old, .new]) { change in
    print("     \(change.reason): \(change.oldValue ?? 0) → \(change.newValue ?? 0)")
  }

  print("   An observer follows \\.warmest.fahrenheit of a house. A room computes it from its celsius.")
  print("   The room gets warmer, then another room becomes the warmest:")
  house.warmest.celsius = 25
  house.warmest = Room(celsius: 30)

  observer.cancel()
}

func boundObjects() {
  let room = Room(celsius: 20)
  let dial = Dial()
  let binding = bind(dial, \.degrees, to: room, \.celsius)
  let observers = [
    KeyValueObserver(dial, \.degrees, options: [.new]) { print("     dial: \($0.newValue ?? 0)") },
    KeyValueObserver(room, \.celsius, options: [.new]) { print("     room: \($0.newValue ?? 0)") },
  ]

  print("   The dial is set to 22, then the room to 19. Each set reaches the other object once, without an echo:")
  dial.degrees = 22
  room.celsius = 19

  observers.cancelAll()
  binding.cancel()
}
