import Signals

// A large number of subscriptions.

extension Row {
  static let crowds = [
    Row(name: "crowd-sources") { report, effort in
      subscribe(sources: effort.count(1_000_000, short: 50_000), each: 1, &report)
    },
    Row(name: "crowd-shared") { report, effort in
      subscribe(sources: effort.count(1_000, short: 200), each: effort.count(1_000, short: 250), &report)
    },
    Row(name: "crowd-observers") { report, effort in
      cancelInRandomOrder(observers: effort.count(100_000, short: 20_000), &report)
    },
    Row(name: "crowd-in-handlers") { report, effort in
      cancelInHandlers(observers: effort.count(100_000, short: 20_000), &report)
    },
    Row(name: "crowd-joins") { report, effort in
      reach(joins: effort.count(100_000, short: 20_000), &report)
    },
    Row(name: "crowd-waiting-joins") { report, effort in
      sendWithinTurn(joins: effort.count(50_000, short: 10_000), &report)
    },
  ]
}

private func subscribe(sources count: Int, each observers: Int, _ report: inout Report) {
  report.tries("\(count) sources with \(observers) subscriptions each, 3 values to each")
  SignalGraph.isCounting = true
  let tally = Tally(count * observers)
  let before = Memory.resident
  var inputs: [SignalInput<Int>] = []
  var endpoints: [Endpoint] = []
  for _ in 0..<count {
    let input = SignalInput<Int>()
    inputs.append(input)
    for _ in 0..<observers {
      let stream = endpoints.count
      endpoints.append(input.signal.map { $0 }.subscribeValues { tally.note($0, in: stream) })
    }
  }
  let live = SignalGraph.liveSubscriptions
  report.require(live == count * observers, "\(live) subscriptions were alive instead of \(count * observers)")
  let each = (Memory.resident - before) / (count * observers)
  for value in 0..<3 { for input in inputs { input.send(value) } }
  report.compare(tally, each: 3)
  endpoints = []
  report.require(SignalGraph.liveSubscriptions == 0, "\(SignalGraph.liveSubscriptions) subscriptions are left")
  for input in inputs { input.send(3) }
  report.require(tally.total == 3 * count * observers, "\(tally.total) values were received, some after the cancel")
  inputs = []
  Memory.tidy()
  let left = Memory.resident - before
  report.require(left < 64 << 20, "\(megabytes(left)) are still in use after the release")
  report.survives(
    "\(live) alive at once, \(each) bytes each; \(tally.total) values; \(megabytes(max(left, 0))) left at the end")
}

private func cancelInRandomOrder(observers count: Int, _ report: inout Report) {
  report.tries("\(count) observers of one source, cancelled in random order, with a value after each tenth")
  let input = SignalInput<Int>()
  let tally = Tally(count)
  var endpoints = (0..<count).map { stream in input.signal.subscribeValues { tally.note($0, in: stream) } }
  input.send(0)
  endpoints.shuffle()
  var expected = count
  for value in 1...10 {
    // Only the remaining observers should receive it.
    endpoints.removeLast(count / 10)
    expected += endpoints.count
    input.send(value)
  }
  report.require(endpoints.isEmpty, "\(endpoints.count) observers are left")
  report.require(tally.total == expected, "\(tally.total) values were received instead of \(expected)")
  report.compare(tally, each: 1)
  report.survives("\(tally.total) values, all to remaining observers")
}

private func cancelInHandlers(observers count: Int, _ report: inout Report) {
  report.tries("\(count) observers of one source; each cancels another one in its handler, then itself")
  let input = SignalInput<Int>()
  let tally = Tally(count)
  let bags = (0..<count).map { _ in CancellableBag() }
  // The first cancels the last, and so on: the first half cancels the second half.
  for stream in 0..<count {
    input.signal.subscribeValues { value in
      tally.note(value, in: stream)
      bags[value == 0 ? count - 1 - stream : stream].cancel()
    }.store(in: bags[stream])
  }
  input.send(0)
  let first = tally.total
  report.require(first == count / 2, "\(first) handlers were called instead of \(count / 2)")
  input.send(1)
  input.send(2)
  report.require(tally.total == count, "\(tally.total) values were received instead of \(count)")
  report.survives("\(first) called for the first value, \(tally.total - first) for the second, none for the third")
}

// The costs of a turn are proportional to the joins that it reaches. If each of them had to look at the others, these
// rows would take minutes.

private func reach(joins count: Int, _ report: inout Report) {
  report.tries("\(count) joins, each above two others, that one value reaches; 3 values")
  let input = SignalInput<Int>()
  let tally = Tally(count)
  let endpoints = (0..<count).map { stream in
    let joined = (0..<3).reduce(input.signal) { signal, _ in
      combineLatest(signal, input.signal).map { ($0 + $1) / 2 }
    }
    return joined.subscribeValues { tally.note($0, in: stream) }
  }
  for value in 0..<3 { input.send(value) }
  report.compare(tally, each: 3)
  report.survives("\(tally.total) values, one at each for each value sent")
  withExtendedLifetime(endpoints) {}
}

private func sendWithinTurn(joins count: Int, _ report: inout Report) {
  report.tries("\(count) joins that wait for a turn while a handler sends to another input of them; 3 values")
  let (outer, inner) = (SignalInput<Int>(), SignalInput<Int>())
  let tally = Tally(count)
  var endpoints = (0..<count).map { stream in
    inner.signal.withLatest(from: outer.signal).subscribeValues { value, _ in tally.note(value, in: stream) }
  }
  endpoints.append(outer.signal.subscribeValues { inner.send($0) })
  for value in -1..<3 { outer.send(value) }
  report.compare(tally, each: 3)
  report.survives("\(tally.total) values, each within the turn of the other source")
}
