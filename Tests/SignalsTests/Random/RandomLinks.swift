import Signals

/// One operator of a random chain, with its arguments, and what it does to lists.
struct Link: Sendable, CustomStringConvertible {
  let description: String
  let operation: @Sendable (Signal<Int>) -> Signal<Int>
  /// What it makes of everything that has come by the subscribing, and by each event after that.
  let reference: @Sendable ([ListSignal]) -> [ListSignal]

  /// An operator for which it is the same when values came.
  init(
    _ description: String, _ operation: @escaping @Sendable (Signal<Int>) -> Signal<Int>,
    is reference: @escaping @Sendable (ListSignal) -> ListSignal
  ) {
    self.init(description, operation, inTime: { $0.map(reference) })
  }

  init(
    _ description: String, _ operation: @escaping @Sendable (Signal<Int>) -> Signal<Int>,
    inTime reference: @escaping @Sendable ([ListSignal]) -> [ListSignal]
  ) {
    self.description = description
    self.operation = operation
    self.reference = reference
  }
}

/// An operator without its arguments.
struct LinkKind: Sendable, CustomStringConvertible {
  let description: String
  /// Whether it passes everything on as it comes.
  let isTransparent: Bool
  let make: @Sendable (inout SeededGenerator) -> Link

  init(_ name: String, isTransparent: Bool = false, _ make: @escaping @Sendable (inout SeededGenerator) -> Link) {
    description = name
    self.isTransparent = isTransparent
    self.make = make
  }

  static let all = transforming + flattening + filtering + gathering + failing + combining + sharing
}

// All values are digits, so that constants, equal ones and faults are met wherever a link stands in its chain.
private func digit(_ number: Int) -> Int { (number % 10 + 10) % 10 }

private func digit(_ numbers: [Int]) -> Int { digit(numbers.reduce(0) { digit(3 * $0 + $1) }) }

extension SeededGenerator {
  fileprivate mutating func fault() -> Fault { Fault(value: oneIn(3) ? digit() : nil) }
}

extension Fault {
  fileprivate func passing(_ value: Int, _ isSo: Bool) throws -> Bool {
    _ = try passing(value)
    return isSo
  }
}

extension Event<Int> {
  fileprivate var digit: Int {
    switch self {
    case .value(let value): value
    case .end(.finished): 7
    case .end(.failed): 8
    }
  }
}

extension LinkKind {
  static let transforming = [
    LinkKind("map") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("map { $0 + \(n) }\(fault)") { signal in
        signal.map { digit(try fault.passing($0) + n) }
      } is: {
        $0.failing(fault).map { digit($0 + n) }
      }
    },
    LinkKind("map, by key path") { _ in
      Link("map(\\.nonzeroBitCount)") {
        $0.map(\.nonzeroBitCount)
      } is: {
        $0.map { $0.nonzeroBitCount }
      }
    },
    LinkKind("compactMap") { random in
      let (n, fault) = (random.number(in: 2...4), random.fault())
      return Link("compactMap { $0 % \(n) == 0 ? nil : $0 + 1 }\(fault)") { signal in
        signal.compactMap { try fault.passing($0) % n == 0 ? nil : digit($0 + 1) }
      } is: {
        $0.failing(fault).filter { $0 % n != 0 }.map { digit($0 + 1) }
      }
    },
    LinkKind("scan") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("scan(\(n)) { $0 + $1 }\(fault)") { signal in
        signal.scan(n) { digit($0 + (try fault.passing($1))) }
      } is: {
        $0.failing(fault).scan(n) { digit($0 + $1) }
      }
    },
    LinkKind("window") { random in
      let n = random.number(in: 1...4)
      return Link("window(count: \(n))") {
        $0.window(count: n).map(digit)
      } is: {
        $0.window(n, digit)
      }
    },
    LinkKind("pairwise") { _ in
      Link("pairwise()") { signal in
        signal.pairwise().map { digit([$0.previous, $0.current]) }
      } is: {
        $0.pairwise { digit([$0, $1]) }
      }
    },
    LinkKind("enumerated") { _ in
      Link("enumerated()") { signal in
        signal.enumerated().map { digit([$0.index, $0.value]) }
      } is: {
        $0.enumerated { digit([$0, $1]) }
      }
    },
    LinkKind("materialize") { _ in
      Link("materialize()") { signal in
        signal.materialize().map(\.digit)
      } is: {
        $0.materialize { $0 == .finished ? 7 : 8 }
      }
    },
    LinkKind("materialize and dematerialize", isTransparent: true) { _ in
      Link("materialize().dematerialize()") {
        $0.materialize().dematerialize()
      } is: {
        $0
      }
    },
    LinkKind("dematerialize") { random in
      let (n, fails) = (random.digit(), random.oneIn(2))
      return Link("map { $0 == \(n) ? .end(\(fails ? "failed" : "finished")) : .value($0) }.dematerialize()") {
        signal in
        signal.map { value -> Event<Int> in
          if value != n { .value(value) } else { fails ? .end(.failed(Failure("event"))) : .end(.finished) }
        }.dematerialize()
      } is: {
        $0.dematerialize(n, as: fails ? .failed("event") : .finished)
      }
    },
    LinkKind("prepend") { random in
      let (n, m) = (random.digit(), random.digit())
      return Link("prepend(\(n), \(m))") {
        $0.prepend(n, m)
      } is: {
        $0.prepend([n, m])
      }
    },
    LinkKind("append") { random in
      let (n, m) = (random.digit(), random.digit())
      return Link("append(\(n), \(m))") {
        $0.append(n, m)
      } is: {
        $0.append([n, m])
      }
    },
    LinkKind("replaceNil") { random in
      let (n, m) = (random.digit(), random.digit())
      return Link("map { $0 == \(n) ? nil : $0 }.replaceNil(with: \(m))") { signal in
        signal.map { $0 == n ? nil : $0 }.replaceNil(with: m)
      } is: {
        $0.map { $0 == n ? m : $0 }
      }
    },
    LinkKind("replaceEmpty") { random in
      let n = random.digit()
      return Link("replaceEmpty(with: \(n))") {
        $0.replaceEmpty(with: n)
      } is: {
        $0.replaceEmpty(with: n)
      }
    },
  ]

  static let flattening = [
    LinkKind("flatMap(.merge)") { flatMap(.merge, .merge(limit: .max), "merge", &$0) },
    LinkKind("flatMap(.merge(limit:))") { flatMap(.merge(limit: 2), .merge(limit: 2), "merge(limit: 2)", &$0) },
    LinkKind("flatMap(.concat)") { flatMap(.concat, .merge(limit: 1), "concat", &$0) },
    LinkKind("flatMap(.latest)") { flatMap(.latest, .latest, "latest", &$0) },
    LinkKind("flatMap(.first)") { flatMap(.first, .first, "first", &$0) },
    LinkKind("switchToLatest") { random in
      let inner = Inner(random: &random)
      return Link("map { \(inner) }.switchToLatest()") { signal in
        signal.map(inner.signal).switchToLatest()
      } is: {
        $0.flatMap(.latest, Fault(value: nil), inner.list)
      }
    },
  ]

  private static func flatMap(
    _ strategy: FlatMapStrategy, _ reference: ListSignal.Strategy, _ name: String, _ random: inout SeededGenerator
  ) -> Link {
    let (fault, inner) = (random.fault(), Inner(random: &random))
    return Link("flatMap(.\(name)) { \(inner) }\(fault)") { signal in
      signal.flatMap(strategy) { inner.signal(try fault.passing($0)) }
    } is: {
      $0.flatMap(reference, fault, inner.list)
    }
  }

  /// What a value becomes for `flatMap`: itself and the next one, one value, none, and for some values something that
  /// never ends, or that fails.
  private struct Inner: Sendable, CustomStringConvertible {
    let endless: Int?
    let failing: Int?

    init(random: inout SeededGenerator) {
      endless = random.oneIn(2) ? random.digit() : nil
      failing = random.oneIn(3) ? random.digit() : nil
    }

    func list(_ value: Int) -> ListSignal {
      if value == failing { return ListSignal([value], .failed("inner")) }
      if value == endless { return ListSignal([value], nil) }
      return ListSignal([[value, digit(value + 1)], [value], []][value % 3], .finished)
    }

    @Sendable func signal(_ value: Int) -> Signal<Int> {
      if value == failing { return concat(.just(value), .failed(Failure("inner"))) }
      if value == endless { return merge(.just(value), .never()) }
      return switch value % 3 {
      case 0: .of(value, digit(value + 1))
      case 1: .just(value)
      default: .empty()
      }
    }

    var description: String {
      let special = [endless.map { "endless at \($0)" }, failing.map { "failed at \($0)" }].compactMap { $0 }
      return (["[[$0, $0 + 1], [$0], []][$0 % 3]"] + special).joined(separator: ", ")
    }
  }

  static let filtering = [
    LinkKind("filter") { random in
      let (n, fault) = (random.number(in: 2...4), random.fault())
      return Link("filter { $0 % \(n) == 0 }\(fault)") { signal in
        signal.filter { try fault.passing($0, $0 % n == 0) }
      } is: {
        $0.failing(fault).filter { $0 % n == 0 }
      }
    },
    LinkKind("compact") { random in
      let n = random.digit()
      return Link("map { $0 == \(n) ? nil : $0 }.compact()") { signal in
        signal.map { $0 == n ? nil : $0 }.compact()
      } is: {
        $0.filter { $0 != n }
      }
    },
    LinkKind("ofType") { random in
      let n = random.digit()
      return Link("map { $0 < \(n) ? \"\" : $0 }.ofType(Int.self)") { signal in
        signal.map { value -> any Sendable in if value < n { "" } else { value } }.ofType(Int.self)
      } is: {
        $0.filter { $0 >= n }
      }
    },
    LinkKind("removeDuplicates") { _ in
      Link("removeDuplicates()") {
        $0.removeDuplicates()
      } is: {
        $0.removeDuplicates()
      }
    },
    LinkKind("removeDuplicates, by key path") { _ in
      Link("removeDuplicates(on: \\.nonzeroBitCount)") { signal in
        signal.removeDuplicates(on: \.nonzeroBitCount)
      } is: {
        $0.removeDuplicates { $0.nonzeroBitCount == $1.nonzeroBitCount }
      }
    },
    LinkKind("removeDuplicates(by:)") { random in
      let fault = random.fault()
      return Link("removeDuplicates { abs($0 - $1) < 2 }\(fault)") { signal in
        signal.removeDuplicates { try fault.passing($1, abs($0 - $1) < 2) }
      } is: {
        $0.failing(fault, exceptFirst: 1).removeDuplicates { abs($0 - $1) < 2 }
      }
    },
    LinkKind("dropFirst") { random in
      let n = random.number(in: 0...3)
      return Link("dropFirst(\(n))") {
        $0.dropFirst(n)
      } is: {
        $0.dropFirst(n)
      }
    },
    LinkKind("dropLast") { random in
      let n = random.number(in: 0...3)
      return Link("dropLast(\(n))") {
        $0.dropLast(n)
      } is: {
        $0.dropLast(n)
      }
    },
    LinkKind("drop(while:)") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("drop { $0 < \(n) }\(fault)") { signal in
        signal.drop { try fault.passing($0, $0 < n) }
      } is: {
        $0.drop(fault) { $0 < n }
      }
    },
    LinkKind("prefix") { random in
      let n = random.number(in: 0...4)
      return Link("prefix(\(n))") {
        $0.prefix(n)
      } is: {
        $0.prefix(n)
      }
    },
    LinkKind("prefix(while:)") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("prefix { $0 < \(n) }\(fault)") { signal in
        signal.prefix { try fault.passing($0, $0 < n) }
      } is: {
        $0.prefix(fault) { $0 < n }
      }
    },
    LinkKind("first") { _ in
      Link("first()") {
        $0.first()
      } is: {
        $0.prefix(1)
      }
    },
    LinkKind("first(where:)") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("first { $0 > \(n) }\(fault)") { signal in
        signal.first { try fault.passing($0, $0 > n) }
      } is: {
        $0.first(fault) { $0 > n }
      }
    },
    LinkKind("element(at:)") { random in
      let n = random.number(in: 0...3)
      return Link("element(at: \(n))") {
        $0.element(at: n)
      } is: {
        $0.element(at: n)
      }
    },
    LinkKind("uniqued") { _ in
      Link("uniqued()") {
        $0.uniqued()
      } is: {
        $0.uniqued()
      }
    },
    LinkKind("uniqued(on:)") { random in
      let fault = random.fault()
      return Link("uniqued { $0 % 4 }\(fault)") { signal in
        signal.uniqued { try fault.passing($0) % 4 }
      } is: {
        $0.failing(fault).uniqued { $0 % 4 }
      }
    },
    LinkKind("stride") { random in
      let n = random.number(in: 1...3)
      return Link("stride(\(n))") {
        $0.stride(n)
      } is: {
        $0.stride(n)
      }
    },
  ]

  /// What says something at the end, or about all values.
  static let gathering = [
    LinkKind("reduce") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("reduce(\(n)) { 3 * $0 + $1 }\(fault)") { signal in
        signal.reduce(n) { digit(3 * $0 + (try fault.passing($1))) }
      } is: {
        $0.failing(fault).reduce(n) { digit(3 * $0 + $1) }
      }
    },
    LinkKind("collect") { _ in
      Link("collect()") {
        $0.collect().map(digit)
      } is: {
        $0.reduce(0) { digit(3 * $0 + $1) }
      }
    },
    LinkKind("collect(_:)") { random in
      let n = random.number(in: 1...4)
      return Link("collect(\(n))") {
        $0.collect(n).map(digit)
      } is: {
        $0.collect(n, digit)
      }
    },
    LinkKind("last") { _ in
      Link("last()") {
        $0.last()
      } is: {
        $0.last()
      }
    },
    LinkKind("last(where:)") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("last { $0 < \(n) }\(fault)") { signal in
        signal.last { try fault.passing($0, $0 < n) }
      } is: {
        $0.failing(fault).last { $0 < n }
      }
    },
    LinkKind("ignoreValues") { _ in
      Link("ignoreValues()") { signal in
        signal.ignoreValues().map { never -> Int in }
      } is: {
        $0.ignoreValues()
      }
    },
    LinkKind("contains") { random in
      let n = random.digit()
      return Link("contains(\(n))") { signal in
        signal.contains(n).map { $0 ? 1 : 0 }
      } is: {
        $0.contains(Fault(value: nil)) { $0 == n }
      }
    },
    LinkKind("contains(where:)") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("contains { $0 > \(n) }\(fault)") { signal in
        signal.contains { try fault.passing($0, $0 > n) }.map { $0 ? 1 : 0 }
      } is: {
        $0.contains(fault) { $0 > n }
      }
    },
    LinkKind("allSatisfy") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("allSatisfy { $0 <= \(n) }\(fault)") { signal in
        signal.allSatisfy { try fault.passing($0, $0 <= n) }.map { $0 ? 1 : 0 }
      } is: {
        $0.contains(fault) { $0 > n }.map { 1 - $0 }
      }
    },
    LinkKind("count") { _ in
      Link("count()") {
        $0.count()
      } is: {
        $0.count()
      }
    },
    LinkKind("min") { _ in
      Link("min()") {
        $0.min()
      } is: {
        $0.min { $0 < $1 }
      }
    },
    LinkKind("max") { _ in
      Link("max()") {
        $0.max()
      } is: {
        $0.max { $0 < $1 }
      }
    },
    LinkKind("min(by:)") { random in
      let fault = random.fault()
      return Link("min { $0 % 4 < $1 % 4 }\(fault)") { signal in
        signal.min { try fault.passing($0, $0 % 4 < $1 % 4) }
      } is: {
        $0.failing(fault, exceptFirst: 1).min { $0 % 4 < $1 % 4 }
      }
    },
    LinkKind("max(by:)") { random in
      let fault = random.fault()
      return Link("max { $0 % 4 < $1 % 4 }\(fault)") { signal in
        signal.max { try fault.passing($1, $0 % 4 < $1 % 4) }
      } is: {
        $0.failing(fault, exceptFirst: 1).max { $0 % 4 < $1 % 4 }
      }
    },
    LinkKind("single") { _ in
      Link("single()") {
        $0.single()
      } is: {
        $0.single()
      }
    },
  ]

  static let failing = [
    LinkKind("mapError") { random in
      let throwsItself = random.oneIn(2)
      return Link("mapError { \(throwsItself ? "throw " : "")\"new\" }") { signal in
        signal.mapError { _ in if throwsItself { throw Failure("new") } else { Failure("new") } }
      } is: {
        $0.mapError { _ in "new" }
      }
    },
    LinkKind("replaceError") { random in
      let n = random.digit()
      return Link("replaceError(with: \(n))") { signal in
        signal.replaceError(with: n)
      } is: {
        $0.catch(ListSignal([n], .finished))
      }
    },
    LinkKind("catch") { random in
      let (n, m) = (random.digit(), random.oneIn(3) ? nil : random.digit())
      return Link("catch { \(m.map { ".of(\(n), \($0))" } ?? "throw \"caught\"") }") { signal in
        signal.catch { _ in
          guard let m else { throw Failure("caught") }
          return .of(n, m)
        }
      } is: {
        $0.catch(m.map { ListSignal([n, $0], .finished) } ?? ListSignal([], .failed("caught")))
      }
    },
    // What is subscribed to again is a signal that is the same each time; a whole chain wouldn't be.
    LinkKind("retry") { random in
      let (count, inner) = (random.number(in: 0...3), Inner(random: &random))
      return Link("flatMap { \(inner) .retry(\(count)) }") { signal in
        signal.flatMap { inner.signal($0).retry(count) }
      } is: {
        $0.flatMap(.merge(limit: .max), Fault(value: nil)) { inner.list($0).retry(count) }
      }
    },
    LinkKind("assertNoFailure") { random in
      let n = random.digit()
      return Link("replaceError(with: \(n)).assertNoFailure()") { signal in
        signal.replaceError(with: n).assertNoFailure()
      } is: {
        $0.catch(ListSignal([n], .finished))
      }
    },
  ]

  static let combining = [
    LinkKind("merge, before") { random in
      let (n, m) = (random.digit(), random.digit())
      return Link("merge(.of(\(n), \(m)), …)") {
        merge(.of(n, m), $0)
      } is: {
        $0.prepend([n, m])
      }
    },
    LinkKind("merge, after") { random in
      let (n, m) = (random.digit(), random.digit())
      return Link("merge(with: .of(\(n), \(m)))") { signal in
        signal.merge(with: .of(n, m))
      } inTime: { lists in
        inserting([n, m], intoEach: lists)
      }
    },
    LinkKind("merge with what never ends") { _ in
      Link("merge(with: .never())") { signal in
        signal.merge(with: .never())
      } is: {
        ListSignal($0.values, $0.isFinished ? nil : $0.end)
      }
    },
    LinkKind("concat") { random in
      let (n, m) = (random.digit(), random.digit())
      return Link("concat(.just(\(n)), …, .just(\(m)))") { signal in
        concat(.just(n), signal, .just(m))
      } is: {
        $0.append([m]).prepend([n])
      }
    },
    LinkKind("concat with what fails") { _ in
      Link("append(.failed(…))") { signal in
        signal.append(.failed(Failure("concat")))
      } is: {
        ListSignal($0.values, $0.isFinished ? .failed("concat") : $0.end)
      }
    },
    LinkKind("zip") { random in
      let others = random.digits(0...4)
      return Link("zip(.from(\(others)), …)") { signal in
        zip(.from(others), signal).map { digit([$1, $0]) }
      } is: {
        $0.zip(others) { digit([$0, $1]) }
      }
    },
    LinkKind("sequenceEqual") { random in
      let others = random.digits(0...3)
      return Link("sequenceEqual(\(others))") { signal in
        Signal.from(others).sequenceEqual(signal).map { $0 ? 1 : 0 }
      } is: {
        $0.sequenceEqual(others)
      }
    },
    LinkKind("race") { random in
      let n = random.digit()
      return Link("race(with: .just(\(n)))") { signal in
        signal.race(with: .just(n))
      } inTime: { lists in
        lists[0] == ListSignal([], nil) ? lists.map { _ in ListSignal([n], .finished) } : lists
      }
    },
    LinkKind("race with what never ends", isTransparent: true) { _ in
      Link("race(with: .never())") {
        $0.race(with: .never())
      } is: {
        $0
      }
    },
  ]

  /// They speak when a turn settles. So what a neighbour brings in the same turn may come first, of which lists know
  /// nothing; random graphs are for that.
  static let joining = [
    LinkKind("withLatest(from:)") { random in
      let n = random.digit()
      // Its own failure would swallow what comes in the same turn, of which lists know nothing.
      return Link("materialize().withLatest(from: .just(\(n))).dematerialize()") { signal in
        signal.materialize().withLatest(from: .just(n)).map { event, other in
          if case .value(let value) = event { .value(digit([value, other])) } else { event }
        }.dematerialize()
      } is: {
        $0.map { digit([$0, n]) }
      }
    }
  ]

  /// Other values come when this signal has been subscribed to, unless it has failed by then.
  private static func inserting(_ others: [Int], intoEach lists: [ListSignal]) -> [ListSignal] {
    if case .failed = lists[0].end { return lists }
    let count = lists[0].values.count
    return lists.map { ListSignal($0.values.prefix(count) + others + $0.values.dropFirst(count), $0.end) }
  }

  static let sharing = [
    LinkKind("shared", isTransparent: true) { _ in
      Link("shared()") {
        $0.shared()
      } is: {
        $0
      }
    },
    LinkKind("shared(replaying:)", isTransparent: true) { random in
      let n = random.number(in: 0...3)
      return Link("shared(replaying: \(n))") {
        $0.shared(replaying: n)
      } is: {
        $0
      }
    },
    LinkKind("playback", isTransparent: true) { _ in
      Link("playback()") {
        $0.playback()
      } is: {
        $0
      }
    },
    LinkKind("cacheUntilActive", isTransparent: true) { _ in
      Link("cacheUntilActive()") {
        $0.cacheUntilActive()
      } is: {
        $0
      }
    },
    LinkKind("multicast", isTransparent: true) { _ in
      Link("multicast().autoconnect()") {
        $0.multicast().autoconnect()
      } is: {
        $0
      }
    },
  ]
}
