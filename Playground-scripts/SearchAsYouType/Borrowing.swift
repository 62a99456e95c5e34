import SignalsKVO
import SignalsTesting

@MainActor func borrowing(_ model: SearchModel, _ library: Library, _ clock: VirtualScheduler) async {
  heading("An action is work on request: one run at a time, unless it has another policy")
  code("let isComplete = Derived { if case .loaded(let titles) = titles.value { !titles.isEmpty } else { false } }")
  code("let borrow = Action(enabledIf: isComplete) { (title: String) in try await library.borrow(title) }")
  var endpoints: [any Cancellable] = []
  code("endpoints += borrow.isEnabled.subscribeValues { result(\"the button is enabled:\", $0) }")
  endpoints += model.borrow.isEnabled.subscribeValues { result("the button is enabled:", $0) }
  code("endpoints += borrow.values.subscribeValues { result(\"borrowed; titles left:\", $0) }")
  endpoints += model.borrow.values.subscribeValues { result("borrowed; titles left:", $0) }
  code("endpoints += borrow.errors.subscribeValues { result(\"not borrowed:\", $0) }")
  endpoints += model.borrow.errors.subscribeValues { result("not borrowed:", $0) }
  let first = library.questions + 1
  code("borrow.run(\"Rust Never Sleeps\")")
  result(model.borrow.run("Rust Never Sleeps"))
  await until { library.questions == first }
  code("borrow.run(\"Rust Never Sleeps\")   // a second click")
  result(model.borrow.run("Rust Never Sleeps"))
  code("clock.advance(by: .seconds(1))")
  clock.advance(by: .seconds(1))
  await until { !model.borrow.isRunning.value }
  code("borrow.run(\"Rust Never Sleeps\"); clock.advance(by: .seconds(1))   // an error ends no signal")
  model.borrow.run("Rust Never Sleeps")
  await until { library.questions == first + 1 }
  clock.advance(by: .seconds(1))
  await until { !model.borrow.isRunning.value }
  code("borrow.run(\"The Swallow\"); borrow.cancel()   // it is over at once, and has no result")
  model.borrow.run("The Swallow")
  await until { library.questions == first + 2 }
  model.borrow.cancel()
  await model.borrow.cancelAndWait()
  code("try await borrow.perform(\"The Swallow\")   // waits for the result of this run")
  async let count = model.borrow.perform("The Swallow")
  await until { library.questions == first + 3 }
  clock.advance(by: .seconds(1))
  do { result("returned", try await count) } catch { result("threw", error) }
  endpoints.cancelAll()
}

@MainActor func leaving(_ library: Library, _ clock: VirtualScheduler) async {
  heading("A released model gives up its questions")
  code("var model: SearchModel? = SearchModel(library, clock)")
  var model: SearchModel? = SearchModel(library, clock)
  code("model?.query.value = \"swift\"; clock.advance(by: .milliseconds(300))")
  model?.query.value = "swift"
  clock.advance(by: .milliseconds(300))
  let first = library.questions + 1
  await until { library.questions == first }
  code("model = nil")
  model = nil
  await until { clock.pending == 0 }
  _ = model
}
