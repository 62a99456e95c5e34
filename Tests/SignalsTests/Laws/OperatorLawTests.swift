import Signals
import SignalsTesting
import Testing

/// What every operator keeps to, whatever it is for. A new one is an entry in the list of its folder.
@Suite("Laws of the operators", .leavesNothing) struct OperatorLawTests {
  @Test(arguments: OperatorUnderTest.all, OperatorLaw.allCases)
  func `every operator keeps the law`(_ subject: OperatorUnderTest, _ law: OperatorLaw) {
    #expect(law.check(subject) == nil)
  }
}
