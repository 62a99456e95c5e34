import Signals
import SignalsTesting

/// An operator is used in virtual time, and everything that goes in and comes out is noted.
///
/// ```swift
/// let run = Run(length: 10)
/// run.output(run.numbers("-1-2-3|").map { $0 * 10 })
/// let diagram = run.diagram(titled: "map(_:)", call: "numbers.map { $0 * 10 }")
/// ```
///
/// In each frame the inputs come first, in the order in which they were made, and then what operators have timed for it.
final class Run: Sendable {
  struct State {
    var logs: [LaneLog] = []
    /// What came out, with the value that it was made of, as that prints.
    var outputs: [@Sendable () -> (lane: Lane, parent: String?)] = []
    /// What would be over if nobody held it.
    var kept: [any Sendable] = []
  }

  let beat = Beat()
  let length: Int
  let state = Guarded(State())
  /// What the inputs do in each frame.
  private let moments = Guarded<[Int: [@Sendable () -> Void]]>([:])

  var clock: VirtualScheduler { beat.clock }

  /// - Parameters:
  ///   - length: how many frames are watched.
  ///   - together: the frames in which all inputs send in one turn (C11).
  init(length: Int, together: Set<Int> = []) {
    self.length = length
    // Before anything that an operator schedules.
    for frame in 0..<length {
      _ = clock.schedule(after: .seconds(frame)) { [beat, moments] in
        let actions = moments.change { $0[frame] ?? [] }
        if together.contains(frame) {
          beat.takeTurn { transaction { for action in actions { action() } } }
        } else {
          for action in actions { beat.takeTurn(action) }
        }
      }
    }
  }

  /// Does something in a frame, after what was asked for before.
  func at(_ frame: Int, _ action: @escaping @Sendable () -> Void) {
    precondition(frame < length, "This run has \(length) frames: nothing happens any more in frame \(frame).")
    moments.change { $0[frame, default: []].append(action) }
  }

  /// Holds something until the run is over.
  func keep(_ object: any Sendable) { state.change { $0.kept.append(object) } }

  func addLane(_ name: String, _ kind: Lane.Kind, of parent: String? = nil) -> LaneLog {
    let log = LaneLog(name, kind, of: parent, on: beat)
    state.change { $0.logs.append(log) }
    return log
  }

  /// Lets the time pass, and answers what was seen.
  func diagram(
    titled title: String, call: String, hint: String? = nil, showingTurns: Bool = false
  ) -> Diagram {
    // Up to the last frame, and not to the one after it, which isn't drawn.
    clock.advance(by: .seconds(length - 1))
    let logs = state.change { $0.logs }
    var diagram = Diagram(
      title: title, call: call, above: lanes(of: logs), below: outputs(), length: length,
      bands: showingTurns ? bands(of: logs) : [], hint: hint)
    diagram.colour()
    return diagram
  }

  private func bands(of logs: [LaneLog]) -> [Band] {
    var places: [Int: (frame: Int, lanes: [Int])] = [:]
    for (lane, log) in logs.enumerated() {
      for entry in log.entries where entry.mark.isEvent {
        guard let turn = entry.turn else { continue }
        if places[turn, default: (entry.mark.frame, [])].lanes.last != lane {
          places[turn, default: (entry.mark.frame, [])].lanes.append(lane)
        }
      }
    }
    return places.sorted { $0.key < $1.key }.map { Band(frame: $0.value.frame, lanes: $0.value.lanes) }
      .filter { $0.lanes.count > 1 }
  }

  /// Where a name stands for several subscriptions, they are numbered.
  private func lanes(of logs: [LaneLog]) -> [Lane] {
    let counts = Dictionary(logs.map { ($0.name, 1) }, uniquingKeysWith: +)
    var numbers: [String: Int] = [:]
    var lanes: [Lane] = []
    for log in logs {
      numbers[log.name, default: 0] += 1
      let number = counts[log.name] == 1 ? "" : " \(numbers[log.name] ?? 0)"
      let origin = log.parent.flatMap { lanes.lastMark(reading: $0) }
      lanes.append(
        Lane(
          name: log.name + number, source: log.name, kind: log.kind, start: log.start, marks: log.entries.map(\.mark),
          origin: origin))
    }
    return lanes
  }

  private func outputs() -> [Lane] {
    var lanes: [Lane] = []
    for (lane, parent) in state.change({ $0.outputs }).map({ $0() }) {
      lanes.append(lane)
      lanes[lanes.count - 1].origin = parent.flatMap { lanes.dropLast().lastMark(reading: $0) }
    }
    return lanes
  }
}

extension BidirectionalCollection<Lane> where Index == Int {
  /// Where a value was last that reads like this.
  func lastMark(reading text: String) -> Lane.Origin? {
    for lane in indices.reversed() {
      let mark = self[lane].marks.lastIndex { mark in
        if case .value(let label) = mark.content { label.text == text } else { false }
      }
      if let mark { return Lane.Origin(lane: lane, mark: mark) }
    }
    return nil
  }
}
