import SignalsKVO
import Testing

/// The idea of a wrapper of key-value observing that needs one closure, and of a signal on top of it.
@Suite("Idea: one closure that receives the place of a change", .leavesNothing) struct KeyPathIdeaTests {
  final class Engine { @Observed var revolutions = 0 }
  final class Car {
    @Observed var engine: Engine? = Engine()
    @WeakObserved var driver: Person?
  }

  @Test("the closure receives the reason: the value, the path or the end of the source")
  func reasons() {
    var car: Car? = Car()
    var log: [String] = []
    let observer = car.map {
      KeyValueObserver($0, \.engine?.revolutions) { change in
        switch change.reason {
        case .valueChanged: log.append("value \(change.newValue.flatMap { $0 } ?? -1)")
        case .pathChanged: log.append("path \(change.newValue.flatMap { $0 } ?? -1)")
        case .sourceDeleted: log.append("deleted")
        }
      }
    }
    car?.engine?.revolutions = 1_000
    car?.engine = Engine()
    car?.engine = nil
    car = nil
    expect(log, equals: ["value 0", "value 1000", "path 0", "path -1", "deleted"])
    observer?.cancel()
  }

  @Test("a weak property is followed until its object dies")
  func weakProperties() {
    let car = Car()
    var ada: Person? = Person("Ada")
    car.driver = ada
    var log: [String] = []
    let observer = KeyValueObserver(car, \.driver?.firstName, options: [.old, .new]) { change in
      log.append("\(change.oldValue.flatMap { $0 } ?? "none") → \(change.newValue.flatMap { $0 } ?? "none")")
    }
    ada = nil
    expect(car.driver == nil)
    expect(log, equals: ["Ada → none"])
    observer.cancel()
  }

  @Test("the death of the observed object before its observers is harmless")
  func objectFirst() {
    var car: Car? = Car()
    let observers = (0..<10).compactMap { _ in car.map { KeyValueObserver($0, \.engine?.revolutions) { _ in } } }
    car = nil
    expect(observers.allSatisfy { !$0.isActive })
    for observer in observers { observer.cancel() }
  }

  @Test("the signal of a path is typed, and endpoints are gathered with +=")
  func signals() {
    let car = Car()
    let log = Log<String>()
    var endpoints: [any Cancellable] = []
    endpoints += Signal.keyValueObserving(car, \.engine?.revolutions)
      .compactMap { $0 }
      .map { "\($0) per minute" }
      .subscribeValues { log.append($0) }
    car.engine?.revolutions = 900
    endpoints.cancelAll()
    car.engine?.revolutions = 0
    expect(log.entries, equals: ["0 per minute", "900 per minute"])
  }
}
