import Testing

@testable import Signals
@testable import SignalsKVO

/// The list of the reactions that a change has reached (K8).
@Suite("Reaction lists", .leavesNothing) struct ReactionListTests {
  private let log = Log<String>()

  private final class NamedReaction: Reaction, @unchecked Sendable {
    private let name: String
    private let log: Log<String>
    private let then: () -> Void

    init(_ name: String, _ log: Log<String>, then: @escaping () -> Void = {}) {
      self.name = name
      self.log = log
      self.then = then
      super.init()
    }

    override func settle(in turn: Turn) {
      log.append(name)
      then()
    }
  }

  /// Has no list keep the reaction any longer, as a computation does whose reaction is removed.
  private func release(_ reaction: NamedReaction) {
    GraphLock.lock()
    let isKept = reaction.stopKeeping()
    GraphLock.unlock()
    if isKept { Unmanaged.passUnretained(reaction).release() }
  }

  /// - Parameter isSorted: whether a join becomes deeper meanwhile, so that the turn sorts its participants.
  private func settle(_ list: inout ReactionList, isSorted: Bool = false) {
    let turn = Turn()
    list.join(turn)
    if isSorted { Turn.deepenings.add(1) }
    turn.end()
  }

  @Test func `a reaction that starts to act while a list holds it is not collected by another list`() {
    let reactions = ["a", "b", "c"].map { NamedReaction($0, log) }
    var (first, second) = (ReactionList(), ReactionList())
    first.append(.passUnretained(reactions[0]))
    first.append(.passUnretained(reactions[1]))
    reactions[0].beginActing()
    second.append(.passUnretained(reactions[0]))
    second.append(.passUnretained(reactions[2]))
    settle(&second)
    expect(log.entries, equals: ["c"])
    settle(&first)
    expect(log.entries, equals: ["c", "a", "b"])
    for reaction in reactions { release(reaction) }
  }

  @Test func `a reaction that has left its list is collected again after it has acted`() {
    let reaction = NamedReaction("a", log)
    var list = ReactionList()
    list.append(.passUnretained(reaction))
    list.append(.passUnretained(reaction))
    settle(&list)
    list.append(.passUnretained(reaction))
    settle(&list)
    expect(log.entries, equals: ["a"])
    reaction.beginActing()
    list.append(.passUnretained(reaction))
    settle(&list)
    expect(log.entries, equals: ["a", "a"])
    release(reaction)
  }

  @Test func `a reaction whose list was released is collected again`() {
    let reaction = NamedReaction("a", log)
    var list = ReactionList()
    list.append(.passUnretained(reaction))
    list.release()
    expect(log.entries, equals: [])
    list.append(.passUnretained(reaction))
    settle(&list)
    expect(log.entries, equals: ["a"])
    release(reaction)
  }

  @Test func `a list keeps its reactions, also those that are not wanted any more, until they have acted`() {
    var reaction: NamedReaction? = NamedReaction("a", log)
    weak let kept = reaction
    var list = ReactionList()
    if let reaction { list.append(.passUnretained(reaction)) }
    if let reaction { release(reaction) }
    reaction = nil
    expect(kept != nil)
    settle(&list)
    expect(log.entries == ["a"] && kept == nil)
  }

  @Test(arguments: [false, true])
  func `a reaction that has acted leads to none of those that followed it`(isSorted: Bool) {
    let reactions = ["a", "b"].map { NamedReaction($0, log) }
    var list = ReactionList()
    for reaction in reactions { list.append(.passUnretained(reaction)) }
    settle(&list, isSorted: isSorted)
    expect(log.take(), equals: ["a", "b"])
    for reaction in reactions { reaction.beginActing() }
    list.append(.passUnretained(reactions[0]))
    settle(&list)
    expect(log.take(), equals: ["a"])
    for reaction in reactions { release(reaction) }
  }

  @Test func `reactions that a reaction reaches act after all others of its turn`() {
    let last = NamedReaction("c", log)
    let first = NamedReaction("a", log) {
      var list = ReactionList()
      list.append(.passUnretained(last))
      list.settle()
    }
    let second = NamedReaction("b", log)
    var list = ReactionList()
    for reaction in [first, second] { list.append(.passUnretained(reaction)) }
    list.settle()
    expect(log.entries, equals: ["a", "b", "c"])
    for reaction in [first, second, last] { release(reaction) }
  }
}
