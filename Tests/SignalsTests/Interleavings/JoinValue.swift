import Signals

/// What a join and its inputs keep, as a value: a part of a ``JoinMachine``.
///
/// ``Join``, ``Latest`` and ``Arrivals`` are objects that belong to threads and can't be copied, so what they do at an event is
/// written out here once more, function by function. The word between the threads is the real ``SerialiserState``.
struct JoinValue: Hashable {
  enum Kind: Hashable {
    case combineLatest
    /// Of its first input every value counts.
    case withLatest
  }

  enum Event: Hashable {
    case value([Int])
    case finished
    case failed
  }

  /// What an input has brought, and is yet to be learned.
  struct Deed: Hashable {
    let input: Int
    let number: Int
    let event: Event
  }

  struct Input: Hashable {
    var isOpen = true
    /// How many values have come.
    var count = 0
    var aside: [Deed] = []
    var taken = 0
    var value: [Int]?
    var early: [Deed] = []
    var values: [[Int]] = []
    var waitingEnd: Event?
    var end: Event?
  }

  /// One-line mistakes of what is done as the owner.
  enum Mistake: Hashable {
    /// Something older takes the place of something newer.
    case ignoresNumbers
    /// An end doesn't wait for values that came before it.
    case endsAtOnce
    /// A turn has no say where it only brought something older.
    case isSilentAboutTheOld
  }

  let kind: Kind
  var mistake: Mistake?
  var inputs: [Input]
  var claim = 0
  var isOpen = true
  private var hasNews = false
  private var hasEnds = false

  // The serialiser's.
  var word: UInt = 0
  var inbox: [[Deed]] = []
  var batch: [[Deed]] = []
  var drains = 0

  init(_ kind: Kind, _ inputs: [Input]) {
    self.kind = kind
    self.inputs = inputs
  }

  var state: SerialiserState {
    get { SerialiserState(word: word) }
    set { word = newValue.word }
  }

  /// An event comes. Returns nil where the input wants nothing any more.
  mutating func count(_ event: Event, by input: Int) -> Deed? {
    guard inputs[input].isOpen else { return nil }
    if case .value = event { inputs[input].count += 1 } else { inputs[input].isOpen = false }
    return Deed(input: input, number: inputs[input].count, event: event)
  }

  mutating func putAside(_ deed: Deed) {
    // Of most inputs only the last value counts.
    if !countsAll(deed.input), case .value = deed.event { inputs[deed.input].aside = [] }
    inputs[deed.input].aside.append(deed)
  }

  mutating func takeOut() -> [Deed] {
    let deeds = inputs.flatMap(\.aside)
    for index in inputs.indices { inputs[index].aside = [] }
    return deeds
  }

  private func countsAll(_ input: Int) -> Bool { kind == .withLatest && input == 0 }

  // MARK: - What comes is learned

  mutating func learn(_ deeds: [Deed]) { for deed in deeds { learn(deed) } }

  private mutating func learn(_ deed: Deed) {
    guard case .value(let value) = deed.event else { return learnEnd(deed.event, of: deed.input) }
    if countsAll(deed.input) { learnInOrder(deed) } else { learn(value, deed) }
    if let end = inputs[deed.input].waitingEnd { learnEnd(end, of: deed.input) }
  }

  private mutating func learn(_ value: [Int], _ deed: Deed) {
    let isNew = deed.number > inputs[deed.input].taken
    if isNew || mistake != .isSilentAboutTheOld { hasNews = true }
    guard isNew || mistake == .ignoresNumbers else { return }
    inputs[deed.input].taken = deed.number
    inputs[deed.input].value = value
  }

  private mutating func learnInOrder(_ deed: Deed) {
    inputs[deed.input].early.append(deed)
    while let index = inputs[deed.input].early.firstIndex(where: {
      $0.number == inputs[deed.input].taken + 1 || mistake == .ignoresNumbers
    }) {
      let next = inputs[deed.input].early.remove(at: index)
      inputs[deed.input].taken = next.number
      if case .value(let value) = next.event { inputs[deed.input].values.append(value) }
    }
  }

  private mutating func learnEnd(_ end: Event, of input: Int) {
    if end == .finished, inputs[input].taken < inputs[input].count, mistake != .endsAtOnce {
      inputs[input].waitingEnd = end
    } else {
      inputs[input].waitingEnd = nil
      inputs[input].end = end
      hasEnds = true
    }
  }

  // MARK: - What is said

  mutating func speak() -> [Event] {
    if hasEnds, inputs.contains(where: { $0.end == .failed }) { return [.failed] }
    var words: [Event] = []
    if kind == .withLatest {
      let others = inputs.dropFirst().compactMap(\.value)
      if others.count == inputs.count - 1 {
        words = inputs[0].values.map { .value($0 + others.flatMap(\.self)) }
      }
      inputs[0].values = []
      if hasEnds, let end = inputs[0].end { words.append(end) }
      return words
    }
    if hasNews {
      hasNews = false
      let values = inputs.compactMap(\.value)
      if values.count == inputs.count { words.append(.value(values.flatMap(\.self))) }
    }
    if hasEnds, isOver { words.append(.finished) }
    return words
  }

  private var isOver: Bool {
    inputs.allSatisfy { $0.end != nil } || inputs.contains { $0.end != nil && $0.value == nil }
  }

  /// Nobody wants anything any more.
  mutating func close() {
    isOpen = false
    inbox = []
    batch = []
    for index in inputs.indices {
      inputs[index] = Input()
      inputs[index].isOpen = false
    }
  }
}
