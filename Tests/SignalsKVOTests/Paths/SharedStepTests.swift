import SignalsKVO
import Testing

@Suite("Properties and collections of any thread on a path (K3, K8)", .leavesNothing) struct SharedStepTests {
  final class Shop {
    let stock = Property(1)
    let names = ObservedArray(["a"])
    let prices = ObservedDictionary(["a": 1])
    @Observed var label = "Shop"
    var line: String { "\(label) \(stock.value) \(names.value) \(prices["a"] ?? 0)" }
  }

  @MainActor
  @Test("a set on the observer's actor is reported synchronously")
  func onTheActor() {
    let shop = Shop()
    let double = shop.stock.derived { $0 * 2 }
    final class Window {
      let double: Derived<Int>
      init(_ double: Derived<Int>) { self.double = double }
    }
    let window = Window(double)
    var calls: [String] = []
    let observers = [
      KeyValueObserver(shop, \.stock.value, options: [.old, .new]) {
        calls.append("stock \($0.oldValue ?? 0) \($0.newValue ?? 0)")
      },
      KeyValueObserver(shop, \.line, options: [.new]) { calls.append("line \($0.newValue ?? "-")") },
      KeyValueObserver(window, \.double.value, options: [.new]) { calls.append("double \($0.newValue ?? 0)") },
    ]
    shop.stock.value = 2
    shop.names.append("b")
    shop.prices["a"] = 3
    shop.label = "S"
    expect(
      calls,
      equals: [
        "stock 1 2", "line Shop 2 [\"a\"] 1", "double 4", "line Shop 2 [\"a\", \"b\"] 1",
        "line Shop 2 [\"a\", \"b\"] 3", "line S 2 [\"a\", \"b\"] 3",
      ])
    for observer in observers { observer.cancel() }
    shop.stock.value = 5
    expect(calls.count, equals: 6)
  }

  @MainActor
  @Test("a set on another thread is reported on the observer's actor later")
  func setOnAnotherThread() async {
    let shop = Shop()
    var calls: [Int] = []
    let observer = KeyValueObserver(shop, \.stock.value, options: [.new]) { calls.append($0.newValue ?? 0) }
    let stock = shop.stock
    onAnotherThread { stock.value = 7 }
    expect(calls, equals: [])
    while calls.isEmpty { await letOthersGoOn() }
    expect(calls, equals: [7])
    observer.cancel()
  }

  @MainActor
  @Test("no call follows a cancel while another thread's set is pending (C6)")
  func cancelled() async {
    let shop = Shop()
    var calls: [String] = []
    let first = KeyValueObserver(shop, \.stock.value, options: [.new]) { calls.append("first \($0.newValue ?? 0)") }
    let second = KeyValueObserver(shop, \.stock.value, options: [.new]) { calls.append("second \($0.newValue ?? 0)") }
    let stock = shop.stock
    onAnotherThread { stock.value = 7 }
    first.cancel()
    await mainQueueIsIdle()
    expect(calls, equals: ["second 7"])
    second.cancel()
  }

  @Test("outside of actors a Property on the path is read with the next change of an observed property")
  func outsideOfActors() {
    let shop = Shop()
    var calls: [String] = []
    let observer = KeyValueObserver(shop, \.line, options: [.new]) { calls.append($0.newValue ?? "-") }
    shop.stock.value = 2
    expect(calls, equals: [])
    shop.label = "S"
    expect(calls, equals: ["S 2 [\"a\"] 1"])
    observer.cancel()
  }
}

@Suite("A Property that replaces another one (K3)", .leavesNothing) struct ReplacedPropertyTests {
  @MainActor final class Meter {
    @Observed var tick = 0
    var reading: Property<Int>? = Property(1)
    var sum: Int { tick + (reading?.value ?? 0) }
  }

  @MainActor
  @Test("a replacing Property is followed")
  func replaced() {
    let meter = Meter()
    var calls: [Int] = []
    let observer = KeyValueObserver(meter, \.sum, options: [.new]) { calls.append($0.newValue ?? 0) }
    for round in 1...50 {
      meter.reading = nil
      meter.reading = Property(10 * round)
      meter.tick += 1
      meter.reading?.value += 1
      expect(calls.suffix(2), equals: [11 * round, 11 * round + 1])
    }
    observer.cancel()
  }
}
