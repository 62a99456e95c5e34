import Signals
import SignalsTesting

extension Run {
  /// Subscribes, and shows the events in a lane below the operator.
  ///
  /// - Parameters:
  ///   - name: the name of the subscription, if there are several.
  ///   - span: the times of the subscription and cancel, as for a ``Recorder``.
  func output<Value>(_ signal: Signal<Value>, _ name: String = "", during span: Timeline = "^") {
    record(signal, name, of: nil, during: span)
  }

  /// Subscribes to each group within the handler that receives it, and shows each in a lane of its own.
  func output<Key, Value>(_ groups: Signal<(key: Key, signal: Signal<Value>)>) {
    let keys = groups.map { [self] key, signal in
      record(signal, "\(key)", of: "\(key)", during: "^")
      return key
    }
    let place = state.change { state in
      // Reserves the lane of the keys above the lanes of the groups, which are added later.
      state.outputs.append { (Lane(name: "", kind: .subscription), nil) }
      return state.outputs.count - 1
    }
    let lane = recorded(keys, "", of: nil, during: "^")
    state.change { $0.outputs[place] = lane }
  }

  private func record<Value>(_ signal: Signal<Value>, _ name: String, of parent: String?, during span: Timeline) {
    let lane = recorded(signal, name, of: parent, during: span)
    state.change { $0.outputs.append(lane) }
  }

  private func recorded<Value>(
    _ signal: Signal<Value>, _ name: String, of parent: String?, during span: Timeline
  ) -> @Sendable () -> (lane: Lane, parent: String?) {
    let start = beat.frame
    let recorder = Recorder(signal, on: clock, during: span)
    return {
      var lane = Lane(name: name, kind: .subscription, start: start)
      // The marks of the timeline give the times of the subscription and the cancel.
      let frames = recorder.timeline.frames
      if let begun = frames.firstIndex(where: { $0.contains(.subscription) }) { lane.start += begun }
      lane.marks.append(Mark(frame: lane.start, content: .subscription))
      lane.marks += recorder.timedEvents.map { entry in
        Mark(frame: start + Beat.frame(at: entry.time), content: Mark.Content(entry.event))
      }
      if let cancelled = frames.firstIndex(where: { $0.contains(.cancellation) }) {
        lane.marks.append(Mark(frame: start + cancelled, content: .cancellation))
      }
      return (lane, parent)
    }
  }
}
