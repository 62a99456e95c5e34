/// The plan of the threads of a run. The result differs each time; the plan is the same for the same seed.
struct RunPlan: Sendable {
  enum Action: Hashable, Sendable {
    case send(Sent)
    case subscribe(Int)
    case cancel(Int)
    case cancelAndWait(Int)
    /// Lets other threads have the processor.
    case yieldProcessor
    /// Keeps it for a moment.
    case linger
  }

  /// How an observer hangs on its sources.
  enum Route: Hashable, Sendable {
    case direct(Int)
    case shared(Int)
    case current(Int)
    /// By way of a serial queue, or of a concurrent one.
    case delivered(Int, queue: Int)
    case deliveredConcurrently(Int)
    case merged(Int, Int)
    case joined(Int, Int)
    /// A join of a source with itself, which has each value once.
    case diamond(Int)
  }

  struct Observer: Hashable, Sendable {
    let route: Int
    /// The actions of its handler, by the number of the call.
    var reactions: [Int: Action] = [:]
  }

  /// Those of the sources that have a queue.
  var queues: [Int: Int] = [:]
  var routes: [Route] = []
  /// The observers that are there before the threads begin: the witnesses first.
  var residents = 0
  var observers: [Observer] = []
  var threads: [[Action]] = []
  var sourceCount = 1

  var views: [View] { observers.map { view(by: $0.route) } }

  private func view(by number: Int) -> View {
    switch routes[number] {
    case .direct(let source): View(.direct, of: source, on: queues[source])
    case .shared(let source): View(.shared(number), of: source)
    case .current(let source): View(.current(number), of: source)
    case .delivered(let source, let queue): View(.apart, of: source, on: queue)
    case .deliveredConcurrently(let source): View(.apart, of: source)
    case .diamond(let source): View(.diamond, of: source)
    case .merged(let first, let second): View(.apart, of: first, second)
    case .joined(let first, let second): View(.joined, of: first, second)
    }
  }

  /// The largest number of moments: every action, and every value delivered to every observer.
  var room: Int {
    let actions = threads.joined() + observers.flatMap(\.reactions.values)
    return 2 * (actions.count + observers.count + sourceCount) + 2 * observers.count * (2 * actions.count + 8)
  }
}
