import Foundation
import Signals
import SignalsTesting

/// Operators one below the other, and the events at the top.
struct RandomChain: Sendable {
  let seed: UInt64
  var links: [Link]
  var values: [Int]
  var end: ListSignal.End?

  init(seed: UInt64, of kinds: [LinkKind] = LinkKind.all, length: ClosedRange<Int> = 0...6) {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    links = (0..<random.number(in: length)).map { _ in kinds[random.number(in: 0...kinds.count - 1)].make(&random) }
    values = random.digits(0...8)
    end = [.finished, .finished, .failed("end"), nil][random.number(in: 0...3)]
  }

  private func through(_ source: Signal<Int>) -> Signal<Int> { links.reduce(source) { $1.operation($0) } }

  private func reference(_ source: [ListSignal]) -> [ListSignal] { links.reduce(source) { $1.reference($0) } }
}

// MARK: - Running it

extension RandomChain {
  /// A way to have the values go through the chain.
  enum Drive: CaseIterable, CustomStringConvertible {
    /// Each is sent to an input.
    case hot
    /// All of them come within the subscribing call.
    case cold
    /// The same, and the source doesn't check whether its subscriber still wants them.
    case heedless

    var description: String {
      switch self {
      case .hot: "sent one by one"
      case .cold: "within the subscribing call"
      case .heedless: "within the subscribing call, to the last"
      }
    }
  }

  /// The expected output at the subscribing, and at each event.
  func expected(_ drive: Drive) -> [[String]] {
    let whole = ListSignal(values, end)
    var sources = [whole]
    if drive == .hot {
      sources = (0...values.count).map { ListSignal(values.prefix($0), nil) }
      if end != nil { sources.append(whole) }
    }
    return Self.steps(reference(sources).map(\.history))
  }

  /// The output at the subscribing, and at each event.
  func actual(_ drive: Drive) -> [[String]] {
    if drive == .hot { return sent() }
    if drive == .cold, end == .finished { return [Recorder(through(.from(values))).history] }
    let source = Signal<Int> { [values, end] downstream, line in
      let goesOn = { drive == .heedless || line.isOpen }
      for value in values where goesOn() { downstream.deliver(value) }
      if goesOn(), let end = end?.asEnd { downstream.end(end) }
    }
    return [Recorder(through(source)).history]
  }

  private func sent() -> [[String]] {
    let input = SignalInput<Int>()
    let recorder = Recorder(through(input.signal))
    var histories = [recorder.history]
    for value in values {
      input.send(value)
      histories.append(recorder.history)
    }
    switch end?.asEnd {
    case .finished: input.finish()
    case .failed(let error): input.fail(error)
    case nil: return Self.steps(histories)
    }
    return Self.steps(histories + [recorder.history])
  }

  /// The addition of each history to the one before.
  private static func steps(_ histories: [[String]]) -> [[String]] {
    zip([[]] + histories, histories).map { Array($1.dropFirst($0.count)) }
  }
}

extension ListSignal.End {
  var asEnd: End {
    switch self {
    case .finished: .finished
    case .failed(let error): .failed(Failure(error))
    }
  }
}

// MARK: - Judging it

/// A chain that does something else than the lists.
struct ChainFailure: CustomStringConvertible {
  let chain: RandomChain
  let drive: RandomChain.Drive
  let expected: [[String]]
  let actual: [[String]]

  var description: String {
    """
    seed \(chain.seed): \(chain), \(drive)
    expected  \(Self.text(expected))
    actual    \(Self.text(actual))
    """
  }

  private static func text(_ steps: [[String]]) -> String {
    steps.map { "[\($0.joined(separator: " "))]" }.joined(separator: " ")
  }
}

extension RandomChain: CustomStringConvertible {
  var description: String {
    let source = ListSignal(values, end).history.joined(separator: " ")
    return (["(\(source))"] + links.map(\.description)).joined(separator: " .")
  }
}

extension RandomChain {
  /// The difference from the lists, if there is one.
  var failure: ChainFailure? {
    for drive in Drive.allCases {
      let (expected, actual) = (expected(drive), actual(drive))
      if expected != actual { return ChainFailure(chain: self, drive: drive, expected: expected, actual: actual) }
    }
    return nil
  }

  /// The same for the smallest chain that can be made of it by leaving out links, values and the end, and by making
  /// values smaller, as long as it fails.
  var smallestFailure: ChainFailure? {
    guard var smallest = failure else { return nil }
    while let smaller = smallest.chain.smallerOnes.lazy.compactMap(\.failure).first { smallest = smaller }
    return smallest
  }

  private var smallerOnes: [RandomChain] {
    var all = links.indices.map { index in changed { $0.links.remove(at: index) } }
    all += values.indices.map { index in changed { $0.values.remove(at: index) } }
    if end != nil { all.append(changed { $0.end = nil }) }
    for index in values.indices where values[index] > 0 {
      all.append(changed { $0.values[index] = 0 })
      all.append(changed { $0.values[index] -= 1 })
    }
    return all
  }

  private func changed(_ change: (inout RandomChain) -> Void) -> RandomChain {
    var chain = self
    change(&chain)
    return chain
  }

  /// The first of many chains that fails, made smaller.
  static func firstFailure(
    seeds: Range<UInt64>, of kinds: [LinkKind] = LinkKind.all, length: ClosedRange<Int> = 0...6
  ) -> ChainFailure? {
    for seed in seeds {
      if let failure = RandomChain(seed: seed, of: kinds, length: length).smallestFailure { return failure }
    }
    return nil
  }
}
