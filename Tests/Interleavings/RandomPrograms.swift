import Dispatch
import Signals
import SignalsKVO
import Testing

extension Interleavings {
  @Suite("Random programs") struct RandomPrograms {
    @Test func `programs of random steps keep the laws in random orders (C1, C3, C4, C6, C8–C12, K2, K8)`() {
      samplePrograms("random program", 150) { number, run in RandomProgram(number, run.journal).begin(in: run) }
    }
  }
}

/// A program of two or three threads with a few random steps each, on sources, properties, derived values, joins and queues.
///
/// Each thread sends and sets numbers of its own, in ascending order.
// Unchecked: the controller runs one thread at a time.
private final class RandomProgram: @unchecked Sendable {
  private enum Step: CaseIterable {
    case sendInline, sendOnQueue, sendInTransaction
    case setFirst, setSecond, setBoth, modify
    case readSum, subscribe, subscribeToSum, cancel, finish
  }

  private let journal: Journal
  private var generator: SplitMix
  private let inline = SignalInput<Int>()
  private let queued: SignalInput<Int>
  private let first = Property(0)
  private let second = Property(0)
  private let sum: Derived<Int>
  private var endpoints: [(name: String, endpoint: Endpoint)] = []
  /// The names of the subscriptions that a step may have cancelled.
  private var cancelled: Set<String> = []
  private var isFinished = false

  init(_ seed: UInt64, _ journal: Journal) {
    self.journal = journal
    generator = SplitMix(seed)
    queued = SignalInput(on: DispatchQueue(label: "source"))
    sum = Derived { [first, second] in first.value + second.value }
  }

  /// Subscribes, and adds the threads and the check.
  func begin(in run: Run) {
    listen("inline", inline.signal)
    listen("queued", queued.signal)
    listen("delivered", inline.signal.deliver(on: DispatchQueue(label: "delivery")))
    listen("sum", sum.signal)
    // The same value on two ways, which no reader may see apart.
    listen("diamond", combineLatest(inline.signal, inline.signal.map { -$0 }).map { $0 + $1 })
    listen("pair", combineLatest(first.signal, second.signal).map { $0 * 1_000 + $1 })
    for thread in 1...2 + generator.number(below: 2) {
      let steps = (0...generator.number(below: 3)).map { _ in
        (Step.allCases[generator.number(below: Step.allCases.count)], generator.number(below: 6))
      }
      run.thread("thread \(thread)") { [self] in
        for (index, step) in steps.enumerated() { perform(step.0, thread * 100 + index * 10, step.1) }
      }
    }
    run.check { [self] in check() }
  }

  private func listen(_ name: String, _ signal: Signal<Int>) {
    let endpoint = signal.subscribe { [journal] event in
      journal.handler(name) {
        switch event {
        case .value(let value): journal.note("\(name) \(value)")
        case .end: journal.note("\(name) end")
        }
      }
    }
    endpoints.append((name, endpoint))
  }

  private func perform(_ step: Step, _ number: Int, _ choice: Int) {
    switch step {
    case .sendInline: inline.send(number)
    case .sendOnQueue: queued.send(number)
    case .sendInTransaction:
      transaction {
        inline.send(number)
        queued.send(number)
        inline.send(number + 1)
      }
    case .setFirst: first.value = number
    case .setSecond: second.value = number
    case .setBoth:
      transaction {
        first.value = number
        second.value = number
      }
    case .modify: first.modify { $0 += 1 }
    case .readSum: _ = sum.value
    case .subscribe: listen("inline-\(number)", inline.signal)
    case .subscribeToSum: listen("sum-\(number)", sum.signal)
    case .cancel:
      let chosen = endpoints[choice]
      cancelled.insert(chosen.name)
      chosen.endpoint.cancel()
    case .finish:
      isFinished = true
      inline.finish()
    }
  }

  /// Describes a broken law, or returns nil.
  private func check() -> String? {
    let wrong = brokenLaw()
    for (_, endpoint) in endpoints { endpoint.cancel() }
    endpoints = []
    return wrong
  }

  private func brokenLaw() -> String? {
    for (name, _) in endpoints {
      let values = journal.values(name)
      if let end = values.firstIndex(of: "end"), end != values.count - 1 { return "\(name): a value after the end" }
      let numbers = values.compactMap { Int($0) }
      if name.hasPrefix("inline") || name == "queued" || name == "delivered" {
        if Set(numbers).count != numbers.count { return "\(name): a value twice: \(numbers)" }
        for thread in 1...3 {
          let own = numbers.filter { $0 / 100 == thread }
          if own != own.sorted() { return "\(name): the values of a thread come in another order: \(own)" }
        }
      }
    }
    if let mixed = journal.values("diamond").compactMap({ Int($0) }).first(where: { $0 != 0 }) {
      return "the diamond emits a mixed value: \(mixed)"
    }
    let value = first.value + second.value
    if sum.value != value { return "the sum is \(sum.value) instead of \(value)" }
    for (name, _) in endpoints where name.hasPrefix("sum") && !cancelled.contains(name) {
      guard let last = journal.values(name).last else { return "\(name): no value" }
      if Int(last) != value { return "\(name) ends with \(last) instead of \(value)" }
    }
    let pair = first.value * 1_000 + second.value
    if !cancelled.contains("pair"), journal.values("pair").last != "\(pair)" { return "the last pair isn't \(pair)" }
    // A queue delivers the same values in the same order.
    let isComplete = !cancelled.contains("inline") && !cancelled.contains("delivered")
    if isComplete, journal.values("inline") != journal.values("delivered") {
      return "\(journal.values("inline")) arrive as \(journal.values("delivered"))"
    }
    if isFinished, !cancelled.contains("inline"), journal.values("inline").last != "end" { return "no end" }
    return nil
  }
}
