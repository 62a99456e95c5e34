import Lesson
import Signals

private func count(of city: String) async -> Int {
  await Task.yield()
  return city.count
}

func fromAsynchronousCode() async throws {
  heading("From asynchronous code: the result of a closure, or the elements of a sequence")
  code()
  let oslo = Signal.async { await count(of: "Oslo") }  // runs once for each subscription
  code()
  let length = try await oslo.firstValue()
  result(length)
  code()
  let cities = AsyncStream { stream in  // yields Rome and Lisbon
    for city in ["Rome", "Lisbon"] { stream.yield(city) }
    stream.finish()
  }
  code()
  let lengths = Signal.from(async: cities).flatMap(.concat) { city in Signal.async { await count(of: city) } }
  code()
  try await Task { for try await length in lengths.values { result(length) } }.value
}

func intoAsynchronousCode() async throws {
  heading("Into asynchronous code: a loop over the values, with a bounded buffer")
  code()
  for try await value in Signal.from(1...4).values(buffering: .newest(1)) { result(value) }
  code()
  let endless = Signal.from(1...4).append(.never()).handleEvents(onCancel: { result("cancelled") })
  code()
  for try await value in endless.values {  // leaving the loop cancels
    result(value)
    if value == 2 { break }
  }
  code()
  do {
    result(try await Signal<Int>.empty().firstValue())
  } catch { result("throws:", error) }
}
