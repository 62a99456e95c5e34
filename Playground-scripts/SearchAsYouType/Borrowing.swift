import Lesson
import SignalsKVO
import SignalsTesting

@MainActor func borrowing(_ model: SearchModel, _ library: Library, _ clock: VirtualScheduler) async {
  heading("An action: work on request, by default one run at a time")
  var endpoints: [any Cancellable] = []
  code()
  endpoints += model.borrow.isEnabled.subscribeValues { result("the button is enabled:", $0) }
  code()
  endpoints += model.borrow.values.subscribeValues { result("borrowed; titles left:", $0) }
  code()
  endpoints += model.borrow.errors.subscribeValues { result("not borrowed:", $0) }

  let first = library.requests + 1
  show(model.borrow.run("Rust Never Sleeps"))
  await until { library.requests == first }
  show(model.borrow.run("Rust Never Sleeps"))  // a second click, ignored while the first run goes on
  code()
  clock.advance(by: .seconds(1))

  await until { !model.borrow.isRunning.value }
  code()
  model.borrow.run("Rust Never Sleeps")  // an error doesn't end the signals of the action

  await until { library.requests == first + 1 }
  code()
  clock.advance(by: .seconds(1))

  await until { !model.borrow.isRunning.value }
  code()
  model.borrow.run("The Swallow")

  await until { library.requests == first + 2 }
  code()
  model.borrow.cancel()  // ends the run at once, without a result

  await model.borrow.cancelAndWait()
  code()
  async let count = model.borrow.perform("The Swallow")  // waits for the result of this run

  await until { library.requests == first + 3 }
  code()
  clock.advance(by: .seconds(1))
  do { result("returned", try await count) } catch { result("threw", error) }

  endpoints.cancelAll()
}

@MainActor func leaving(_ model: inout SearchModel?, _ library: Library, _ clock: VirtualScheduler) async {
  heading("A released model cancels its queries")
  code()
  model?.query.value = "swift"
  clock.advance(by: .milliseconds(300))

  let first = library.requests + 1
  await until { library.requests == first }
  code()
  model = nil

  await until { clock.pending == 0 }
}
