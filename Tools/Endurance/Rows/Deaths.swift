import Signals
import SignalsKVO

// Objects that another thread releases at any moment.

extension Row {
  static let deaths = [
    Row(name: "fault-death-of-observer") { report, effort in
      releaseObserver(effort.count(20_000, short: 2_000), &report)
    },
    Row(name: "fault-death-of-source") { report, effort in releaseSource(effort.count(20_000, short: 2_000), &report) },
    Row(name: "fault-death-of-property") { report, effort in
      releaseProperty(effort.count(20_000, short: 2_000), &report)
    },
  ]
}

/// Holds a value that one thread releases while others use it.
private final class Hold<Value: Sendable>: Sendable {
  private let held: Guarded<Value?>

  init(_ value: Value) { held = Guarded(value) }

  var value: Value? { held.change { $0 } }

  func release() {
    _ = held.change { value in
      defer { value = nil }
      return value
    }
  }
}

private func releaseObserver(_ count: Int, _ report: inout Report) {
  report.tries("\(count) times: the last endpoint of a shared signal is released while another thread sends")
  SignalGraph.isCounting = true
  let input = SignalInput<Int>()
  let stays = Log<Int>()
  let endpoint = input.signal.subscribeValues { stays.append($0) }
  let isOver = AtomicWord(0)
  onThreads(2) { thread in
    if thread == 0 {
      for _ in 0..<count {
        let shared = input.signal.map { $0 }.shared()
        let holds = [Hold(shared.subscribeValues { _ in }), Hold(shared.subscribeValues { _ in })]
        for hold in holds { hold.release() }
      }
      isOver.set(1)
    } else {
      var value = 0
      while isOver.value == 0 || value < 1_000 {
        input.send(value)
        value += 1
      }
    }
  }
  let sent = stays.entries.last ?? -1
  report.require(wait { (stays.entries.last ?? -1) >= 999 }, "only \(sent) values were received")
  let entries = stays.entries
  report.compare(entries, with: Array(0..<entries.count))
  report.require(SignalGraph.liveSubscriptions == 1, "\(SignalGraph.liveSubscriptions - 1) subscriptions are left")
  report.survives("\(entries.count) values in order to the remaining subscriber; no other subscription is left")
  withExtendedLifetime(endpoint) {}
}

private func releaseSource(_ count: Int, _ report: inout Report) {
  report.tries("\(count) sources released on another thread, while one sends 20 values and another subscribes")
  SignalGraph.isCounting = true
  let finishes = AtomicWord(0)
  let tally = Tally(count)
  var signals: [Hold<SignalInput<Int>>] = []
  for _ in 0..<count { signals.append(Hold(SignalInput())) }
  let holds = signals
  let endpoints = Guarded<[Endpoint]>([])
  for stream in 0..<count {
    guard let signal = holds[stream].value?.signal else { continue }
    let endpoint = signal.subscribe { event in
      switch event {
      case .value(let value): tally.note(value, in: stream)
      case .end: finishes.add(1)
      }
    }
    endpoints.change { $0.append(endpoint) }
  }
  onThreads(3) { thread in
    for hold in holds {
      guard let input = hold.value else { continue }
      switch thread {
      case 0: for value in 0..<20 { input.send(value) }
      case 1: hold.release()
      default:
        let late = input.signal.subscribeValues { _ in }
        endpoints.change { $0.append(late) }
      }
    }
  }
  report.require(wait { finishes.value == count }, "only \(finishes.value) of \(count) sources finished")
  report.require(wait { SignalGraph.liveSubscriptions == 0 }, "\(SignalGraph.liveSubscriptions) subscriptions are left")
  // The sending thread retains the source, so it delivers all of its values or none.
  report.require(tally.repeated == 0 && tally.total.isMultiple(of: 20), "\(tally.total) values were received")
  report.survives("\(finishes.value) finishes, each after all of its values: \(tally.total) values")
}

private func releaseProperty(_ count: Int, _ report: inout Report) {
  report.tries("\(count) bound pairs of properties; one of each is released on another thread while both are set")
  var left: [Int] = []
  for number in 0..<count {
    let first = Hold(Property(0))
    let second = Property(0)
    let binding = first.value.map { bind($0, to: second, initially: .fromFirst) }
    onThreads(2) { thread in
      if thread == 0 { first.release() } else { first.value?.value = 1 }
    }
    second.value = number
    left.append(second.value)
    withExtendedLifetime(binding) {}
  }
  report.compare(left, with: Array(0..<count))
  report.survives("the other property keeps the value that it was set to")
}
