import Signals

/// The times at which the subscriptions to a source began and ended.
final class SubscriptionLog: Sendable {
  private struct Span {
    let beginning: Duration
    var end: Duration?
  }

  private let scheduler: VirtualScheduler
  private let start: Duration
  private let tick: Duration
  private let spans = Guarded<[Span]>([])

  init(_ scheduler: VirtualScheduler, _ tick: Duration) {
    self.scheduler = scheduler
    self.tick = tick
    start = scheduler.elapsed
  }

  func begin() -> Int {
    let span = Span(beginning: scheduler.elapsed - start)
    return spans.change { spans in
      spans.append(span)
      return spans.count - 1
    }
  }

  func end(_ number: Int) {
    let time = scheduler.elapsed - start
    spans.change { $0[number].end = time }
  }

  var timelines: [Timeline] {
    spans.change { $0 }.map { span in
      var marks: [(Duration, Timeline.Mark)] = [(span.beginning, .subscription)]
      if let end = span.end { marks.append((end, .cancellation)) }
      return Timeline(marks, tick: tick)
    }
  }
}
