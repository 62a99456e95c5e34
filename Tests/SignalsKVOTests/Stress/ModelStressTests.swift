import Observation
import SignalsTesting
import Testing

@testable import SignalsKVO

extension Stress {
  /// K10, C6: `@Observable` objects among observed ones. Run under thread sanitizer too.
  @Suite("Stress: Observable objects") struct ModelStressTests {
    @MainActor @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `observers on the main actor never miss the last state`(seed: UInt64) async {
      let crowd = Crowd(seed: seed)
      for round in 0..<2_000 {
        crowd.doSomething(round)
        guard round.isMultiple(of: 16) else { continue }
        await mainQueueIsIdle()
        expect(crowd.missed, equals: [], "round \(round)")
      }
      await mainQueueIsIdle()
      expect(crowd.missed, equals: [])
      expect(crowd.count > 500)
    }

    actor Clerk {
      /// Returns the missed states.
      func work(seed: UInt64) async -> [String] {
        let crowd = Crowd(seed: seed)
        for round in 0..<2_000 {
          crowd.doSomething(round)
          guard round.isMultiple(of: 16) || round == 1_999 else { continue }
          // A notification on its way to an actor arrives at any later time, so the test has to wait for it.
          var patience = 100_000
          while !crowd.missed.isEmpty, patience > 0 {
            patience -= 1
            await Task.yield()
          }
          if patience == 0 { return crowd.missed.map { "\($0) in round \(round)" } }
        }
        return crowd.count > 500 ? [] : ["There were hardly any notifications."]
      }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `observers on another actor never miss the last state`(seed: UInt64) async {
      let missed = await Clerk().work(seed: seed)
      expect(missed, equals: [])
    }

    @MainActor @Test func `an observer that another thread cancels while a change is pending is released once`() async {
      let rounds = 1_000
      let released = Counter()
      let profile = Profile()
      let office = Office(profile)
      for round in 0..<rounds {
        let observer: KeyValueObserver
        do {
          let mark = Tracked { released.add() }
          observer = KeyValueObserver(office, \.sign, options: .new) { [mark] _ in
            MainActor.assertIsolated()
            mark.touch()
          }
        }
        let thread = startThread { observer.cancel() }
        profile.name = "\(round)"
        if round.isMultiple(of: 2) { office.room = round }
        await mainQueueIsIdle()
        thread.wait()
      }
      expect(released.count, equals: rounds)
    }
  }
}

/// A model that holds another one, and sets a property in the willSet of its nickname.
@Observable
private final class Branch {
  var name = "a"
  var tags = ["a"]
  var inner: Branch?
  var person: Person?
  @ObservationIgnored var hall: Hall?
  var nickname = "n" {
    willSet { hall?.room += 1 }
  }
}

private final class Hall {
  @Observed var branch: Branch?
  @Observed var room = 1
  var sign: String {
    "\(room) \(branch?.name ?? "-") \(branch?.tags.joined() ?? "-") \(branch?.inner?.nickname ?? "-") \(branch?.nickname ?? "-")"
  }
}

/// Observers of such models that come and go, and their latest values. It belongs to one actor.
private final class Crowd {
  private final class Follower {
    var observer: KeyValueObserver?
    var latest = ""
    var present: () -> String = { "" }
  }

  private var random: SeededGenerator
  private let people = [Person("p"), Person("q")]
  private let branches = (0..<4).map { _ in Branch() }
  private let hall = Hall()
  private let followers = (0..<6).map { _ in Follower() }
  /// The number of notifications.
  private(set) var count = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for branch in branches { branch.hall = hall }
    hall.branch = branches[0]
    branches[0].inner = branches[1]
    branches[1].person = people[0]
  }

  deinit {
    for branch in branches {
      branch.inner = nil
      branch.hall = nil
    }
  }

  /// The latest values of the observers that differ from the present ones.
  var missed: [String] {
    followers.filter { $0.observer?.isActive == true && $0.latest != $0.present() }.map {
      "\($0.latest) for \($0.present())"
    }
  }

  private var branch: Branch { branches[random.number(in: 0...3)] }
  private var follower: Follower { followers[random.number(in: 0...5)] }

  func doSomething(_ round: Int, isolation: isolated (any Actor)? = #isolation) {
    switch random.number(in: 0...15) {
    case 0, 1, 2: observe(round)
    case 3: follower.observer?.cancel()
    case 4: branch.name = "\(round)"
    case 5: branch.tags.append("\(round)")
    case 6: branch.tags[0] += "x"
    case 7: branch.tags = ["\(round)"]
    case 8: branch.inner = random.oneIn(3) ? nil : branch
    case 9: branch.person = random.oneIn(3) ? nil : people[random.number(in: 0...1)]
    case 10: people[random.number(in: 0...1)].firstName = "\(round)"
    case 11: hall.branch = random.oneIn(4) ? nil : branch
    case 12: hall.room = round
    case 13, 14: branch.nickname = "\(round)"
    default:
      transaction {
        hall.room = round
        branch.name = "\(round)"
        hall.branch = branch
      }
    }
  }

  private func observe(_ round: Int, isolation: isolated (any Actor)? = #isolation) {
    switch random.number(in: 0...5) {
    case 0: observe(branch, \.name)
    case 1: observe(branch, \.tags)
    case 2: observe(branch, \.inner?.inner?.name)
    case 3: observe(branch, \.inner?.person?.firstName)
    case 4: observe(hall, \.branch?.inner?.nickname)
    default: observe(hall, \.sign)
    }
  }

  private func observe<Root: AnyObject, Value>(
    _ root: Root, _ path: KeyPath<Root, Value>, isolation: isolated (any Actor)? = #isolation
  ) {
    let follower = follower
    let options: KeyValueObservingOptions = random.oneIn(2) ? [.initial, .new] : [.initial, .old, .new, .prior]
    follower.observer = nil
    follower.present = { Self.text(root[keyPath: path]) }
    follower.observer = KeyValueObserver(root, path, options: options) { [unowned self, unowned follower] change in
      guard !change.isPrior else { return }
      count += 1
      follower.latest = change.newValue.map(Self.text) ?? "nil"
      if random.oneIn(40) { self.follower.observer?.cancel() }
    }
  }

  private static func text<Value>(_ value: Value) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return "\(value)" }
    return mirror.children.first.map { "\($0.value)" } ?? "nil"
  }
}
