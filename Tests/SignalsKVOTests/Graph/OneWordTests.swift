import Testing

@testable import SignalsKVO

/// K8: values that are read without a lock, since they fit into one word.
@Suite("Values of one word", .leavesNothing) struct OneWordTests {
  private struct Pair: Equatable {
    var first: Int32
    var second: Int32
  }

  private struct Padded: Equatable {
    var first: UInt8
    var second: UInt32
  }

  private enum Plain { case one, two }

  private func returns<Value: Equatable>(_ value: Value) -> Bool {
    OneWord.fits(Value.self) && OneWord.value(of: OneWord.word(of: value), as: Value.self) == value
  }

  @Test func `a plain value of at most eight bytes survives the conversion to a word and back`() {
    expect(returns(Int.min))
    expect(returns(UInt64.max))
    expect(returns(-1.5))
    expect(returns(true))
    expect(returns(Plain.two))
    expect(returns(UInt8?.none))
    expect(returns(UInt8?.some(7)))
    expect(returns(Pair(first: -1, second: 2)))
    expect(returns(Padded(first: 3, second: .max)))
  }

  @Test func `the bytes of the word beyond the value are zero`() {
    expect(OneWord.word(of: UInt8(255)), equals: 255)
    expect(OneWord.word(of: Int16(-1)), equals: 65_535)
    expect(OneWord.word(of: ()), equals: 0)
  }

  @Test func `values that are larger or contain references don't fit`() {
    expect(!OneWord.fits(Int?.self))
    expect(!OneWord.fits((Int, Bool).self))
    expect(!OneWord.fits(String.self))
    expect(!OneWord.fits([Int].self))
    expect(!OneWord.fits(OneWordTests.Reference.self))
    expect(!OneWord.fits(OneWordTests.Reference?.self))
  }

  private final class Reference {}
}
