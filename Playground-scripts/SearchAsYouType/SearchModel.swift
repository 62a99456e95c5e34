import Lesson
import SignalsKVO
import SignalsTesting

@MainActor final class SearchModel {
  /// The text as it is typed. `settledQuery` is the text at the last pause in typing.
  let query = Property("")
  private let settledQuery = Property("")
  let titles: Resource<[String]>
  let borrow: Action<String, Int>
  private var endpoints: [any Cancellable] = []

  init(_ library: Library, _ clock: VirtualScheduler) {
    code()
    endpoints += query.debounce(for: .milliseconds(300), on: clock).assign(to: settledQuery)
    let policy = RetryPolicy(count: 2, delay: .seconds(1), factor: 2, when: { $0 is Offline })
    let titles = Resource(of: settledQuery, retrying: policy, on: clock) { text in
      text.isEmpty ? [] : try await library.search(text)
    }
    let isComplete = Derived { if case .loaded(let titles) = titles.value { !titles.isEmpty } else { false } }
    borrow = Action(enabledIf: isComplete) { (title: String) in try await library.borrow(title) }

    self.titles = titles
  }
}

extension ResourceState<[String]> {
  /// The state as the lesson prints it.
  var text: String {
    switch self {
    case .loading(let previous): "loading, previously \(previous ?? [])"
    case .loaded(let titles): "loaded \(titles)"
    case .failed(let error, let previous): "failed: \(error), previously \(previous ?? [])"
    }
  }
}
