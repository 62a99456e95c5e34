import Signals

/// Records side effects, such as the opening of a file.
final class Notes: Sendable {
  private let log: LaneLog

  init(_ log: LaneLog) { self.log = log }

  func write(_ text: String) { log.note(.value(Label(shape: .one, parts: [Label.Part(text: text)]))) }
}

extension Run {
  func notes(_ name: String) -> Notes { Notes(addLane(name, .notes)) }
}
