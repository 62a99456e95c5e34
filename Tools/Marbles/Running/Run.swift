import Signals
import SignalsTesting

/// A run of an operator in virtual time that records all inputs and outputs.
///
/// ```swift
/// let run = Run(length: 10)
/// run.output(run.numbers("-1-2-3|").map { $0 * 10 })
/// let diagram = run.diagram(titled: "map(_:)", call: "numbers.map { $0 * 10 }")
/// ```
///
/// In each frame, the inputs send first, in the order of their creation, and the timers of operators follow.
final class Run: Sendable {
  struct State {
    var logs: [LaneLog] = []
    /// The output lanes, with the description of the value that the signal was made from.
    var outputs: [@Sendable () -> (lane: Lane, parent: String?)] = []
    /// Objects that have to live until the end of the run.
    var kept: [any Sendable] = []
  }

  let beat = Beat()
  let length: Int
  let state = Guarded(State())
  /// The actions of the inputs in each frame.
  private let moments = Guarded<[Int: [@Sendable () -> Void]]>([:])

  var clock: VirtualScheduler { beat.clock }

  /// - Parameters:
  ///   - length: the number of recorded frames.
  ///   - together: the frames in which all inputs send in one turn (C11).
  init(length: Int, together: Set<Int> = []) {
    self.length = length
    // Scheduled before any timer of an operator.
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

  /// Adds an action to a frame, after its other actions.
  func at(_ frame: Int, _ action: @escaping @Sendable () -> Void) {
    precondition(frame < length, "An action in frame \(frame) of a run with \(length) frames: pass a larger `length`.")
    moments.change { $0[frame, default: []].append(action) }
  }

  /// Retains an object until the end of the run.
  func keep(_ object: any Sendable) { state.change { $0.kept.append(object) } }

  func addLane(_ name: String, _ kind: Lane.Kind, of parent: String? = nil) -> LaneLog {
    let log = LaneLog(name, kind, of: parent, on: beat)
    state.change { $0.logs.append(log) }
    return log
  }

  /// Performs the run, and returns its diagram.
  func diagram(
    titled title: String, call: String, hint: String? = nil, showingTurns: Bool = false
  ) -> Diagram {
    // The frame after the last one isn't drawn.
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

  /// The input lanes. Several subscriptions of one name are numbered.
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
  /// The last mark of a value with this description.
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
