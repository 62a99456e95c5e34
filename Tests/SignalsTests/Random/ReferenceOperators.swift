/// The events of a signal by some moment, as a plain list, and the effect of each operator on it.
///
/// These functions know nothing of subscriptions, threads or turns. They see everything at once, and the effect of an operator
/// event by event follows from its effect on all the beginnings of a history.
struct ListSignal: Equatable, Sendable {
  enum End: Hashable, Sendable { case finished, failed(String) }

  var values: [Int] = []
  /// Nil, if it goes on.
  var end: End?

  init(_ values: some Sequence<Int> = [], _ end: End?) {
    self.values = Array(values)
    self.end = end
  }

  var isFinished: Bool { end == .finished }

  /// As ``Recorder`` writes it.
  var history: [String] {
    switch end {
    case nil: values.map(String.init)
    case .finished: values.map(String.init) + ["|"]
    case .failed(let error): values.map(String.init) + ["#\(error)"]
    }
  }

  /// Other values, and the same end.
  private func with(_ values: some Sequence<Int>) -> ListSignal { ListSignal(values, end) }

  /// Values that come at the finish; without them, any other end.
  private func atFinish(_ values: some Sequence<Int>) -> ListSignal { with(isFinished ? Array(values) : []) }

  /// The values at the places that are wanted.
  private func at(_ isWanted: (Int) -> Bool) -> ListSignal { with(values.indices.filter(isWanted).map { values[$0] }) }
}

/// The closures of the operators fail at one value, or at none.
struct Fault: Sendable, CustomStringConvertible {
  let value: Int?

  func passing(_ value: Int) throws -> Int {
    if value == self.value { throw Failure("fault") }
    return value
  }

  var description: String { value.map { ", failing at \($0)" } ?? "" }
}

extension ListSignal {
  /// The values before a closure fails, and the failure, where the closure gets all values but the first few.
  func failing(_ fault: Fault, exceptFirst count: Int = 0) -> ListSignal {
    guard let index = values.indices.dropFirst(count).first(where: { values[$0] == fault.value }) else { return self }
    return ListSignal(values[..<index], .failed("fault"))
  }

  /// Where a predicate, which is asked until it is true once, is true, or fails.
  private func first(_ fault: Fault, where predicate: (Int) -> Bool) -> (index: Int, fails: Bool)? {
    guard let index = values.firstIndex(where: { $0 == fault.value || predicate($0) }) else { return nil }
    return (index, values[index] == fault.value)
  }
}

// MARK: - Transforming

extension ListSignal {
  func map(_ transform: (Int) -> Int) -> ListSignal { with(values.map(transform)) }

  func filter(_ isIncluded: (Int) -> Bool) -> ListSignal { with(values.filter(isIncluded)) }

  func scan(_ initial: Int, _ combine: (Int, Int) -> Int) -> ListSignal {
    with(values.indices.map { values[...$0].reduce(initial, combine) })
  }

  func scan(_ combine: (Int, Int) -> Int) -> ListSignal {
    with(values.indices.map { values[1...].prefix($0).reduce(values[0], combine) })
  }

  func reduce(_ initial: Int, _ combine: (Int, Int) -> Int) -> ListSignal {
    atFinish([values.reduce(initial, combine)])
  }

  func collect(_ count: Int, _ combine: ([Int]) -> Int) -> ListSignal {
    let arrays = Swift.stride(from: 0, to: values.count, by: count).map { Array(values[$0...].prefix(count)) }
    return with(arrays.filter { $0.count == count || isFinished }.map(combine))
  }

  func collect(_ count: Int, step: Int, _ combine: ([Int]) -> Int) -> ListSignal {
    let arrays = Swift.stride(from: 0, to: values.count, by: step).map { Array(values[$0...].prefix(count)) }
    return with(arrays.filter { $0.count == count || isFinished }.map(combine))
  }

  func window(_ count: Int, _ combine: ([Int]) -> Int) -> ListSignal {
    with(values.indices.map { Array(values[$0...].prefix(count)) }.filter { $0.count == count }.map(combine))
  }

  func pairwise(_ combine: (Int, Int) -> Int) -> ListSignal { with(Swift.zip(values, values.dropFirst()).map(combine)) }

  func enumerated(_ combine: (Int, Int) -> Int) -> ListSignal { with(values.enumerated().map(combine)) }

  func prepend(_ others: [Int]) -> ListSignal { with(others + values) }

  func append(_ others: [Int]) -> ListSignal { with(isFinished ? values + others : values) }

  func replaceEmpty(with replacement: Int) -> ListSignal {
    isFinished && values.isEmpty ? ListSignal([replacement], .finished) : self
  }

  func ifEmpty(_ others: [Int]) -> ListSignal {
    isFinished && values.isEmpty ? ListSignal(others, .finished) : self
  }

  /// The end becomes a value, and then there is a finish in any case.
  func materialize(_ value: (End) -> Int) -> ListSignal {
    guard let end else { return self }
    return ListSignal(values + [value(end)], .finished)
  }

  /// A value stands for an end.
  func dematerialize(_ value: Int, as end: End) -> ListSignal {
    guard let index = values.firstIndex(of: value) else { return self }
    return ListSignal(values[..<index], end)
  }
}

// MARK: - Filtering

extension ListSignal {
  func removeDuplicates() -> ListSignal { at { $0 == 0 || values[$0] != values[$0 - 1] } }

  func removeDuplicates(by areSame: (Int, Int) -> Bool) -> ListSignal {
    with(
      values.reduce(into: [Int]()) { kept, value in
        if let last = kept.last, areSame(last, value) { return }
        kept.append(value)
      })
  }

  func dropFirst(_ count: Int) -> ListSignal { with(values.dropFirst(count)) }

  func dropLast(_ count: Int) -> ListSignal { with(values.dropLast(count)) }

  func drop(_ fault: Fault, while isLeftOut: (Int) -> Bool) -> ListSignal {
    guard let (index, fails) = first(fault, where: { !isLeftOut($0) }) else { return with([]) }
    return fails ? ListSignal([], .failed("fault")) : with(values[index...])
  }

  func prefix(_ count: Int) -> ListSignal {
    values.count < count ? self : ListSignal(values.prefix(count), .finished)
  }

  func prefix(_ fault: Fault, while isIncluded: (Int) -> Bool) -> ListSignal {
    guard let (index, fails) = first(fault, where: { !isIncluded($0) }) else { return self }
    return ListSignal(values[..<index], fails ? .failed("fault") : .finished)
  }

  func prefixThrough(_ fault: Fault, _ isIncluded: (Int) -> Bool) -> ListSignal {
    guard let (index, fails) = first(fault, where: { !isIncluded($0) }) else { return self }
    return fails ? ListSignal(values[..<index], .failed("fault")) : ListSignal(values[...index], .finished)
  }

  func suffix(_ count: Int) -> ListSignal { atFinish(values.suffix(count)) }

  func first(_ fault: Fault, matching isWanted: (Int) -> Bool) -> ListSignal {
    guard let (index, fails) = first(fault, where: isWanted) else { return with([]) }
    return fails ? ListSignal([], .failed("fault")) : ListSignal([values[index]], .finished)
  }

  func firstIndex(_ fault: Fault, where isWanted: (Int) -> Bool) -> ListSignal {
    guard let (index, fails) = first(fault, where: isWanted) else { return with([]) }
    return fails ? ListSignal([], .failed("fault")) : ListSignal([digit(index)], .finished)
  }

  func last(where isWanted: (Int) -> Bool = { _ in true }) -> ListSignal {
    atFinish(values.last(where: isWanted).map { [$0] } ?? [])
  }

  func element(at index: Int) -> ListSignal { dropFirst(index).prefix(1) }

  func ignoreValues() -> ListSignal { with([]) }

  func uniqued(on key: (Int) -> Int = { $0 }) -> ListSignal {
    at { index in !values[..<index].contains { key($0) == key(values[index]) } }
  }

  func contains(_ fault: Fault, where isWanted: (Int) -> Bool) -> ListSignal {
    guard let (_, fails) = first(fault, where: isWanted) else { return atFinish([0]) }
    return fails ? ListSignal([], .failed("fault")) : ListSignal([1], .finished)
  }

  func count() -> ListSignal { atFinish([values.count]) }

  func min(by areInIncreasingOrder: (Int, Int) -> Bool) -> ListSignal {
    atFinish(values.min(by: areInIncreasingOrder).map { [$0] } ?? [])
  }

  func max(by areInIncreasingOrder: (Int, Int) -> Bool) -> ListSignal {
    atFinish(values.max(by: areInIncreasingOrder).map { [$0] } ?? [])
  }

  func single() -> ListSignal {
    if values.count > 1 { return ListSignal([], .failed("moreThanOneValue")) }
    return isFinished && values.isEmpty ? ListSignal([], .failed("noValue")) : atFinish(values)
  }

  func stride(_ step: Int) -> ListSignal { at { $0 % step == 0 } }
}

// MARK: - Failing

extension ListSignal {
  func mapError(_ transform: (String) -> String) -> ListSignal {
    guard case .failed(let error) = end else { return self }
    return ListSignal(values, .failed(transform(error)))
  }

  func resume(with others: [Int]) -> ListSignal {
    end == nil ? self : ListSignal(values + others, .finished)
  }

  func `catch`(_ other: ListSignal) -> ListSignal {
    guard case .failed = end else { return self }
    return ListSignal(values + other.values, other.end)
  }

  /// Of a list that is the same in each run.
  func repeated(_ count: Int) -> ListSignal {
    if count == 0 { return ListSignal([], .finished) }
    return (1..<count).reduce(self) { list, _ in
      list.isFinished ? ListSignal(list.values + values, end) : list
    }
  }

  /// Of a list that is the same at each attempt.
  func retry(_ count: Int) -> ListSignal { (0..<count).reduce(self) { list, _ in list.catch(self) } }
}

// MARK: - Combining

extension ListSignal {
  func zip(_ others: [Int], _ combine: (Int, Int) -> Int) -> ListSignal {
    let pairs = Swift.zip(values, others).map(combine)
    return ListSignal(pairs, values.count < others.count ? end : .finished)
  }

  func sequenceEqual(_ others: [Int]) -> ListSignal {
    if !others.starts(with: values) { return ListSignal([0], .finished) }
    return atFinish([values.count == others.count ? 1 : 0])
  }

  /// Values stand for signals, of which some never end.
  func flatMap(_ strategy: Strategy, _ fault: Fault, _ inner: (Int) -> ListSignal) -> ListSignal {
    var output: [Int] = []
    var running = 0
    for value in values {
      switch strategy {
      case .merge(let limit) where running == limit: continue
      case .first where running == 1: continue
      case .latest: running = 0
      case .merge, .first: break
      }
      if value == fault.value { return ListSignal(output, .failed("fault")) }
      let list = inner(value)
      output += list.values
      switch list.end {
      case .failed: return ListSignal(output, list.end)
      case .finished: break
      case nil: running += 1
      }
    }
    // A signal that waits for an endless one runs nowhere, and keeps the whole from finishing all the same.
    return ListSignal(output, isFinished && running > 0 ? nil : end)
  }

  enum Strategy: Sendable { case merge(limit: Int), latest, first }
}
