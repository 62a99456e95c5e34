import Signals
import SignalsTesting

extension LinkKind {
  static let combining = [
    LinkKind("merge, before") { random in
      let (n, m) = (random.digit(), random.digit())
      return Link("merge(.of(\(n), \(m)), …)") {
        merge(.of(n, m), $0)
      } is: {
        $0.prepend([n, m])
      }
    },
    LinkKind("merge, after") { random in
      let (n, m) = (random.digit(), random.digit())
      return Link("merge(with: .of(\(n), \(m)))") { signal in
        signal.merge(with: .of(n, m))
      } inTime: { lists in
        inserting([n, m], intoEach: lists)
      }
    },
    LinkKind("merge with what never ends") { _ in
      Link("merge(with: .never())") { signal in
        signal.merge(with: .never())
      } is: {
        ListSignal($0.values, $0.isFinished ? nil : $0.end)
      }
    },
    LinkKind("concat") { random in
      let (n, m) = (random.digit(), random.digit())
      return Link("concat(.just(\(n)), …, .just(\(m)))") { signal in
        concat(.just(n), signal, .just(m))
      } is: {
        $0.append([m]).prepend([n])
      }
    },
    LinkKind("concat with what fails") { _ in
      Link("append(.failed(…))") { signal in
        signal.append(.failed(Failure("concat")))
      } is: {
        ListSignal($0.values, $0.isFinished ? .failed("concat") : $0.end)
      }
    },
    LinkKind("zip") { random in
      let others = random.digits(0...4)
      return Link("zip(.from(\(others)), …)") { signal in
        zip(.from(others), signal).map { digit([$1, $0]) }
      } is: {
        $0.zip(others) { digit([$0, $1]) }
      }
    },
    LinkKind("combineLast") { random in
      let n = random.digit()
      return Link("combineLast(…, .of(0, \(n)))") { signal in
        combineLast(signal, .of(0, n)) { digit([$0, $1]) }
      } is: {
        $0.last().map { digit([$0, n]) }
      }
    },
    LinkKind("zip with a closure") { random in
      let others = random.digits(0...4)
      return Link("Signal.from(\(others)).zip(with: …) { … }") { signal in
        Signal.from(others).zip(with: signal) { digit([$1, $0]) }
      } is: {
        $0.zip(others) { digit([$0, $1]) }
      }
    },
    LinkKind("sequenceEqual") { random in
      let others = random.digits(0...3)
      return Link("sequenceEqual(\(others))") { signal in
        Signal.from(others).sequenceEqual(signal).map { $0 ? 1 : 0 }
      } is: {
        $0.sequenceEqual(others)
      }
    },
    LinkKind("race") { random in
      let n = random.digit()
      return Link("race(with: .just(\(n)))") { signal in
        signal.race(with: .just(n))
      } inTime: { lists in
        lists[0] == ListSignal([], nil) ? lists.map { _ in ListSignal([n], .finished) } : lists
      }
    },
    LinkKind("pausable, never paused", isTransparent: true) { _ in
      Link("pausable(by: .never())") {
        $0.pausable(by: Signal<Bool>.never())
      } is: {
        $0
      }
    },
    LinkKind("race with what never ends", isTransparent: true) { _ in
      Link("race(with: .never())") {
        $0.race(with: .never())
      } is: {
        $0
      }
    },
  ]

  /// They speak when a turn settles. So what a neighbour brings in the same turn may come first, of which lists know
  /// nothing; random graphs are for that.
  static let joining = [
    LinkKind("withLatest(from:)") { random in
      let n = random.digit()
      // Its own failure would swallow values of the same turn, which lists don't model.
      return Link("materialize().withLatest(from: .just(\(n))).dematerialize()") { signal in
        signal.materialize().withLatest(from: .just(n)).map { event, other in
          if case .value(let value) = event { .value(digit([value, other])) } else { event }
        }.dematerialize()
      } is: {
        $0.map { digit([$0, n]) }
      }
    }
  ]

  /// Other values come when this signal has been subscribed to, unless it has failed by then.
  private static func inserting(_ others: [Int], intoEach lists: [ListSignal]) -> [ListSignal] {
    if case .failed = lists[0].end { return lists }
    let count = lists[0].values.count
    return lists.map { ListSignal($0.values.prefix(count) + others + $0.values.dropFirst(count), $0.end) }
  }

  static let sharing = [
    LinkKind("shared", isTransparent: true) { _ in
      Link("shared()") {
        $0.shared()
      } is: {
        $0
      }
    },
    LinkKind("shared(replaying:)", isTransparent: true) { random in
      let n = random.number(in: 0...3)
      return Link("shared(replaying: \(n))") {
        $0.shared(replaying: n)
      } is: {
        $0
      }
    },
    LinkKind("shared(replaying:for:)", isTransparent: true) { random in
      let n = random.number(in: 0...3)
      return Link("shared(replaying: \(n), for: .seconds(1))") {
        $0.shared(replaying: n, for: .seconds(1), on: VirtualScheduler())
      } is: {
        $0
      }
    },
    LinkKind("playback", isTransparent: true) { _ in
      Link("playback()") {
        $0.playback()
      } is: {
        $0
      }
    },
    LinkKind("cacheUntilActive", isTransparent: true) { _ in
      Link("cacheUntilActive()") {
        $0.cacheUntilActive()
      } is: {
        $0
      }
    },
    LinkKind("multicast", isTransparent: true) { _ in
      Link("multicast().autoconnect()") {
        $0.multicast().autoconnect()
      } is: {
        $0
      }
    },
  ]
}
