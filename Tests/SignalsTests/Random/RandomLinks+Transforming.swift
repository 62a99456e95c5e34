import Signals

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
    LinkKind("scan, without a beginning") { random in
      let fault = random.fault()
      return Link("scan { $0 + $1 }\(fault)") { signal in
        signal.scan { digit($0 + (try fault.passing($1))) }
      } is: {
        $0.failing(fault, exceptFirst: 1).scan { digit($0 + $1) }
      }
    },
    LinkKind("scan(into:)") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("scan(into: \(n)) { $0 += $1 }\(fault)") { signal in
        signal.scan(into: n) { $0 = digit($0 + (try fault.passing($1))) }
      } is: {
        $0.failing(fault).scan(n) { digit($0 + $1) }
      }
    },
    LinkKind("slidingWindow") { random in
      let n = random.number(in: 1...4)
      return Link("slidingWindow(count: \(n))") {
        $0.slidingWindow(count: n).map(digit)
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
    LinkKind("ifEmpty") { random in
      let (n, m) = (random.digit(), random.digit())
      return Link("ifEmpty(switchTo: .of(\(n), \(m)))") {
        $0.ifEmpty(switchTo: .of(n, m))
      } is: {
        $0.ifEmpty([n, m])
      }
    },
  ]
}
