import Signals
import SignalsTesting
import Testing

/// Overloads of one name multiply in a chain, until the compiler gives it up. These are long, and have to compile.
@Suite("Long chains", .leavesNothing) struct LongChainTests {
  @Test func `many operators in one expression`() {
    let result = history(of: [1, 2, 2, 3, 4, 5, 6, 7, 8]) { (numbers: Signal<Int>) in
      numbers.map { $0 * 2 }.filter { $0 > 2 }.removeDuplicates().dropFirst().drop { $0 < 3 }.prefix { $0 < 100 }
        .enumerated().map { $0.index + $0.value }.pairwise().map { $0.current - $0.previous }
        .collect(3).map { $0.count * 3 }.prepend(1, 2, 3).append(contentsOf: [4, 5]).first { $0 > 4 }
        .replaceEmpty(with: 0).mapError { $0 }.replaceError(with: 4).uniqued().stride(by: 2).slidingWindow(count: 1)
        .map { $0.count * 5 }.append(3).last { $0 > 4 }.contains { $0 == 5 }
    }
    expect(result, equals: ["true", "|"])
  }

  @Test func `many with closures of several signals`() {
    let result = history(of: [1, 2, 3]) { (numbers: Signal<Int>) in
      numbers.withLatest(from: numbers) { $0 + $1 }.combineLatest(numbers) { $0 * $1 }.zip(with: numbers) { $0 - $1 }
        .scan(into: []) { $0.append($1) }.map { $0.count }.prefix(through: { $0 < 3 }).prefix { $0 < 4 }.repeat(1)
        .ifEmpty(switchTo: .of(1)).suffix(2).map { $0 > 2 }.not().and(numbers.map { $0 > 2 }).or(numbers.map { $0 > 5 })
        .scan(0) { $1 ? $0 + 1 : $0 }.suffix(3).collect().map { $0.count }
    }
    expect(result.last, equals: "|")
  }

  @Test func `formulas after zip`() {
    let prices = Signal.of(100.0, 103, 102, 100), counts = Signal.of(1, 2, 3)
    let changes = zip(prices, prices.dropFirst()).map { ($1 - $0) / $0 * 100 }.filter { $0 > 1 || $0 < -1 }
    let directions = zip(prices, prices.dropFirst()).map { ($1 - $0) / $0 * 100 }.map { $0 > 0 ? "up" : "down" }
    let products = zip(prices, counts.map { Double($0) }).map { $0 * $1 + 1 }.filter { $0 > 0 && $0 < 300 }
    let rounded = zip(prices, counts).map { $0 * Double($1) + 1 }.map { ($0 / 100).rounded() * 100 }
    let named = zip(prices, prices.dropFirst()).map { old, new in (new - old) / old * 100 }.filter { $0 > 1 }
    expect(Recorder(changes).history, equals: ["3.0", "-1.9607843137254901", "|"])
    expect(Recorder(directions).history, equals: ["up", "down", "down", "|"])
    expect(Recorder(products).history, equals: ["101.0", "207.0", "|"])
    expect(Recorder(rounded).history, equals: ["100.0", "200.0", "300.0", "|"])
    expect(Recorder(named).history, equals: ["3.0", "|"])
  }

  @Test func `many that answer at the finish`() {
    let result = history(of: ["a", "bb", "cc", "ddd"]) { (words: Signal<String>) in
      words.removeDuplicates(on: \.count).uniqued(on: \.count).map(\.count).prepend(3).append(4).max { $0 < $1 }
        .collect().map { $0.count * 4 }.contains(4).map { $0 ? 1 : 0 }.last().first().single().count().min().max()
        .reduce(0) { $0 + $1 }.allSatisfy { $0 == 1 }.map { $0 ? "yes" : nil }.replaceNil(with: "no").element(at: 0)
    }
    expect(result, equals: ["yes", "|"])
  }
}
