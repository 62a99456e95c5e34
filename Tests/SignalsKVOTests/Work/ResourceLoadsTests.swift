import Testing

@testable import SignalsKVO

/// W5, W6, W7: the state after each step. Loads and inputs are numbers.
@Suite("The state machine of a resource's loads", .leavesNothing) struct ResourceLoadsTests {
  typealias Loads = ResourceLoads<String, Int, Int>

  enum Step {
    case receive(UInt, String, load: Int)
    case end(Int, Int)
    case fail(Int)
  }

  private func table(_ steps: [Step]) -> [String] {
    var loads = Loads()
    return steps.map { step in
      let answer: String
      switch step {
      case .receive(let number, let input, let load):
        answer =
          loads.receive(NumberedInput(number: number, input: input), by: load).map { "instead of \($0)" } ?? "begun"
      case .end(let load, let value):
        loads.end(load, .success(value))
        answer = "ended"
      case .fail(let load):
        loads.end(load, .failure(Trouble("e")))
        answer = "ended"
      }
      return "\(answer): \(text(loads.state)), \(loads.load.map { "load \($0)" } ?? "no load")"
    }
  }

  private func text(_ state: ResourceState<Int>) -> String {
    func text(_ value: Int?) -> String { value.map { "\($0)" } ?? "-" }
    return switch state {
    case .loading(let previous): "loading \(text(previous))"
    case .loaded(let value): "loaded \(value)"
    case .failed(let error, let previous): "failed \(error) \(text(previous))"
    }
  }

  @Test func `the latest input counts, and the former value stays available`() {
    expect(
      table([
        .receive(1, "a", load: 1), .receive(2, "b", load: 2), .end(1, 10), .end(2, 20), .receive(3, "c", load: 3),
        .end(3, 30), .end(2, 40),
      ]),
      equals: [
        "begun: loading -, load 1",
        "instead of 1: loading -, load 2",
        "ended: loading -, load 2",
        "ended: loaded 20, no load",
        "begun: loading 20, load 3",
        "ended: loaded 30, no load",
        "ended: loaded 30, no load",
      ])
  }

  @Test func `a failure keeps the former value`() {
    expect(
      table([
        .receive(1, "a", load: 1), .fail(1), .receive(2, "b", load: 2), .end(2, 20),
        .receive(3, "b", load: 3), .fail(3), .receive(4, "b", load: 4), .end(4, 40),
      ]),
      equals: [
        "begun: loading -, load 1",
        "ended: failed e -, no load",
        "begun: loading -, load 2",
        "ended: loaded 20, no load",
        "begun: loading 20, load 3",
        "ended: failed e 20, no load",
        "begun: loading 20, load 4",
        "ended: loaded 40, no load",
      ])
  }

  @Test func `a value for another input is presented as loading`() {
    var loads = Loads()
    func presented(_ number: UInt, _ input: String, reloads: UInt = 0) -> String {
      let current = NumberedInput(number: number, input: input, reloads: reloads)
      let presentation = loads.presentation(for: current) { $0 == $1 }
      return "\(presentation.run).\(presentation.step) \(text(presentation.state))"
    }
    expect(presented(1, "a"), equals: "1.0 loading -")
    _ = loads.receive(NumberedInput(number: 1, input: "a"), by: 1)
    expect(presented(1, "a"), equals: "1.0 loading -")
    loads.end(1, .success(10))
    expect(presented(1, "a"), equals: "1.1 loaded 10")
    expect(presented(2, "b"), equals: "2.0 loading 10")
    // The same input with another number, as for a thread that computes the input for itself.
    expect(presented(3, "a"), equals: "1.1 loaded 10")
    _ = loads.receive(NumberedInput(number: 2, input: "b"), by: 2)
    expect(presented(2, "b"), equals: "2.0 loading 10")
    loads.end(2, .success(20))
    expect(presented(4, "b"), equals: "2.1 loaded 20")
    expect(presented(4, "b", reloads: 1), equals: "3.0 loading 20")
  }

  @Test func `the identity of a presentation is the run and the step, whatever the number of the input`() {
    var loads = Loads()
    func presentation(_ number: UInt, _ input: String) -> Loads.Presentation {
      loads.presentation(for: NumberedInput(number: number, input: input)) { $0 == $1 }
    }
    let pending = presentation(1, "a")
    expect(pending.isSame(as: presentation(2, "a")))
    _ = loads.receive(NumberedInput(number: 1, input: "a"), by: 1)
    expect(pending.isSame(as: presentation(3, "a")))
    loads.end(1, .success(1))
    let loaded = presentation(4, "a")
    expect(!pending.isSame(as: loaded))
    // Another load for an input of before has another value.
    for (load, input) in [(2, "b"), (3, "a")] {
      _ = loads.receive(NumberedInput(number: UInt(load), input: input), by: load)
      loads.end(load, .success(load))
    }
    expect(!loaded.isSame(as: presentation(5, "a")))
  }
}
