import Signals

extension LinkKind {
  /// Operators that emit at the end, or about all values.
  static let gathering = [
    LinkKind("reduce") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("reduce(\(n)) { 3 * $0 + $1 }\(fault)") { signal in
        signal.reduce(n) { digit(3 * $0 + (try fault.passing($1))) }
      } is: {
        $0.failing(fault).reduce(n) { digit(3 * $0 + $1) }
      }
    },
    LinkKind("reduce(into:)") { random in
      let (n, fault) = (random.digit(), random.fault())
      return Link("reduce(into: \(n)) { $0 = 3 * $0 + $1 }\(fault)") { signal in
        signal.reduce(into: n) { $0 = digit(3 * $0 + (try fault.passing($1))) }
      } is: {
        $0.failing(fault).reduce(n) { digit(3 * $0 + $1) }
      }
    },
    LinkKind("reduce, without a beginning") { random in
      let fault = random.fault()
      return Link("reduce { 3 * $0 + $1 }\(fault)") { signal in
        signal.reduce { digit(3 * $0 + (try fault.passing($1))) }
      } is: {
        $0.failing(fault, exceptFirst: 1).scan { digit(3 * $0 + $1) }.last()
      }
    },
    LinkKind("collect(_:step:)") { random in
      let (count, step) = (random.number(in: 1...4), random.number(in: 1...4))
      return Link("collect(\(count), step: \(step))") {
        $0.collect(count, step: step).map(digit)
      } is: {
        $0.collect(count, step: step, digit)
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
    LinkKind("suffix") { random in
      let n = random.number(in: 0...3)
      return Link("suffix(\(n))") {
        $0.suffix(n)
      } is: {
        $0.suffix(n)
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
}
