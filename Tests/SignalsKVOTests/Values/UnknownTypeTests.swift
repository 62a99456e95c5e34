import Signals
import SignalsKVO
import SignalsTesting
import Testing

/// Derived values that are read by code which knows them as observable values of any type (K8).
@Suite("Derived values of unknown types", .leavesNothing) struct UnknownTypeTests {
  private struct Row: Equatable, Sendable {
    var texts: [String]
    var sums: (one: Double, other: Double) = (0, 0)
    var name: String

    static func == (one: Row, other: Row) -> Bool { one.texts == other.texts && one.name == other.name }
  }

  private final class Object: Sendable {}

  /// Reads a value before and after a set, within a computation too.
  private func values<Value: Sendable>(of value: ObservableValue<Value>, setting number: Property<Int>) -> [Value] {
    let reader = Derived(isSame: { _, _ in false }) { value.value }
    var values = [value.value, value.value, reader.value]
    number.value += 1
    values += [reader.value, value.value]
    return values
  }

  private func values<Value: Sendable>(_ make: @escaping @Sendable (Int) -> Value) -> [Value] {
    let number = Property(1)
    return values(of: number.derived(make), setting: number)
  }

  @Test func `they are read like any other, however large they are`() {
    expect(values { $0 }, equals: [1, 1, 1, 2, 2])
    expect(values { $0 > 1 }, equals: [false, false, false, true, true])
    expect(values { "\($0)" }, equals: ["1", "1", "1", "2", "2"])
    expect(values { $0 > 1 ? nil : "a" }, equals: ["a", "a", "a", nil, nil])
    expect(values { _ in () }.count, equals: 5)
    let row: @Sendable (Int) -> Row = { Row(texts: ["\($0)"], name: "row \($0)") }
    expect(values(row), equals: [row(1), row(1), row(1), row(2), row(2)])
    expect(MemoryLayout<Row>.size > 4 * MemoryLayout<Int>.size)
  }

  @Test func `a read keeps no object alive`() {
    let number = Property(1)
    let object = Derived { (number.value, Object()).1 }
    weak var first: Object?
    do {
      let objects = values(of: object, setting: number)
      first = objects.first
      expect(objects[0] === objects[2])
      expect(objects[2] !== objects[4])
    }
    expect(first == nil)
  }
}
