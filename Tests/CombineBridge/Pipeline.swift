#if canImport(Combine)
  import Combine

  /// The parts of a pipeline: two publishers and a time.
  struct PipelineInputs {
    let main: AnyPublisher<Int, any Error>
    let other: AnyPublisher<Int, any Error>
    let clock: CombineClock
  }

  /// Operators of Combine, and the output of ``Script/finishing`` through them.
  struct Pipeline: Sendable, CustomStringConvertible {
    let description: String
    let history: [String]
    /// How the same with a publisher of Combine's own differs.
    let exception: Exception?
    let make: @Sendable (PipelineInputs) -> AnyPublisher<String, any Error>

    enum Exception {
      /// The operator calls the subscribers of a subject in no order. Those of a signal are called in order (C4).
      case unordered
      /// The publisher emits within the request, and the operator loses that. A signal is subscribed to afterwards.
      case losesWhatIsCold
      /// A failure overtakes the values in Combine's buffer. Behind a signal it comes after those that wait.
      case losesWhatWaits
    }

    init<Result: Publisher & SendableMetatype>(
      _ description: String, _ history: [String], except exception: Exception? = nil,
      _ make: @escaping @Sendable (PipelineInputs) -> Result
    ) {
      self.description = description
      self.history = history
      self.exception = exception
      self.make = { make($0).map { "\($0)" }.mapError { $0 as any Error }.eraseToAnyPublisher() }
    }
  }

  struct PipelineError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String = "e") { self.description = description }
  }

  private func upToTwo(_ value: Int) throws -> Int {
    if value > 2 { throw PipelineError("too many") }
    return value
  }

  private struct TextCoder: TopLevelEncoder, TopLevelDecoder {
    func encode<Value: Encodable>(_ value: Value) throws -> String { "<\(value)>" }

    func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
      guard let value = text.count as? Value else { throw PipelineError("no number") }
      return value
    }
  }

  private struct Silence: TextOutputStream { mutating func write(_ text: String) {} }

  extension Pipeline {
    static let all = elements + selection + reductions + several + failing + timing + sharing

    private static let elements = [
      Pipeline("map", ["0 2", "100 4", "110 4", "300 6", "400 |"]) { $0.main.map { $0 * 2 } },
      Pipeline("map of a key path", ["0 1", "100 2", "110 2", "300 3", "400 |"]) { $0.main.map(\.description) },
      Pipeline("tryMap", ["0 1", "100 2", "110 2", "300 #too many"]) { $0.main.tryMap(upToTwo) },
      Pipeline("replaceNil", ["0 1", "100 0", "110 0", "300 3", "400 |"]) {
        $0.main.map { $0 == 2 ? nil : $0 }.replaceNil(with: 0)
      },
      Pipeline("scan", ["0 1", "100 3", "110 5", "300 8", "400 |"]) { $0.main.scan(0, +) },
      Pipeline("tryScan", ["0 1", "100 3", "110 5", "300 #too many"]) { $0.main.tryScan(0) { try $0 + upToTwo($1) } },
      Pipeline("encode", ["0 <1>", "100 <2>", "110 <2>", "300 <3>", "400 |"]) { $0.main.encode(encoder: TextCoder()) },
      Pipeline("decode", ["0 1", "100 1", "110 1", "300 1", "400 |"]) {
        $0.main.map(\.description).decode(type: Int.self, decoder: TextCoder())
      },
      Pipeline("handleEvents", ["0 1", "100 2", "110 2", "300 3", "400 |"]) {
        $0.main.handleEvents(
          receiveSubscription: { _ in }, receiveOutput: { _ in }, receiveCompletion: { _ in }, receiveCancel: {},
          receiveRequest: { _ in })
      },
      Pipeline("print", ["0 1", "100 2", "110 2", "300 3", "400 |"]) { $0.main.print("", to: Silence()) },
      Pipeline("breakpoint", ["0 1", "100 2", "110 2", "300 3", "400 |"]) {
        $0.main.breakpoint(receiveOutput: { _ in false })
      },
    ]

    private static let selection = [
      Pipeline("filter", ["0 1", "300 3", "400 |"]) { $0.main.filter { $0 != 2 } },
      Pipeline("tryFilter", ["100 2", "110 2", "300 #too many"]) { $0.main.tryFilter { try upToTwo($0) == 2 } },
      Pipeline("compactMap", ["0 1", "300 3", "400 |"]) { $0.main.compactMap { $0 == 2 ? nil : $0 } },
      Pipeline("tryCompactMap", ["0 1", "300 #too many"]) { $0.main.tryCompactMap { try upToTwo($0) == 2 ? nil : $0 } },
      Pipeline("removeDuplicates", ["0 1", "100 2", "300 3", "400 |"]) { $0.main.removeDuplicates() },
      Pipeline("tryRemoveDuplicates", ["0 1", "100 2", "300 #too many"]) {
        $0.main.tryRemoveDuplicates { try $0 == upToTwo($1) }
      },
      Pipeline("replaceEmpty", ["400 9", "400 |"]) { $0.main.filter { _ in false }.replaceEmpty(with: 9) },
      Pipeline("dropFirst", ["110 2", "300 3", "400 |"]) { $0.main.dropFirst(2) },
      Pipeline("drop while", ["100 2", "110 2", "300 3", "400 |"]) { $0.main.drop { $0 < 2 } },
      Pipeline("tryDrop", ["300 #too many"]) { $0.main.tryDrop { try upToTwo($0) < 3 } },
      Pipeline("drop until", ["100 2", "110 2", "300 3", "400 |"]) { $0.main.drop(untilOutputFrom: $0.other) },
      Pipeline("prefix", ["0 1", "100 2", "110 |"]) { $0.main.prefix(2) },
      Pipeline("prefix while", ["0 1", "100 2", "110 2", "300 |"]) { $0.main.prefix { $0 < 3 } },
      Pipeline("tryPrefix", ["0 1", "100 2", "110 2", "300 #too many"]) { $0.main.tryPrefix { try upToTwo($0) < 3 } },
      Pipeline("prefix until", ["0 1", "10 |"]) { $0.main.prefix(untilOutputFrom: $0.other) },
      Pipeline("first", ["0 1", "0 |"]) { $0.main.first() },
      Pipeline("first where", ["100 2", "100 |"]) { $0.main.first { $0 == 2 } },
      Pipeline("tryFirst", ["300 #too many"]) { $0.main.tryFirst { try upToTwo($0) == 3 } },
      Pipeline("last", ["400 3", "400 |"]) { $0.main.last() },
      Pipeline("last where", ["400 2", "400 |"]) { $0.main.last { $0 < 3 } },
      Pipeline("tryLast", ["300 #too many"]) { $0.main.tryLast { try upToTwo($0) < 3 } },
      Pipeline("output at", ["100 2", "110 |"]) { $0.main.output(at: 1) },
      Pipeline("output in", ["100 2", "110 2", "300 |"]) { $0.main.output(in: 1..<3) },
      Pipeline("ignoreOutput", ["400 |"]) { $0.main.ignoreOutput() },
    ]

    private static let reductions = [
      Pipeline("collect", ["400 [1, 2, 2, 3]", "400 |"]) { $0.main.collect() },
      Pipeline("collect by count", ["110 [1, 2, 2]", "400 [3]", "400 |"]) { $0.main.collect(3) },
      Pipeline("reduce", ["400 8", "400 |"]) { $0.main.reduce(0, +) },
      Pipeline("tryReduce", ["300 #too many"]) { $0.main.tryReduce(0) { try $0 + upToTwo($1) } },
      Pipeline("count", ["400 4", "400 |"]) { $0.main.count() },
      Pipeline("max", ["400 3", "400 |"]) { $0.main.max() },
      Pipeline("min", ["400 1", "400 |"]) { $0.main.min() },
      Pipeline("tryMax", ["300 #too many"]) { $0.main.tryMax { try upToTwo($0) < upToTwo($1) } },
      Pipeline("contains", ["100 true", "100 |"]) { $0.main.contains(2) },
      Pipeline("contains where", ["400 false", "400 |"]) { $0.main.contains { $0 > 5 } },
      Pipeline("tryContains", ["300 #too many"]) { $0.main.tryContains { try upToTwo($0) > 5 } },
      Pipeline("allSatisfy", ["300 false", "300 |"]) { $0.main.allSatisfy { $0 < 3 } },
      Pipeline("tryAllSatisfy", ["300 #too many"]) { $0.main.tryAllSatisfy { try upToTwo($0) < 3 } },
    ]

    private static let several = [
      Pipeline("append", ["0 1", "100 2", "110 2", "300 3", "400 4", "400 5", "400 |"]) { $0.main.append(4, 5) },
      Pipeline("append of a publisher", ["0 1", "100 2", "110 2", "300 3", "400 4", "400 5", "400 |"]) {
        $0.main.append([4, 5].publisher.setFailureType(to: (any Error).self))
      },
      Pipeline("prepend", ["0 -1", "0 0", "0 1", "100 2", "110 2", "300 3", "400 |"]) { $0.main.prepend(-1, 0) },
      Pipeline("prepend of a publisher", ["0 0", "0 1", "100 2", "110 2", "300 3", "400 |"]) {
        $0.main.prepend(Just(0).setFailureType(to: (any Error).self))
      },
      Pipeline("zip", ["10 (1, 10)", "200 (2, 20)", "310 |"]) { $0.main.zip($0.other) },
      Pipeline("zip of three", ["10 (1, 10, -1)", "200 (2, 20, -2)", "310 |"]) {
        $0.main.zip($0.other, $0.main.map { -$0 })
      },
      Pipeline("flatMap", ["0 1", "0 10", "100 2", "100 20", "110 2", "110 20", "300 3", "300 30", "400 |"]) {
        $0.main.flatMap { [$0, $0 * 10].publisher.setFailureType(to: (any Error).self) }
      },
      Pipeline(
        "flatMap of one at a time",
        ["150 1", "150 10", "300 2", "300 20", "450 2", "450 20", "600 3", "600 30", "600 |"], except: .losesWhatWaits
      ) { inputs in
        inputs.main.flatMap(maxPublishers: .max(1)) {
          [$0, $0 * 10].publisher.setFailureType(to: (any Error).self).delay(for: 150, scheduler: inputs.clock)
        }
      },
      Pipeline("flatMap of the other", ["10 11", "200 21", "200 22", "200 22", "400 |"], except: .unordered) { inputs in
        inputs.main.flatMap { value in inputs.other.map { value + $0 } }
      },
      Pipeline("switchToLatest", ["10 11", "200 22", "400 |"]) { inputs in
        inputs.main.map { value in inputs.other.map { value + $0 } }.switchToLatest()
      },
    ]

    private static let failing = [
      Pipeline("mapError", ["0 1", "100 2", "110 2", "300 3", "400 |"]) {
        $0.main.mapError { PipelineError("mapped \($0)") }
      },
      Pipeline("replaceError", ["0 1", "100 2", "110 2", "300 9", "300 |"]) {
        $0.main.tryMap(upToTwo).replaceError(with: 9)
      },
      Pipeline("catch", ["0 1", "100 2", "110 2", "300 9", "300 |"]) { $0.main.tryMap(upToTwo).catch { _ in Just(9) } },
      Pipeline("tryCatch", ["0 1", "100 2", "110 2", "300 #again"]) {
        $0.main.tryMap(upToTwo).tryCatch { _ -> Just<Int> in throw PipelineError("again") }
      },
      Pipeline("retry", ["0 1", "100 2", "110 2", "400 |"]) { $0.main.tryMap(upToTwo).retry(1) },
      Pipeline("assertNoFailure", ["0 1", "100 2", "110 2", "300 3", "400 |"]) {
        $0.main.replaceError(with: 9).assertNoFailure()
      },
      Pipeline("setFailureType", ["0 1", "100 2", "110 2", "300 3", "400 |"]) {
        $0.main.replaceError(with: 9).setFailureType(to: PipelineError.self)
      },
    ]

    private static let timing = [
      Pipeline("debounce", ["50 1", "160 2", "350 3", "400 |"]) { $0.main.debounce(for: 50, scheduler: $0.clock) },
      Pipeline("delay", ["50 1", "150 2", "160 2", "350 3", "450 |"]) { $0.main.delay(for: 50, scheduler: $0.clock) },
      Pipeline("throttle, latest", ["0 1", "150 2", "300 3", "400 |"], except: .losesWhatIsCold) {
        $0.main.throttle(for: 150, scheduler: $0.clock, latest: true)
      },
      Pipeline("throttle, first", ["0 1", "150 2", "300 3", "400 |"], except: .losesWhatIsCold) {
        $0.main.throttle(for: 150, scheduler: $0.clock, latest: false)
      },
      Pipeline("timeout", ["0 1", "100 2", "110 2", "260 #late"]) {
        $0.main.timeout(150, scheduler: $0.clock, customError: { PipelineError("late") })
      },
      Pipeline("measureInterval", ["0 0 ms", "100 100 ms", "110 10 ms", "300 190 ms", "400 |"]) {
        $0.main.measureInterval(using: $0.clock)
      },
      Pipeline("receive on", ["0 1", "100 2", "110 2", "300 3", "400 |"]) { $0.main.receive(on: $0.clock) },
      Pipeline("subscribe on", ["0 1", "100 2", "110 2", "300 3", "400 |"]) { $0.main.subscribe(on: $0.clock) },
    ]

    private static let sharing = [
      Pipeline("share", ["0 1", "100 2", "110 2", "300 3", "400 |"]) { $0.main.share() },
      Pipeline("multicast", ["0 1", "100 2", "110 2", "300 3", "400 |"]) {
        $0.main.multicast { PassthroughSubject() }.autoconnect()
      },
      Pipeline("makeConnectable", ["0 1", "100 2", "110 2", "300 3", "400 |"]) {
        $0.main.replaceError(with: 9).makeConnectable().autoconnect()
      },
      Pipeline("buffer", ["0 1", "100 2", "110 2", "300 3", "400 |"], except: .losesWhatWaits) {
        $0.main.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest).flatMap(maxPublishers: .max(1)) {
          Just($0).setFailureType(to: (any Error).self)
        }
      },
      Pipeline("a chain", ["200 23", "200 |"]) {
        $0.main.filter { $0 > 1 }.map { $0 + 1 }.removeDuplicates().zip($0.other.dropFirst()).map { $0 + $1 }.first()
      },
    ]
  }
#endif
