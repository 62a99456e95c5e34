import Signals

/// How a signal ends.
enum ModelEnd { case finished, failed }

/// The effect of a plain chain on a list, for comparison with a signal.
struct Expected {
  var numbers: [Int]
  var end: ModelEnd?
}

/// An operator whose effect on a list of values is easy to state.
enum PlainOperator {
  case map(Int)
  case filter(Int)
  case scan
  case removeDuplicates
  case prefix(Int)
  case dropFirst(Int)
  case dropLast(Int)
  case stride(Int)
  case pairwise
  case collect(Int)
  case failAt(Int)
  case last
  case append(Int)
  case acting
  case deliver

  static let count = 15

  init(_ code: Int, _ number: Int) {
    switch code % Self.count {
    case 0: self = .map(number % 8)
    case 1: self = .filter(number % 5)
    case 2: self = .scan
    case 3: self = .removeDuplicates
    case 4: self = .prefix(number % 4)
    case 5: self = .dropFirst(number % 4)
    case 6: self = .dropLast(number % 3)
    case 7: self = .stride(1 + number % 3)
    case 8: self = .pairwise
    case 9: self = .collect(1 + number % 3)
    case 10: self = .failAt(number % 8)
    case 11: self = .last
    case 12: self = .append(number % 8)
    case 13: self = .acting
    default: self = .deliver
    }
  }

  /// The signal, whose closures capture something that has to go with it.
  func applied(to signal: Signal<Item>, in world: World) -> Signal<Item> {
    let token = Token(.closure, in: world.ledger)
    switch self {
    case .map(let number):
      return signal.map { [token] in
        token.touch()
        return $0.with($0.number + number)
      }
    case .filter(let number):
      return signal.filter { [token] in
        token.touch()
        return $0.number % 5 != number
      }
    case .scan:
      return signal.scan(Item(0, Token(.value, in: world.ledger))) { [token] in
        token.touch()
        return $1.with($0.number + $1.number)
      }
    case .removeDuplicates: return signal.removeDuplicates()
    case .prefix(let count): return signal.prefix(count)
    case .dropFirst(let count): return signal.dropFirst(count)
    case .dropLast(let count): return signal.dropLast(count)
    case .stride(let step): return signal.stride(by: step)
    case .pairwise: return signal.pairwise().map { $0.current.with($0.previous.number * 2 + $0.current.number) }
    case .collect(let count):
      return signal.collect(count).compactMap { items in
        items.last?.with(items.reduce(0) { $0 + $1.number })
      }
    case .failAt(let number):
      return signal.map { [token] in
        token.touch()
        if $0.number == number { throw Refusal() }
        return $0
      }
    case .last: return signal.last()
    case .append(let number): return signal.append(Item(number, Token(.value, in: world.ledger)))
    case .acting:
      return signal.map { [token, world] in
        token.touch()
        world.act()
        return $0
      }
    case .deliver: return signal.deliver(on: world.queue)
    }
  }

  func applied(to input: Expected) -> Expected {
    let (numbers, end) = (input.numbers, input.end)
    switch self {
    case .map(let number): return Expected(numbers: numbers.map { $0 + number }, end: end)
    case .filter(let number): return Expected(numbers: numbers.filter { $0 % 5 != number }, end: end)
    case .scan:
      var sum = 0
      return Expected(
        numbers: numbers.map {
          sum += $0
          return sum
        }, end: end)
    case .removeDuplicates:
      return Expected(
        numbers: numbers.reduce(into: []) { if $0.last != $1 { $0.append($1) } }, end: end)
    case .prefix(let count):
      return numbers.count >= count ? Expected(numbers: Array(numbers.prefix(count)), end: .finished) : input
    case .dropFirst(let count): return Expected(numbers: Array(numbers.dropFirst(count)), end: end)
    case .dropLast(let count): return Expected(numbers: Array(numbers.dropLast(count)), end: end)
    case .stride(let step):
      return Expected(numbers: Swift.stride(from: 0, to: numbers.count, by: step).map { numbers[$0] }, end: end)
    case .pairwise: return Expected(numbers: zip(numbers, numbers.dropFirst()).map { $0 * 2 + $1 }, end: end)
    case .collect(let count):
      let starts = Swift.stride(from: 0, to: numbers.count, by: count)
      let whole = starts.filter { $0 + count <= numbers.count || end == .finished }
      return Expected(
        numbers: whole.map { numbers[$0..<min($0 + count, numbers.count)].reduce(0, +) }, end: end)
    case .failAt(let number):
      guard let index = numbers.firstIndex(of: number) else { return input }
      return Expected(numbers: Array(numbers[..<index]), end: .failed)
    case .last: return Expected(numbers: end == .finished ? Array(numbers.suffix(1)) : [], end: end)
    case .append(let number): return end == .finished ? Expected(numbers: numbers + [number], end: end) : input
    case .acting, .deliver: return input
    }
  }
}
