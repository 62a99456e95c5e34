import Lesson
import SignalsKVO
import SignalsTesting

@MainActor func typing(_ library: Library, _ clock: VirtualScheduler) async -> SearchModel {
  heading("A query follows a pause in typing, and a new query cancels the one before it")
  let model = SearchModel(library, clock)
  await until { !model.titles.value.isLoading }
  code()
  let endpoint = model.titles.subscribeValues { state in result(state.text) }
  code()
  for text in ["s", "sw"] { model.query.value = text }
  clock.advance(by: .milliseconds(300))

  await until { library.requests == 1 }
  code()
  model.query.value = "swift"  // before the first answer
  clock.advance(by: .milliseconds(300))

  await until { library.requests == 2 }
  code()
  clock.advance(by: .seconds(1))

  await until { !model.titles.value.isLoading }
  code()
  model.query.value = "swif"
  model.query.value = "swift"  // unchanged at the next pause
  clock.advance(by: .seconds(1))

  endpoint.cancel()
  return model
}

@MainActor func outage(_ model: SearchModel, _ library: Library, _ clock: VirtualScheduler) async {
  heading("An unreachable source: retries with growing delays, while the previous titles stay visible")
  let endpoint = model.titles.dropFirst().subscribeValues { state in result(state.text) }
  code()
  library.isReachable = false
  model.query.value = "rust"
  clock.advance(by: .milliseconds(300))

  let first = library.requests + 1
  await until { library.requests == first }
  code()
  clock.advance(by: .seconds(1))

  await until { clock.pending == 1 }
  code()
  clock.advance(by: .seconds(1))  // the first delay

  await until { library.requests == first + 1 }
  code()
  clock.advance(by: .seconds(1))

  await until { clock.pending == 1 }
  code()
  clock.advance(by: .seconds(2))  // the second delay, twice as long

  await until { library.requests == first + 2 }
  code()
  clock.advance(by: .seconds(1))  // the last attempt

  await until { !model.titles.value.isLoading }
  code()
  library.isReachable = true
  model.titles.reload()

  await until { library.requests == first + 3 }
  code()
  clock.advance(by: .seconds(1))

  await until { !model.titles.value.isLoading }
  endpoint.cancel()
}
