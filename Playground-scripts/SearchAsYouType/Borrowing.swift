import Lesson
import SignalsKVO
import SignalsTesting

@MainActor func borrowing(_ model: SearchModel, _ library: Library, _ clock: VirtualScheduler) async {
  heading("An action is work on request: one run at a time, unless it has another policy")
  var endpoints: [any Cancellable] = []
  code()
  endpoints += model.borrow.isEnabled.subscribeValues { result("the button is enabled:", $0) }
  code()
  endpoints += model.borrow.values.subscribeValues { result("borrowed; titles left:", $0) }
  code()
  endpoints += model.borrow.errors.subscribeValues { result("not borrowed:", $0) }

  let first = library.questions + 1
  show(model.borrow.run("Rust Never Sleeps"))
  await until { library.questions == first }
  show(model.borrow.run("Rust Never Sleeps"))  // a second click
  code()
  clock.advance(by: .seconds(1))

  await until { !model.borrow.isRunning.value }
  code()
  model.borrow.run("Rust Never Sleeps")  // an error ends no signal

  await until { library.questions == first + 1 }
  code()
  clock.advance(by: .seconds(1))

  await until { !model.borrow.isRunning.value }
  code()
  model.borrow.run("The Swallow")

  await until { library.questions == first + 2 }
  code()
  model.borrow.cancel()  // the run is over at once, and has no result

  await model.borrow.cancelAndWait()
  code()
  async let count = model.borrow.perform("The Swallow")  // waits for the result of this run

  await until { library.questions == first + 3 }
  code()
  clock.advance(by: .seconds(1))
  do { result("returned", try await count) } catch { result("threw", error) }

  endpoints.cancelAll()
}

@MainActor func leaving(_ model: inout SearchModel?, _ library: Library, _ clock: VirtualScheduler) async {
  heading("A released model gives up its questions")
  code()
  model?.query.value = "swift"
  clock.advance(by: .milliseconds(300))

  let first = library.questions + 1
  await until { library.questions == first }
  code()
  model = nil

  await until { clock.pending == 0 }
}
