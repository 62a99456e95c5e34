import SignalsKVO
import SignalsTesting

@MainActor func typing(_ model: SearchModel, _ library: Library, _ clock: VirtualScheduler) async {
  heading("A question follows a pause in the typing, and the latest question is the one that counts")
  code("let query = Property(\"\"), settledQuery = Property(\"\")")
  code("query.debounce(for: .milliseconds(300), on: clock).assign(to: settledQuery)")
  code("let titles = Resource(of: settledQuery) { text in text.isEmpty ? [] : try await library.search(text) }")
  await until { !model.titles.value.isLoading }
  code("let endpoint = titles.subscribeValues { state in result(state) }")
  let endpoint = model.titles.subscribeValues { state in result(state.text) }
  code("for text in [\"s\", \"sw\"] { query.value = text }; clock.advance(by: .milliseconds(300))")
  for text in ["s", "sw"] { model.query.value = text }
  clock.advance(by: .milliseconds(300))
  await until { library.questions == 1 }
  code("query.value = \"swift\"; clock.advance(by: .milliseconds(300))   // before there is an answer")
  model.query.value = "swift"
  clock.advance(by: .milliseconds(300))
  await until { library.questions == 2 }
  code("clock.advance(by: .seconds(1))")
  clock.advance(by: .seconds(1))
  await until { !model.titles.value.isLoading }
  code(
    "query.value = \"swif\"; query.value = \"swift\"; clock.advance(by: .seconds(1))   // the same at the next pause"
  )
  model.query.value = "swif"
  model.query.value = "swift"
  clock.advance(by: .seconds(1))
  endpoint.cancel()
}

@MainActor func outage(_ model: SearchModel, _ library: Library, _ clock: VirtualScheduler) async {
  heading("An unreachable source is asked again, after growing delays; the titles found before stay meanwhile")
  code(
    "Resource(of: settledQuery, retrying: RetryPolicy(count: 2, delay: .seconds(1), factor: 2, …), on: clock)"
  )
  let endpoint = model.titles.dropFirst().subscribeValues { state in result(state.text) }
  code("library.isReachable = false; query.value = \"rust\"; clock.advance(by: .milliseconds(300))")
  library.isReachable = false
  model.query.value = "rust"
  clock.advance(by: .milliseconds(300))
  let first = library.questions + 1
  await until { library.questions == first }
  code("clock.advance(by: .seconds(1))")
  clock.advance(by: .seconds(1))
  await until { clock.pending == 1 }
  code("clock.advance(by: .seconds(1))   // the first delay")
  clock.advance(by: .seconds(1))
  await until { library.questions == first + 1 }
  code("clock.advance(by: .seconds(1))")
  clock.advance(by: .seconds(1))
  await until { clock.pending == 1 }
  code("clock.advance(by: .seconds(2))   // the second delay, twice as long")
  clock.advance(by: .seconds(2))
  await until { library.questions == first + 2 }
  code("clock.advance(by: .seconds(1))   // the last attempt")
  clock.advance(by: .seconds(1))
  await until { !model.titles.value.isLoading }
  code("library.isReachable = true; titles.reload()")
  library.isReachable = true
  model.titles.reload()
  await until { library.questions == first + 3 }
  code("clock.advance(by: .seconds(1))")
  clock.advance(by: .seconds(1))
  await until { !model.titles.value.isLoading }
  endpoint.cancel()
}
