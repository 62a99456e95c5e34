import Foundation
import Signals
import SignalsKVO
import Testing

/// B3, B6: random networks of parts of one dictionary, one array and one property, with transactions and handlers that set.
///
/// After each step, all ends that bindings connect have the value of the last set. The seeds are the same in each run.
@MainActor
@Suite("Binding: random networks of parts", .leavesNothing) struct RandomPartTests {
  enum Content: CaseIterable {
    case dictionary, array, property, mixed
  }

  enum Shape: CaseIterable {
    case star, chain, ring, other
  }

  @Test(arguments: Content.allCases, Shape.allCases)
  func `all ends have the value of the last set`(content: Content, shape: Shape) {
    for seed in 0..<UInt64(repetitions(400, quick: 25)) {
      var program = PartProgram(seed: seed, content, shape)
      if let fault = program.run() {
        Issue.record("seed \(seed): \(fault)")
        return
      }
    }
  }
}

@MainActor
private struct PartProgram {
  private struct Row: Identifiable, Equatable, Sendable {
    let id: Int
    var number = 0
  }

  private struct Numbers: Sendable, Equatable {
    var values = [0, 0, 0, 0, 0]
  }

  private enum Kind: CaseIterable {
    case own, entry, row, member
  }

  /// A part of something, or a property.
  @MainActor
  private struct End {
    let bindable: any Bindable<Int>
    let get: () -> Int
    let set: @MainActor @Sendable (Int) -> Void
    let signal: Signal<Int>
  }

  /// What has been set, which handlers see as well.
  @MainActor
  private final class Log {
    var last = 0
    /// How many handlers may still set in this step.
    var allowance = 0
    var lines: [String] = []

    func set(_ end: End, _ name: String) {
      last += 1
      lines.append("\(name) = \(last)")
      end.set(last)
    }
  }

  private var random: SeededGenerator
  private var ends: [End] = []
  private var bindings: [TwoWayBinding] = []
  private var handlers: [Endpoint] = []
  private let log = Log()

  private let entries: ObservedDictionary<Int, Int> = [:]
  private let rows = ObservedArray((0..<5).map { Row(id: $0) })
  private let members = Property(Numbers())
  /// The rows have other types than the ends, so that each is bound to a property by a converter.
  private var fields: [TwoWayBinding] = []

  init(seed: UInt64, _ content: RandomPartTests.Content, _ shape: RandomPartTests.Shape) {
    random = SeededGenerator(seed: seed)
    let count = number(in: 3...5)
    // Half of the networks have one end that is no part.
    let first: Kind? = number(in: 0...1) == 0 ? .own : nil
    for index in 0..<count {
      let kind: Kind =
        switch content {
        case .dictionary: .entry
        case .array: .row
        case .property: .member
        case .mixed: Kind.allCases[number(in: 0...3)]
        }
      ends.append(end(index == 0 ? first ?? kind : kind, index))
    }
    for index in 1..<count {
      switch shape {
      case .star: bind(0, index)
      case .chain, .ring: bind(index - 1, index)
      case .other: bind(number(in: 0...index - 1), index)
      }
    }
    if shape == .ring { bind(count - 1, 0) }
    if shape == .other { bind(0, number(in: 1...count - 1)) }
    for _ in 0..<number(in: 0...2) { addHandler() }
  }

  private mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func end(_ kind: Kind, _ index: Int) -> End {
    switch kind {
    case .own:
      let property = Property(0)
      return End(bindable: property, get: { property.value }, set: { property.value = $0 }, signal: property.signal)
    case .entry:
      let (entries, part) = (entries, entries.part(index, default: 0))
      return End(bindable: part, get: { part.value }, set: { entries[index] = $0 }, signal: part.signal)
    case .row:
      let (part, field) = (rows.part(id: index), Property(0))
      fields.append(
        SignalsKVO.bind(
          part, to: field,
          converting: Converter(forward: { $0?.number ?? 0 }, backward: { Row(id: index, number: $0) })))
      return End(
        bindable: field, get: { part.value?.number ?? 0 }, set: { part.value = Row(id: index, number: $0) },
        signal: part.signal.map { $0?.number ?? 0 })
    case .member:
      let part = members.part(\.values[index])
      return End(bindable: part, get: { part.value }, set: { part.value = $0 }, signal: part.signal)
    }
  }

  private mutating func bind(_ one: Int, _ other: Int) {
    func bind(_ first: some Bindable<Int>, _ second: some Bindable<Int>) -> TwoWayBinding {
      first._bind(to: second, .fromSecond, .lastWriter, on: MainActor.shared, #fileID, #line)
    }
    func bind(_ first: some Bindable<Int>, to second: any Bindable<Int>) -> TwoWayBinding {
      func toSecond(_ second: some Bindable<Int>) -> TwoWayBinding { bind(first, second) }
      return toSecond(second)
    }
    let (first, second) = number(in: 0...1) == 0 ? (one, other) : (other, one)
    bindings.append(bind(ends[first].bindable, to: ends[second].bindable))
  }

  private mutating func addHandler() {
    let (source, target, divisor) = (number(in: 0...ends.count - 1), number(in: 0...ends.count - 1), number(in: 2...3))
    let (end, log) = (ends[target], log)
    handlers.append(
      ends[source].signal.subscribeValues { value in
        MainActor.assumeIsolated {
          guard value > 0, value % divisor == 0, log.allowance > 0 else { return }
          log.allowance -= 1
          log.set(end, "as \(source) is \(value): \(target)")
        }
      })
  }

  /// Runs the program up to the first step that leaves a fault, and returns that.
  mutating func run() -> String? {
    defer { for endpoint in bindings + fields as [any Cancellable] + handlers { endpoint.cancel() } }
    for _ in 0..<10 {
      log.lines = []
      log.allowance = 3
      let count = number(in: 0...4)
      let targets = (0..<max(count, 1)).map { _ in number(in: 0...ends.count - 1) }
      // No count stands for a set outside of a transaction.
      if count == 0 {
        log.set(ends[targets[0]], "\(targets[0])")
      } else {
        transaction { for target in targets { log.set(ends[target], "\(target)") } }
      }
      let values = ends.map { $0.get() }
      let isSettled = (bindings + fields).allSatisfy { $0.state.unsettled == nil && $0.state.pending.isEmpty }
      guard values.allSatisfy({ $0 == log.last }), isSettled else { return "\(values) after \(log.lines)" }
    }
    return nil
  }
}
