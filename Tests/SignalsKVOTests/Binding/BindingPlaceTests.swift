import Dispatch
import Signals
import SignalsKVO
import Testing

/// Each end is read and set on its own queue or actor (B5).
@Suite("Binding: queues and actors of the ends", .leavesNothing) struct BindingPlaceTests {
  /// An object that may only be used on its queue, and traps elsewhere.
  private final class Confined: @unchecked Sendable {
    let queue = DispatchQueue(label: "confined")
    @Observed private var kept = 0
    private(set) var sets: [Int] = []

    var value: Int {
      get {
        dispatchPrecondition(condition: .onQueue(queue))
        return kept
      }
      set {
        dispatchPrecondition(condition: .onQueue(queue))
        sets.append(newValue)
        kept = newValue
      }
    }

    func set(_ value: Int) { queue.sync { self.value = value } }
    var current: Int { queue.sync { value } }
  }

  /// Returns when the queues have run their present work and the work that they put into each other.
  private func settle(_ queues: DispatchQueue...) { for _ in 0..<4 { for queue in queues { queue.settle() } } }

  /// The same for bindings in which two queues meet, so that the binding uses a queue of its own. That queue needs one
  /// of the threads that run tests, so this function must not occupy its thread meanwhile.
  private func settle(_ queues: DispatchQueue..., until isDone: () -> Bool) async {
    var looks = 0
    while !isDone(), looks < 100_000 {
      for queue in queues { queue.settle() }
      await letOthersGoOn()
      looks += 1
    }
  }

  @Test func `two ends on two queues are each set on their own queue, once per change`() async {
    let (one, other) = (Confined(), Confined())
    other.set(7)
    let binding = bind(
      SharedEnd(one, \.value, on: one.queue), to: SharedEnd(other, \.value, on: other.queue))
    await settle(one.queue, other.queue) { one.current == 7 && binding.state.pending.isEmpty }
    expect(one.current, equals: 7)
    one.set(1)
    await settle(one.queue, other.queue) { other.current == 1 }
    expect(other.current, equals: 1)
    other.set(2)
    await settle(one.queue, other.queue) { one.current == 2 && binding.state.pending.isEmpty }
    expect(one.queue.sync { one.sets }, equals: [7, 1, 2])
    expect(other.queue.sync { other.sets }, equals: [7, 1, 2])
    expect(binding.state, equals: BindingState(lastOrigin: .second))
  }

  @Test func `a property and an end on a queue exchange converted values`() {
    let (text, number) = (Property("0"), Confined())
    let sets = Sets(of: text)
    let binding = bind(
      text, to: SharedEnd(number, \.value, on: number.queue),
      converting: Converter(forward: { Int($0) ?? 0 }, backward: { "\($0)" }))
    settle(number.queue)
    text.value = "08"
    settle(number.queue)
    expect(number.current, equals: 8)
    expect(sets.values, equals: ["0", "08", "8"])
    number.set(9)
    settle(number.queue)
    expect(text.value, equals: "9")
    expect(number.queue.sync { number.sets }, equals: [8, 9])
    withExtendedLifetime(binding) {}
  }

  @Test func `a property bound as an end on a queue is set on that queue`() {
    let (one, other) = (Property(0), Property(0))
    let queue = DispatchQueue(label: "other")
    let isThere = Log<Bool>()
    let mark = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: mark, value: true)
    let binding = bind(one, to: SharedEnd(other, on: queue))
    settle(queue)
    let endpoint = other.signal.dropFirst().subscribeValues { _ in
      isThere.append(DispatchQueue.getSpecific(key: mark) ?? false)
    }
    one.value = 1
    settle(queue)
    expect(other.value, equals: 1)
    expect(isThere.entries, equals: [true])
    withExtendedLifetime((binding, endpoint)) {}
  }

  @Test(arguments: [BindingStart.fromFirst, .fromSecond])
  func `a set of an end is newer than a first value that is read on a queue later (B3)`(_ start: BindingStart) {
    let (one, other) = (Property("one"), Property("other"))
    let queue = DispatchQueue(label: "other")
    queue.suspend()
    let binding = bind(one, to: SharedEnd(other, on: queue), initially: start)
    one.value = "set"
    queue.resume()
    settle(queue)
    expect([one.value, other.value], equals: ["set", "set"])
    expect(binding.state.pending, equals: [])
  }

  @Test func `the first value of an end on a queue is the one that it has when the queue reads it`() {
    let (one, other) = (Property(0), Property(7))
    let queue = DispatchQueue(label: "other")
    queue.suspend()
    let binding = bind(one, to: SharedEnd(other, on: queue))
    other.value = 2
    queue.resume()
    settle(queue)
    expect([one.value, other.value], equals: [2, 2])
    withExtendedLifetime(binding) {}
  }

  private static let policies: [ConflictPolicy<Int, Int>] = [
    .lastWriter, .prefer(.first), .prefer(.second), .merge { max($0, $1) },
  ]

  @Test(arguments: policies.indices, [false, true])
  func `a set of an end prevails over a first value that was set and read on a queue later (B3)`(
    _ index: Int, _ isBoundAlready: Bool
  ) {
    for isSetFirst in [false, true] {
      let (one, other, third) = (Property(0), Property(0), Property(0))
      let queue = DispatchQueue(label: "one")
      // A property that is bound notes its newest change.
      let earlier = isBoundAlready ? bind(SharedEnd(one, on: queue), to: third, initially: .fromFirst) : nil
      settle(queue)
      queue.suspend()
      let binding = bind(
        SharedEnd(one, on: queue), to: other, initially: .fromFirst, conflicts: Self.policies[index])
      if isSetFirst { one.value = 3 }
      other.value = 2
      if !isSetFirst { one.value = 3 }
      queue.resume()
      settle(queue)
      expect([one.value, other.value, third.value], equals: [2, 2, isBoundAlready ? 2 : 0])
      one.value = 4
      settle(queue)
      expect([one.value, other.value, third.value], equals: [4, 4, isBoundAlready ? 4 : 0])
      expect(binding.state.pending, equals: [])
      withExtendedLifetime(earlier) {}
    }
  }

  @Test func `the normal form of a first value replaces what was set before the queue has read it (B3)`() {
    let (one, other, third) = (Property(0), Property(0), Property(0))
    let queue = DispatchQueue(label: "one")
    let earlier = bind(SharedEnd(one, on: queue), to: third, initially: .fromFirst)
    settle(queue)
    queue.suspend()
    let even = Converter<Int, Int>(forward: { $0 / 2 * 2 }, backward: { $0 })
    let binding = bind(SharedEnd(one, on: queue), to: other, initially: .fromFirst, converting: even)
    one.value = 3
    queue.resume()
    settle(queue)
    expect([one.value, other.value, third.value], equals: [2, 2, 2])
    withExtendedLifetime((earlier, binding)) {}
  }

  @Test @MainActor func `a set of a field is newer than the first value of an end on a queue`() async {
    let (field, model) = (Counted(0), Property(7))
    let queue = DispatchQueue(label: "model")
    queue.suspend()
    let binding = bind(field, \.value, to: SharedEnd(model, on: queue), conflicts: .prefer(.first))
    field.value = 1
    queue.resume()
    queue.settle()
    await mainQueueIsIdle()
    queue.settle()
    await mainQueueIsIdle()
    expect([field.value, model.value], equals: [1, 1])
    withExtendedLifetime(binding) {}
  }

  @Test func `an end is set synchronously by a change on its own queue`() {
    let (one, other) = (Confined(), Property(0))
    let queue = one.queue
    let binding = bind(SharedEnd(one, \.value, on: queue), to: other)
    settle(queue)
    queue.sync {
      other.value = 3
      expect(one.value, equals: 3)
      one.value = 4
      expect(other.value, equals: 4)
    }
    withExtendedLifetime(binding) {}
  }

  @Test func `a change that waits for the end's queue is pending`() {
    let (one, other) = (Confined(), Property(0))
    let binding = bind(SharedEnd(one, \.value, on: one.queue), to: other)
    settle(one.queue)
    one.queue.suspend()
    other.value = 5
    expect(binding.state.pending, equals: [.first])
    one.queue.resume()
    settle(one.queue)
    expect(binding.state.pending, equals: [])
    expect(one.current, equals: 5)
  }

  @Test @MainActor func `a change that waits for the binding's actor is pending`() async {
    let (one, other) = (Counted(0), Property(0))
    let binding = bind(one, \.value, to: other)
    onAnotherThread { other.value = 5 }
    expect(one.value, equals: 0)
    expect(binding.state.pending, equals: [.first])
    await mainQueueIsIdle()
    expect(one.value, equals: 5)
    expect(binding.state.pending, equals: [])
  }

  @Test func `a handler of a carried value sees no pending end`() {
    let (one, other) = (Property("0"), Property(0))
    let binding = bind(one, to: other, converting: Converter(forward: { Int($0) ?? 0 }, backward: { "\($0)" }))
    let pending = Log<Set<BindingEnd>>()
    let endpoint = other.signal.dropFirst().subscribeValues { [weak binding] _ in
      if let binding { pending.append(binding.state.pending) }
    }
    one.value = "1"
    expect(pending.entries, equals: [[]])
    withExtendedLifetime((binding, endpoint)) {}
  }

  @Test(arguments: [BindingStart.fromFirst, .fromSecond])
  func `the initial value is pending as long as it waits for a queue`(_ start: BindingStart) {
    let (one, other) = (Confined(), Property(5))
    one.set(3)
    one.queue.suspend()
    let binding = bind(SharedEnd(one, \.value, on: one.queue), to: other, initially: start)
    expect(binding.state.pending, equals: [start == .fromFirst ? .second : .first])
    one.queue.resume()
    settle(one.queue)
    expect(binding.state.pending, equals: [])
    expect((one.current, other.value), equals: (start == .fromFirst ? (3, 3) : (5, 5)))
  }

  @Test func `a normal form of the initial value waits until its end is released (B8)`() {
    let (number, text) = (Confined(), Property(" 08"))
    number.queue.suspend()
    let binding = bind(
      SharedEnd(number, \.value, on: number.queue), to: text,
      converting: Converter(forward: { "\($0)" }, backward: { Int($0.filter { $0 != " " }) ?? 0 }))
    binding.hold(.second)
    number.queue.resume()
    settle(number.queue)
    expect((number.current, text.value), equals: (8, " 08"))
    binding.release(.second)
    settle(number.queue)
    expect((number.current, text.value), equals: (8, "8"))
  }

  @Test(arguments: [(false, 0, 6), (true, 1, 5)])
  func `a write in flight to an end that becomes held waits until the release (B8)`(
    isEdited: Bool, held: Int, released: Int
  ) {
    let (one, other) = (Confined(), Property(0))
    let binding = bind(SharedEnd(one, \.value, on: one.queue), to: other, conflicts: .prefer(.second))
    settle(one.queue)
    one.queue.suspend()
    other.value = 5
    binding.hold(.first)
    one.queue.resume()
    settle(one.queue)
    expect(one.current, equals: 0)
    expect(binding.state.pending, equals: [.first])
    if isEdited { one.set(1) } else { other.value = 6 }
    settle(one.queue)
    expect(one.current, equals: held)
    expect(other.value, equals: (isEdited ? 1 : 6))
    binding.release(.first)
    settle(one.queue)
    expect((one.current, other.value), equals: (released, released))
    expect(binding.state.pending, equals: [])
  }

  @Test func `the initial value prevails over a change from before its end was observed (B3)`() {
    let (source, target, neighbour) = (Property(1), Confined(), Property(0))
    let neighbourhood = bind(neighbour, to: SharedEnd(target, \.value, on: target.queue))
    settle(target.queue)
    target.queue.suspend()
    target.queue.async { target.value = 9 }
    let binding = bind(source, to: SharedEnd(target, \.value, on: target.queue), initially: .fromFirst)
    target.queue.resume()
    settle(target.queue)
    expect((source.value, target.current, neighbour.value), equals: (1, 1, 1))
    withExtendedLifetime((neighbourhood, binding)) {}
  }

  @Test func `a cancel drops a write in flight`() {
    let (one, other) = (Confined(), Property(0))
    let binding = bind(SharedEnd(one, \.value, on: one.queue), to: other)
    settle(one.queue)
    one.queue.suspend()
    other.value = 5
    binding.cancel()
    one.queue.resume()
    settle(one.queue)
    expect(one.current, equals: 0)
  }

  @MainActor
  private final class ViewModel {
    @Observed var text = ""
  }

  @MainActor
  @Test func `an object on the main actor gets the value that another thread sets a moment later`() async {
    let (view, model) = (ViewModel(), Property("a"))
    let binding = bind(view, \.text, to: model)
    expect(view.text, equals: "a")
    model.value = "b"
    expect(view.text, equals: "b")
    view.text = "c"
    expect(model.value, equals: "c")
    let sent = startThread { model.value = "d" }
    sent.wait()
    expect(view.text, equals: "c")
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    expect(view.text, equals: "d")
    withExtendedLifetime(binding) {}
  }

  private actor Accountant {
    private final class Book { @Observed var sum = 0 }
    private let book = Book()
    private var binding: TwoWayBinding?

    func keep(_ total: Property<Int>) -> Int {
      binding = bind(book, \.sum, to: total)
      return book.sum
    }

    func pay(_ sum: Int) { book.sum = sum }
    var sum: Int { book.sum }
  }

  @Test func `an object of any actor can be an end`() async {
    let total = Property(3)
    let accountant = Accountant()
    expect(await accountant.keep(total), equals: 3)
    await accountant.pay(4)
    while total.value != 4 { await letOthersGoOn() }
    total.value = 5
    while await accountant.sum != 5 { await letOthersGoOn() }
    expect(total.value, equals: 5)
  }

  @Test func `a change reaches an end on its queue, wherever the binding was made`() {
    let (one, other) = (Confined(), Property(0))
    let binding = one.queue.sync { bind(other, to: SharedEnd(one, \.value, on: one.queue)) }
    settle(one.queue)
    other.value = 2
    settle(one.queue)
    expect(one.current, equals: 2)
    withExtendedLifetime(binding) {}
  }

  @MainActor
  @Test func `an end on the main queue is set there`() async {
    let places = Log<Bool>()
    let (one, other) = (Property(0), Property(0))
    let binding = bind(one, to: SharedEnd(other, on: .main))
    let endpoint = other.signal.dropFirst().subscribe(on: nil, .unplaced(.endpoint, "tap")) { line in
      Downstream(
        receiver: InternalSubscriber<Int>(BorrowedFunction { _, _ in }, atEnd: {}, info: .unplaced(.endpoint, "tap"))
      ) { _, _ in
        places.append(MainQueue.isCurrent)
      }
    }
    startThread { one.value = 1 }.wait()
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    expect(other.value, equals: 1)
    expect(places.entries, equals: [true])
    withExtendedLifetime((binding, endpoint)) {}
  }

  /// An object that may only be used on the main thread.
  private final class Strict: @unchecked Sendable {
    @Observed private var kept = 0

    var value: Int {
      get {
        dispatchPrecondition(condition: .onQueue(.main))
        return kept
      }
      set {
        dispatchPrecondition(condition: .onQueue(.main))
        kept = min(newValue, 5)
      }
    }
  }

  // Called on the thread that sets the property, within the set.
  private nonisolated func keepUp(_ property: Property<Int>) -> Endpoint {
    property.signal.subscribeValues { [weak property] value in if value < 10 { property?.value = 10 } }
  }

  @MainActor
  @Test func `the report about two ends that never settle reads each end on its own queue`() async {
    let (strict, other) = (Strict(), Property(0))
    let queue = DispatchQueue(label: "other")
    let endpoint = keepUp(other)
    let binding = bind(SharedEnd(other, on: queue), to: LocalEnd(strict, \.value))
    while binding.state.unsettled == nil { await letOthersGoOn() }
    expect(binding.state.unsettled, equals: UnsettledBinding(first: "10", second: "5"))
    withExtendedLifetime(endpoint) {}
  }

  private actor Cashier {
    private final class Till { @Observed var sum = 0 }
    private let till = Till()
    private var binding: TwoWayBinding?

    func keep(_ total: Property<Int>) { binding = bind(till, \.sum, to: total) }
    func pay() { transaction { for sum in 1...10 { till.sum = sum } } }
    var sum: Int { till.sum }

    func holdAgain(_ total: Property<Int>) {
      binding?.hold(.first)
      total.value = 50
      binding?.release(.first)
      binding?.hold(.first)
    }

    var held: Set<BindingEnd> { binding?.state.held ?? [] }
    func release() { binding?.release(.first) }
  }

  @Test func `a transaction on an actor sets the other end once (B7)`() async {
    let (cashier, total) = (Cashier(), Property(0))
    await cashier.keep(total)
    let sets = Sets(of: total)
    await cashier.pay()
    while total.value != 10 { await letOthersGoOn() }
    for _ in 0..<100 { await Task.yield() }
    expect(sets.values, equals: [10])
  }

  @Test func `an end that is held again at once gets no value in between (B8)`() async {
    let (cashier, total) = (Cashier(), Property(0))
    await cashier.keep(total)
    await cashier.holdAgain(total)
    for _ in 0..<200 { await Task.yield() }
    expect(await cashier.sum, equals: 0)
    expect(await cashier.held, equals: [.first])
    await cashier.release()
    while await cashier.sum != 50 { await letOthersGoOn() }
    expect(await cashier.held, equals: [])
  }

  private actor Clerk {
    private final class Sheet { @Observed var value = 0 }
    private let sheet = Sheet()
    private var binding: TwoWayBinding?

    func bindSheet(to end: SharedEnd<Int>) { binding = bind(LocalEnd(sheet, \.value), to: end) }
    var value: Int { sheet.value }
  }

  @Test func `an actor's object is set on the actor when the initial value comes from a queue`() async {
    let model = Confined()
    model.set(7)
    let clerk = Clerk()
    await clerk.bindSheet(to: SharedEnd(model, \.value, on: model.queue))
    while await clerk.value != 7 { await letOthersGoOn() }
  }

  @MainActor
  @Test func `a release on another thread sets the waiting value on the actor of the ends`() async {
    let places = Log<Bool>()
    let (one, other) = (ViewModel(), ViewModel())
    let binding = bind(one, \.text, to: other, \.text)
    let observer = KeyValueObserver(one, \.text, options: .new) { _ in places.append(MainQueue.isCurrent) }
    binding.hold(.first)
    other.text = "a"
    await Task.detached { binding.release(.first) }.value
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    expect(one.text, equals: "a")
    expect(places.entries, equals: [true])
    withExtendedLifetime(observer) {}
  }

  // A function that isn't isolated to its caller's actor.
  private nonisolated func hold(_ binding: TwoWayBinding) { binding.hold(.first) }
  private nonisolated func release(_ binding: TwoWayBinding) { binding.release(.first) }

  @MainActor
  @Test func `nonisolated code holds and releases synchronously on the actor of the ends (B5, B8)`() {
    let (one, other) = (ViewModel(), ViewModel())
    let binding = bind(one, \.text, to: other, \.text)
    hold(binding)
    expect(binding.state.held, equals: [.first])
    other.text = "a"
    expect(one.text, equals: "")
    release(binding)
    expect(one.text, equals: "a")
    expect(binding.state.held, equals: [])
  }
}
