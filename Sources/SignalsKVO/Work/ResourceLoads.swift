/// An input of a resource with its number. Equal inputs in a row have one number, unless the value is to be loaded again.
struct NumberedInput<Input: Sendable>: Sendable {
  let number: UInt
  let input: Input
  /// How often the value was to be loaded again.
  var reloads: UInt = 0

  func isSame(as other: NumberedInput, _ isSame: (Input, Input) -> Bool) -> Bool {
    number == other.number || reloads == other.reloads && isSame(input, other.input)
  }
}

/// The loads of a resource (W5, W6): for which input, and with which result. A pure value: each method is one
/// transition.
struct ResourceLoads<Input: Sendable, Value: Sendable, Load: Equatable & Sendable>: Sendable {
  /// The latest input, once there is one.
  private(set) var latest: NumberedInput<Input>?
  /// The load under way.
  private(set) var load: Load?
  private(set) var state = ResourceState<Value>.loading(previous: nil)
  /// The number of inputs so far.
  private(set) var run: UInt = 0
  /// The number of transitions since the latest input.
  private(set) var step: UInt = 0

  init() {}

  /// Begins to load for an input. Returns the load that has to be cancelled.
  mutating func receive(_ input: NumberedInput<Input>, by new: Load) -> Load? {
    defer { load = new }
    latest = input
    run += 1
    step = 0
    state = .loading(previous: state.latest)
    return load
  }

  /// Takes the result of a load, unless that has been replaced.
  mutating func end(_ load: Load, _ result: Result<Value, any Error>) {
    guard load == self.load else { return }
    self.load = nil
    step += 1
    switch result {
    case .success(let value): state = .loaded(value)
    case .failure(let error): state = .failed(error, previous: state.latest)
    }
  }

  /// The state that a resource presents, with its identity.
  struct Presentation: Sendable {
    let run: UInt
    let step: UInt
    let state: ResourceState<Value>

    // The number of the input is no part of it: two threads that read the resource at the same time may number one input twice.
    func isSame(as other: Presentation) -> Bool { run == other.run && step == other.step }
  }

  /// The presentation while the input is `current`. A value for another input is not presented as loaded, though the
  /// load for the current one has not begun yet.
  func presentation(
    for current: NumberedInput<Input>, isSame: (Input, Input) -> Bool
  ) -> Presentation {
    guard let latest, latest.isSame(as: current, isSame) else {
      return Presentation(run: run + 1, step: 0, state: .loading(previous: state.latest))
    }
    return Presentation(run: run, step: step, state: state)
  }
}
