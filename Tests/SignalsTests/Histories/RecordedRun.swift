import Signals

/// The record of a run of several threads, with durations as spans from stamp to stamp.
///
/// A stamp is a place in one order of all moments, and each is taken before or after the library works, never within. So
/// a span that ended before another began, by the stamps, has really done so; the order of overlapping spans is open.
struct RecordedRun: Sendable {
  /// The spans that a thread is inside of.
  enum Frame: Hashable, Sendable {
    case sending(Sent)
    case subscribing(Int)
    case calling(Int, Heard)
    case cancelling(Int)
  }

  struct Sending: Sendable {
    let sent: Sent
    let begin: Int
    var end = Int.max
    var result: SendResult?
    let within: [Frame]

    var isAccepted: Bool { result != nil && result != .ended }
  }

  struct Call: Sendable {
    let observer: Int
    let heard: Heard
    let thread: UInt
    let begin: Int
    var end = Int.max
    let within: [Frame]
  }

  struct Subscribing: Sendable {
    let begin: Int
    var end = Int.max
  }

  struct Cancelling: Sendable {
    let observer: Int
    let thread: UInt
    let begin: Int
    var end = Int.max
    let waits: Bool
    let within: [Frame]
  }

  let views: [View]
  /// Which sources have a queue of their own.
  let queues: [Int: Int]
  let moments: [Moment]

  private(set) var sendings: [Sending] = []
  private(set) var calls: [Call] = []
  private(set) var subscribings: [Int: Subscribing] = [:]
  private(set) var cancellings: [Cancelling] = []

  /// - Parameters:
  ///   - views: of the observers, by number.
  ///   - queues: the queues of those sources that have one.
  init(views: [View], queues: [Int: Int] = [:], _ moments: [Moment]) {
    self.views = views
    self.queues = queues
    self.moments = moments
    var open: [UInt: [(frame: Frame, index: Int)]] = [:]
    for (stamp, moment) in moments.enumerated() { take(moment, stamp, &open[moment.thread, default: []]) }
  }

  /// A run that is written down: see ``Moment``.
  init?(views: [View], queues: [Int: Int] = [:], _ text: String) {
    let lines = text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
    let moments = lines.compactMap { Moment($0) }
    guard moments.count == lines.count else { return nil }
    self.init(views: views, queues: queues, moments)
  }

  /// - Parameter open: the spans that the thread is inside of, the innermost last.
  private mutating func take(_ moment: Moment, _ stamp: Int, _ open: inout [(frame: Frame, index: Int)]) {
    let within = open.map(\.frame)
    switch moment.step {
    case .subscribes(let observer):
      subscribings[observer] = Subscribing(begin: stamp)
      open.append((.subscribing(observer), observer))
    case .sends(let sent):
      open.append((.sending(sent), sendings.count))
      sendings.append(Sending(sent: sent, begin: stamp, within: within))
    case .called(let observer, let heard):
      open.append((.calling(observer, heard), calls.count))
      calls.append(Call(observer: observer, heard: heard, thread: moment.thread, begin: stamp, within: within))
    case .cancels(let observer):
      open.append((.cancelling(observer), cancellings.count))
      cancellings.append(
        Cancelling(observer: observer, thread: moment.thread, begin: stamp, waits: false, within: within))
    case .waits(let observer):
      // A waiting task may go on upon another thread, so this is on no thread's path.
      cancellings.append(
        Cancelling(observer: observer, thread: moment.thread, begin: stamp, waits: true, within: within))
    case .waited(let observer):
      let index = cancellings.firstIndex { $0.observer == observer && $0.waits && $0.end == .max }
      if let index { cancellings[index].end = stamp }
    case .subscribed(let observer):
      _ = open.popLast()
      subscribings[observer]?.end = stamp
    case .sent(_, let result):
      guard let index = open.popLast()?.index else { return }
      sendings[index].end = stamp
      sendings[index].result = result
    case .returned:
      if let index = open.popLast()?.index { calls[index].end = stamp }
    case .cancelled:
      if let index = open.popLast()?.index { cancellings[index].end = stamp }
    }
  }
}
