import Signals
import SignalsTesting

func laws() {
  heading("Laws that hold for every operator can be put to one of your own")
  code("OperatorLaws.check(OperatorUnderTest(\"evenOnly\") { signal, probe in signal.filter { … } })")
  result(
    check("evenOnly") { signal, probe in
      signal.filter { value in
        try probe()
        return value.isMultiple(of: 2)
      }
    })
  code(
    "OperatorLaws.check(OperatorUnderTest(\"counted\") { signal, probe in signal.scan(0) { … }.shared(replaying: 1) })")
  result(
    check("counted") { signal, probe in
      signal.scan(0) { count, _ in
        try probe()
        return count + 1
      }
      .shared(replaying: 1)
    })
}

/// The names of the laws that are broken.
private func check(
  _ name: String, _ apply: @escaping @Sendable (Signal<Int>, Probe) -> Signal<Int>
) -> String {
  let broken = OperatorLaws.check(OperatorUnderTest(name, apply)).map { "\($0.law)" }
  return broken.isEmpty ? "all are kept" : "broken: \(broken.joined(separator: ", "))"
}
