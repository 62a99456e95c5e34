import Foundation
import Signals
import Testing

/// For any operators below one another, the output of each event equals that of plain lists.
///
/// The chains are the same at each run. `RANDOM_CHAINS=5000-50000 swift test --filter RandomChain` tries others, and a
/// range of one seed, taken from a failure's text, that chain alone.
@Suite("Random chains", .leavesNothing) struct RandomChainTests {
  @Test func `chains of operators do what lists do`() {
    if let failure = RandomChain.firstFailure(seeds: Self.seeds) { Issue.record("\(failure)") }
  }

  @Test(arguments: LinkKind.all + LinkKind.joining)
  func `each operator alone does what lists do`(_ kind: LinkKind) {
    if let failure = RandomChain.firstFailure(seeds: 0..<60, of: [kind], length: 1...2) { Issue.record("\(failure)") }
  }

  private static var seeds: Range<UInt64> {
    let bounds = ProcessInfo.processInfo.environment["RANDOM_CHAINS"]?.split(separator: "-").compactMap { UInt64($0) }
    guard let bounds, let first = bounds.first, let last = bounds.last, first <= last else { return 0..<5_000 }
    return first..<last + 1
  }
}

/// The chains find violations, and report them in a line or two.
@Suite("Random chains, put to the test", .leavesNothing) struct RandomChainSelfTests {
  @Test(arguments: LinkKind.all.filter { !$0.isTransparent })
  func `an operator that did nothing would be found`(_ kind: LinkKind) {
    let idle = LinkKind(kind.description) { random in
      let link = kind.make(&random)
      return Link(link.description, { $0 }, inTime: link.reference)
    }
    expect(RandomChain.firstFailure(seeds: 0..<200, of: [idle], length: 1...1) != nil)
  }

  @Test func `an operator that goes wrong now and then is found among the others, and singled out`() throws {
    let wrong = LinkKind("wrong") { _ in
      // Takes some failures for a finish.
      Link("wrong()") { signal in
        signal.materialize().map { event -> Event<Int> in
          if case .end(.failed(let error)) = event, "\(error)" == "fault" { .end(.finished) } else { event }
        }.dematerialize()
      } is: {
        $0
      }
    }
    let failure = try #require(RandomChain.firstFailure(seeds: 0..<5_000, of: LinkKind.all + [wrong]))
    expect(failure.chain.links.count, equals: 2)
    expect(failure.chain.links.last?.description, equals: "wrong()")
    expect(failure.chain.values.count <= 2)
    expect(failure.chain.end == nil)
  }

  @Test func `a failure is told in three lines`() throws {
    let wrong = LinkKind("wrong") { _ in
      Link("dropLast()") {
        $0
      } is: {
        $0.dropLast(1)
      }
    }
    let failure = try #require(RandomChain.firstFailure(seeds: 3..<100, of: [wrong], length: 1...1))
    expect(
      "\(failure)",
      equals: """
        seed 3: (0) .dropLast(), sent one by one
        expected  [] []
        actual    [] [0]
        """)
  }

  @Test func `the same seed makes the same chain, and chains of every length are made`() {
    let chains = (0..<5_000).map { RandomChain(seed: $0) }
    expect("\(RandomChain(seed: 77))", equals: "\(RandomChain(seed: 77))")
    expect(Set(chains.map(\.links.count)), equals: Set(0...6))
  }
}
