import Lesson
import Signals
import SignalsTesting

func laws() {
  heading("Checking an operator of your own against the operator laws")
  code()
  let evenOnly = OperatorUnderTest("evenOnly") { signal, probe in
    signal.filter { value in
      try probe()
      return value.isMultiple(of: 2)
    }
  }
  show(OperatorLaws.check(evenOnly).map { "\($0.law)" })  // the broken laws
  code()
  let counted = OperatorUnderTest("counted") { signal, probe in
    signal.scan(0) { count, _ in
      try probe()
      return count + 1
    }
    .shared(replaying: 1)
  }
  show(OperatorLaws.check(counted).map { "\($0.law)" })
}
