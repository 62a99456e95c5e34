import SignalsKVO

/// The edits that an array, an observed array and the editor of a batch have in common.
protocol ArrayEditing {
  var count: Int { get }
  var value: [Int] { get set }
  subscript(index: Int) -> Int { get set }
  mutating func append(_ element: Int)
  mutating func append(contentsOf elements: [Int])
  mutating func insert(_ element: Int, at index: Int)
  mutating func insert(contentsOf elements: [Int], at index: Int)
  @discardableResult mutating func remove(at index: Int) -> Int
  @discardableResult mutating func popLast() -> Int?
  mutating func removeSubrange(_ range: Range<Int>)
  mutating func replaceSubrange(_ range: Range<Int>, with elements: [Int])
  mutating func removeAll(where shouldBeRemoved: (Int) throws -> Bool) rethrows
  mutating func move(from index: Int, to newIndex: Int)
  mutating func swapAt(_ first: Int, _ second: Int)
  mutating func sort()
  mutating func reverse()
}

extension ObservedArray<Int>: ArrayEditing {}
extension ArrayEditor<Int>: ArrayEditing {}

extension [Int]: ArrayEditing {
  var value: [Int] {
    get { self }
    set { self = newValue }
  }

  mutating func move(from index: Int, to newIndex: Int) { insert(remove(at: index), at: newIndex) }
}

extension ArrayEditing {
  /// Makes an edit that is the same for the same random numbers and the same elements.
  mutating func edit(_ random: inout SeededGenerator) {
    let gap = random.number(in: 0...count)
    let end = random.number(in: gap...count)
    switch random.number(in: 0...16) {
    case 0: append(random.digit())
    case 1: append(contentsOf: random.digits(0...4))
    case 2: insert(random.digit(), at: gap)
    case 3: insert(contentsOf: random.digits(0...4), at: gap)
    case 4: removeSubrange(gap..<end)
    case 5: replaceSubrange(gap..<end, with: random.digits(0...4))
    case 6: popLast()
    case 7:
      let bound = random.digit()
      removeAll { $0 == bound }
    case 8: sort()
    case 9: reverse()
    case 10: value = random.digits(0...10)
    case 11: value = value.shuffled(using: &random)
    default:
      guard count > 0 else { return append(random.digit()) }
      let (index, other) = (random.number(in: 0...count - 1), random.number(in: 0...count - 1))
      switch random.number(in: 0...4) {
      case 0: remove(at: index)
      case 1: self[index] = random.digit()
      case 2: swapAt(index, other)
      default: move(from: index, to: other)
      }
    }
  }
}

/// The edits that dictionaries have in common.
protocol DictionaryEditing {
  var value: [Int: Int] { get set }
  subscript(key: Int) -> Int? { get set }
  @discardableResult mutating func updateValue(_ value: Int, forKey key: Int) -> Int?
  @discardableResult mutating func removeValue(forKey key: Int) -> Int?
  mutating func removeAll()
  mutating func merge(_ other: [Int: Int], uniquingKeysWith combine: (Int, Int) throws -> Int) rethrows
}

extension ObservedDictionary<Int, Int>: DictionaryEditing {}
extension DictionaryEditor<Int, Int>: DictionaryEditing {}

extension [Int: Int]: DictionaryEditing {
  var value: [Int: Int] {
    get { self }
    set { self = newValue }
  }

  mutating func removeAll() { self = [:] }
}

extension DictionaryEditing {
  mutating func edit(_ random: inout SeededGenerator) {
    let (key, value) = (random.digit(), random.digit())
    switch random.number(in: 0...9) {
    case 0...3: self[key] = value
    case 4: self[key] = nil
    case 5: updateValue(value, forKey: key)
    case 6: removeValue(forKey: key)
    case 7: merge(random.dictionary()) { $0 + $1 }
    case 8: self.value = random.dictionary()
    default: if random.oneIn(5) { removeAll() } else { removeValue(forKey: key) }
    }
  }
}

extension SeededGenerator {
  mutating func dictionary() -> [Int: Int] {
    var dictionary: [Int: Int] = [:]
    for key in digits(0...6) { dictionary[key] = digit() }
    return dictionary
  }
}
