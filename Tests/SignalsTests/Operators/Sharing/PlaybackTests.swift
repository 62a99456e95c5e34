import Signals
import SignalsTesting
import Testing

@Suite("playback", .leavesNothing) struct PlaybackTests {
  @Test func `every subscriber gets everything from the beginning, then the rest`() {
    let input = SignalInput<Int>()
    let playback = input.signal.playback()
    input.send(1)
    input.send(2)
    let first = Recorder(playback)
    expect(first.history, equals: ["1", "2"])
    input.send(3)
    let second = Recorder(playback)
    expect(second.history, equals: ["1", "2", "3"])
    input.finish()
    let third = Recorder(playback)
    for recorder in [first, second, third] { expect(recorder.history, equals: ["1", "2", "3", "|"]) }
  }

  @Test func `a returning subscriber receives everything again`() {
    let input = SignalInput<Int>()
    let playback = input.signal.playback()
    input.send(1)
    Recorder(playback).cancel()
    input.send(2)
    expect(Recorder(playback).history, equals: ["1", "2"])
  }

  @Test func `a subscriber after a failure receives everything and the failure`() {
    let input = SignalInput<Int>()
    let playback = input.signal.playback()
    input.send(1)
    input.fail(Failure("e"))
    expect(Recorder(playback).history, equals: ["1", "#e"])
  }

  @Test func `a subscriber that has had enough receives no more`() {
    let playback = Signal.of(1, 2, 3).playback()
    expect(Recorder(playback.prefix(2)).history, equals: ["1", "2", "|"])
    let log = Log<Int>()
    let endpoint = playback.subscribeWhile { value in
      log.append(value)
      return value < 2
    }
    expect(log.entries, equals: [1, 2])
    expect(!endpoint.isActive)
  }

  @Test func `an operator that throws in the middle of replayed values fails there`() {
    let playback = Signal.of(1, 2, 3).playback()
    let recorder = Recorder(
      playback.map { value in
        if value == 2 { throw Failure("two") }
        return value
      })
    expect(recorder.history, equals: ["1", "#two"])
  }

  @Test func `each value that is played back is a turn of its own for a join`() {
    let input = SignalInput<Int>()
    let playback = input.signal.playback()
    input.send(1)
    input.send(2)
    let recorder = Recorder(combineLatest(Signal.just(0), playback).map { $1 })
    expect(recorder.history, equals: ["1", "2"])
    input.send(3)
    expect(recorder.history, equals: ["1", "2", "3"])
  }

  @Test func `it keeps everything until the last reference is gone`() {
    let input = SignalInput<Tracked>()
    let log = Log<String>()
    var playback: Signal<Tracked>? = input.signal.playback()
    input.send(Tracked("1", log))
    input.send(Tracked("2", log))
    var endpoint = playback?.subscribeValues { _ in }
    playback = nil
    expect(log.entries, equals: [])
    endpoint?.cancel()
    expect(log.entries, equals: ["1 released", "2 released"])
    endpoint = nil
    expect(endpoint == nil)
  }
}
