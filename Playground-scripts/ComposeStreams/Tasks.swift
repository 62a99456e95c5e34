import Signals

private func length(of city: String) async -> Int {
  await Task.yield()
  return city.count
}

func fromAsynchronousCode() async throws {
  heading("From asynchronous code: what a closure returns, or what a sequence brings")
  code("let oslo = Signal.async { await length(of: \"Oslo\") }   // begins anew for each subscription")
  let oslo = Signal.async { await length(of: "Oslo") }
  code("try await oslo.firstValue()")
  result(try await oslo.firstValue())
  code("let cities = AsyncStream { … }   // brings Rome and Lisbon")
  let cities = AsyncStream { stream in
    for city in ["Rome", "Lisbon"] { stream.yield(city) }
    stream.finish()
  }
  code("let lengths = Signal.from(async: cities).flatMap(.concat) { city in Signal.async { await length(of: city) } }")
  let lengths = Signal.from(async: cities).flatMap(.concat) { city in Signal.async { await length(of: city) } }
  code("try await Task { for try await length in lengths.values { result(length) } }.value")
  try await Task { for try await length in lengths.values { result(length) } }.value
}

func intoAsynchronousCode() async throws {
  heading("Into asynchronous code: a loop over what comes, with as much waiting as you allow")
  code("for try await value in Signal.from(1...4).values(buffering: .newest(1)) { result(value) }")
  for try await value in Signal.from(1...4).values(buffering: .newest(1)) { result(value) }
  code("let endless = Signal.from(1...4).append(.never()).handleEvents(onCancel: { result(\"cancelled\") })")
  let endless = Signal.from(1...4).append(.never()).handleEvents(onCancel: { result("cancelled") })
  code("for try await value in endless.values { result(value); if value == 2 { break } }   // leaving the loop cancels")
  for try await value in endless.values {
    result(value)
    if value == 2 { break }
  }
  code("try await Signal<Int>.empty().firstValue()")
  do {
    result(try await Signal<Int>.empty().firstValue())
  } catch { result("throws:", error) }
}
