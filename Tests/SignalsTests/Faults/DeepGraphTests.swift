import Foundation
import Signals
import SignalsTesting
import Testing

/// C8 and C14 where a graph is very deep: subscribing, sending, ending, cancelling and releasing go all the way.
///
/// A level takes stack. With optimisation 10,000 levels of every operator fit into the 8 MB of a main thread, which the
/// endurance rows show. Without it a level takes several times as much, so here 10,000 get a stack of 64 MB, and an ordinary
/// one is given 1,000.
@Suite("Faults: deep graphs", .leavesNothing) struct DeepGraphTests {
  typealias Link = @Sendable (_ signal: Signal<Int>, _ quiet: Signal<Int>) -> Signal<Int>

  static let links: [(String, Link)] = [
    ("map", { signal, _ in signal.map { $0 } }),
    ("filter", { signal, _ in signal.filter { $0 > 0 } }),
    ("removeDuplicates", { signal, _ in signal.removeDuplicates() }),
    ("shared", { signal, _ in signal.shared() }),
    ("merge", { signal, quiet in merge(signal, quiet) }),
    ("combineLatest", { signal, _ in combineLatest(signal, .of(0)).map { $0 + $1 } }),
    ("flatMap", { signal, _ in signal.flatMap { .of($0) } }),
    ("a nest of flatMap", { signal, _ in Signal.of(0).flatMap { _ in signal } }),
  ]

  @Test(arguments: links.map(\.0), [(depth: 10_000, megabytes: 64), (depth: 1_000, megabytes: 8)])
  func `a chain passes values and the end, and is released`(_ name: String, _ size: (depth: Int, megabytes: Int)) {
    let log = Log<String>()
    guard let link = Self.links.first(where: { $0.0 == name })?.1 else { return }
    // The quadratic ones would take long without optimisation.
    let depth = name.contains("flatMap") ? min(size.depth, 2_000) : size.depth
    onThread(megabytes: size.megabytes) {
      for ends in [true, false] {
        let input = SignalInput<Int>()
        let quiet = SignalInput<Int>()
        let deep = (0..<depth).reduce(input.signal.keeping("top", log)) { signal, _ in link(signal, quiet.signal) }
        let endpoint = deep.subscribe { log.append("\($0)") }
        input.send(1)
        input.send(2)
        if ends {
          quiet.finish()
          input.finish()
        } else {
          endpoint.cancel()
        }
        log.append("over")
      }
    }
    expect(
      log.entries.filter { $0 != "top released" },
      equals: [
        "value(1)", "value(2)", "finished", "over", "value(1)", "value(2)", "over",
      ])
    expect(log.entries.filter { $0 == "top released" }, equals: ["top released", "top released"])
  }

  private func onThread(megabytes: Int, _ body: @escaping @Sendable () -> Void) {
    let ended = Gate()
    let thread = Thread {
      body()
      ended.open()
    }
    thread.stackSize = megabytes << 20
    thread.start()
    ended.wait()
  }
}
