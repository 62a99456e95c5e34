import Signals
import SignalsTesting
import Testing

/// Operators of everything that has a signal.
@Suite("Everything that has a signal", .leavesNothing) struct SignalConvertibleTests {
  /// A type of a user.
  private struct Thermometer: SignalProvider {
    typealias Value = Double
    let readings = SignalInput<Double>()
    var signal: Signal<Double> { readings.signal }
  }

  @Test func `an input has the operators, and is subscribed to`() {
    let clicks = SignalInput<Void>()
    let recorder = Recorder(clicks.map { 1 }.scan(0, +))
    let calls = Log<Int>()
    let endpoint = clicks.subscribeValues { calls.append(1) }
    clicks.send()
    clicks.send()
    clicks.finish()
    expect(recorder.history, equals: ["1", "2", "|"])
    expect(calls.entries, equals: [1, 1])
    withExtendedLifetime(endpoint) {}
  }

  @Test func `an operator doesn't keep the input alive (C1)`() {
    var input: SignalInput<Int>? = SignalInput()
    let recorder = Recorder(
      input!.filter { $0 > 1 }.merge(with: input!.prepend(7)).append(input!).prefix(
        untilOutputFrom: .after(.seconds(1_000))))
    input?.send(1)
    input?.send(2)
    input = nil
    expect(recorder.history, equals: ["7", "1", "2", "2", "|"])
  }

  @Test func `a type of one's own has them with its signal`() {
    let thermometer = Thermometer()
    let recorder = Recorder(thermometer.removeDuplicates().map { "\($0)" })
    for reading in [20.5, 20.5, 21] { thermometer.readings.send(reading) }
    expect(recorder.history, equals: ["20.5", "21.0"])
  }

  @Test func `several of any kind are combined`() {
    let (thermometer, input) = (Thermometer(), SignalInput<Double>())
    let latest = Recorder(combineLatest(thermometer, input).map { "\($0.0) \($0.1)" })
    let four = Recorder(
      combineLatest(thermometer, input, .just(1), Signal.of("a")).map { "\($0.0) \($0.1) \($0.2) \($0.3)" })
    let pairs = Recorder(zip(thermometer, input, .of(1, 2)).map { "\($0.0) \($0.1) \($0.2)" })
    let merged = Recorder(merge(thermometer, input, .just(0)))
    let raced = Recorder(race(thermometer, input))
    let listed = Recorder(merge([thermometer, Thermometer()]))
    let latestOfList = Recorder(combineLatest([input, input]))
    let sampled = Recorder(input.withLatest(from: thermometer).map { "\($0.0) \($0.1)" })
    thermometer.readings.send(20)
    input.send(1)
    input.send(2)
    expect(latest.history, equals: ["20.0 1.0", "20.0 2.0"])
    expect(four.history, equals: ["20.0 1.0 1 a", "20.0 2.0 1 a"])
    expect(pairs.history, equals: ["20.0 1.0 1"])
    expect(merged.history, equals: ["0.0", "20.0", "1.0", "2.0"])
    expect(raced.history, equals: ["20.0"])
    expect(listed.history, equals: ["20.0"])
    expect(latestOfList.history, equals: ["[1.0, 1.0]", "[2.0, 2.0]"])
    expect(sampled.history, equals: ["1.0 20.0", "2.0 20.0"])
  }

  @Test func `an array has several kinds`() {
    let (thermometer, input) = (Thermometer(), SignalInput<Double>())
    let merged = Recorder(merge([thermometer, input, .just(0)]))
    let latest = Recorder(combineLatest([thermometer, input]))
    let sums = Recorder(combineLatest([thermometer, input.signal]) { $0.reduce(0, +) })
    let pairs = Recorder(zip([thermometer, input]))
    let pairSums = Recorder(zip([thermometer, input]) { $0.reduce(0, +) })
    let sampled = Recorder(input.withLatest(from: [thermometer, Signal.just(0)]))
    let last = Recorder(combineLast([thermometer, input]))
    let joined = Recorder(concat([input, thermometer]))
    let raced = Recorder(race([thermometer, input]))
    let resumed = Recorder(input.resume(with: [thermometer, Signal.just(7)]))
    thermometer.readings.send(20)
    input.send(1)
    input.send(2)
    input.finish()
    thermometer.readings.send(21)
    thermometer.readings.finish()
    expect(merged.history, equals: ["0.0", "20.0", "1.0", "2.0", "21.0", "|"])
    expect(latest.history, equals: ["[20.0, 1.0]", "[20.0, 2.0]", "[21.0, 2.0]", "|"])
    expect(sums.history, equals: ["21.0", "22.0", "23.0", "|"])
    expect(pairs.history, equals: ["[20.0, 1.0]", "[21.0, 2.0]", "|"])
    expect(pairSums.history, equals: ["21.0", "23.0", "|"])
    expect(sampled.history, equals: ["(1.0, [20.0, 0.0])", "(2.0, [20.0, 0.0])", "|"])
    expect(last.history, equals: ["[21.0, 2.0]", "|"])
    expect(joined.history, equals: ["1.0", "2.0", "21.0", "|"])
    expect(raced.history, equals: ["20.0", "21.0", "|"])
    expect(resumed.history, equals: ["1.0", "2.0", "21.0", "7.0", "|"])
  }

  @Test func `an array of one kind, a computed one, an empty one and any other collection are combined, too`() {
    let (one, other) = (SignalInput<Int>(), SignalInput<Int>())
    let (inputs, signals) = ([one, other], [one.signal, other.signal])
    let mixed: [any SignalConvertible<Int> & Sendable] = [one, other.signal]
    let recorders = [
      Recorder(merge(inputs)), Recorder(merge(signals)), Recorder(merge(mixed)), Recorder(merge(signals[...])),
      Recorder(merge([one, other])), Recorder(merge([one, other].map { $0.signal })),
    ]
    let computed = Recorder(merge([1: inputs].values.joined().lazy.map { $0.filter { $0 > 0 } }))
    let empty = [Recorder(merge([SignalInput<Int>]())), Recorder<Int>(concat([])), Recorder<Int>(race([]))]
    let short = Recorder(merge([.just(1), one.signal, .of(2, 3)]))
    one.send(1)
    other.send(2)
    for recorder in recorders + [computed] { expect(recorder.history, equals: ["1", "2"]) }
    for recorder in empty { expect(recorder.history, equals: ["|"]) }
    expect(short.history, equals: ["1", "2", "3", "1"])
  }

  // The compiler gave some of these expressions up, and took a second for others.
  @Test func `an array of sources begins a chain of operators`() {
    let (one, other) = (SignalInput<Int>(), SignalInput<Int>())
    let merged = merge([one.signal, other.signal]).map { $0 * 2 }.filter { $0 > 3 }.scan(0, +).map { Double($0) / 2 }
    let sums = combineLatest([one, other]).map { $0.reduce(0, +) }.filter { $0 > 3 && $0 % 3 != 0 }
    let mixed = combineLatest([one, other.signal]).map { $0.reduce(0, +) }.filter { $0 > 3 && $0 % 3 != 0 }
    let short = combineLatest([one, other]) { $0.reduce(0, +) }.filter { $0 > 3 && $0 % 3 != 0 }
    let products = zip([one, other]).map { $0[0] * $0[1] }.filter { $0 > 3 && $0 < 99 }
    let accompanied = one.withLatest(from: [other]).map { $0 + $1[0] }.filter { $0 > 3 }
    let recorder = Recorder(merged)
    let recorders = [sums, mixed, short, products, accompanied].map { Recorder($0) }
    for (index, value) in [1, 2, 3, 4, 5].enumerated() { (index % 2 == 0 ? one : other).send(value) }
    expect(recorder.history, equals: ["2.0", "5.0", "9.0", "14.0"])
    let histories = recorders.map { $0.history }
    expect(histories, equals: [["5", "7"], ["5", "7"], ["5", "7"], ["12"], ["5", "9"]])
  }

  @Test func `a signal is written in short where one is expected`() {
    let input = SignalInput<Int>()
    let recorder = Recorder(input.append(.just(4)).prepend(.of(1, 2)).merge(with: .just(0)))
    input.send(3)
    input.finish()
    expect(recorder.history, equals: ["1", "2", "0", "3", "4", "|"])
    let recovered = Recorder(
      Signal<Int>.failed(Failure("a")).catch { _ in .just(1) }.flatMap { $0 > 0 ? .of($0, 2) : .empty() })
    expect(recovered.history, equals: ["1", "2", "|"])
  }

  @Test func `the latest of several inputs is switched to`() {
    let (one, other) = (SignalInput<Int>(), SignalInput<Int>())
    let chosen = SignalInput<SignalInput<Int>>()
    let recorder = Recorder(chosen.switchToLatest())
    chosen.send(one)
    one.send(1)
    chosen.send(other)
    one.send(2)
    other.send(3)
    expect(recorder.history, equals: ["1", "3"])
  }

  @Test func `a closure returns one of any kind`() {
    let rooms = [SignalInput<Double>(), SignalInput<Double>()]
    let selection = SignalInput<Int>()
    let strategies: [FlatMapStrategy] = [.merge, .merge(limit: 2), .concat, .latest, .first]
    let recorders = strategies.map { strategy in Recorder(selection.flatMap(strategy) { rooms[$0] }) }
    let several = Recorder(
      selection.flatMap(.latest) { index in
        let room = rooms[index]
        return room
      })
    selection.send(0)
    rooms[0].send(20)
    selection.send(1)
    rooms[0].send(21)
    rooms[1].send(18)
    let histories = [
      ["20.0", "21.0", "18.0"], ["20.0", "21.0", "18.0"], ["20.0", "21.0"], ["20.0", "18.0"], ["20.0", "21.0"],
    ]
    for (recorder, history) in zip(recorders, histories) { expect(recorder.history, equals: history) }
    expect(several.history, equals: ["20.0", "18.0"])
  }

  @Test func `a signal instead of a failed one, and one that is made at the subscription, may be of any kind`() {
    let (input, other) = (SignalInput<Int>(), SignalInput<Int>())
    let caught = Recorder(input.catch { _ in other })
    let rethrown = Recorder(
      input.catch { error in
        if error is CancellationError { return other }
        throw Failure("again")
      })
    let deferred = Recorder(Signal.deferred { other })
    input.send(1)
    input.fail(Failure("e"))
    other.send(2)
    other.finish()
    expect(caught.history, equals: ["1", "2", "|"])
    expect(rethrown.history, equals: ["1", "#again"])
    expect(deferred.history, equals: ["2", "|"])
  }

  @Test func `closures that return signals stay as they were`() {
    let texts = Signal.of("", "ab")
    expect(Recorder(texts.flatMap { .just($0.count) }).history, equals: ["0", "2", "|"])
    expect(Recorder(texts.flatMap { $0.isEmpty ? .empty() : .just($0) }).history, equals: ["ab", "|"])
    expect(
      Recorder(
        texts.flatMap { text -> Signal<Int> in
          guard !text.isEmpty else { return .empty() }
          return .of(1, 2)
        }
      ).history, equals: ["1", "2", "|"])
    expect(Recorder(texts.flatMap { Signal.just($0) }.catch { _ in .empty() }).history, equals: ["", "ab", "|"])
    expect(Recorder(Signal.deferred { .just(1) }).history, equals: ["1", "|"])
  }
}
