import Signals

extension LinkKind {
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
    LinkKind("prefix(through:)") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("prefix(through: { $0 < \(n) })\(fault)") { signal in
        signal.prefix(through: { try fault.passing($0, $0 < n) })
      } is: {
        $0.prefixThrough(fault) { $0 < n }
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
    LinkKind("firstIndex(where:)") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("firstIndex { $0 > \(n) }\(fault)") { signal in
        signal.firstIndex { try fault.passing($0, $0 > n) }.map(digit)
      } is: {
        $0.firstIndex(fault) { $0 > n }
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
      return Link("stride(by: \(n))") {
        $0.stride(by: n)
      } is: {
        $0.stride(n)
      }
    },
  ]
}
