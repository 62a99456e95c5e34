import Lesson
import Signals
import SignalsTesting

func laws() {
  heading("Laws that hold for every operator can be put to one of your own")
  code()
  let evenOnly = OperatorUnderTest("evenOnly") { signal, probe in
    signal.filter { value in
      try probe()
      return value.isMultiple(of: 2)
    }
  }
  show(OperatorLaws.check(evenOnly).map { "\($0.law)" })  // the laws that are broken
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
