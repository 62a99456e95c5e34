import Signals
import Testing

@testable import SignalsKVO

/// The list of the reactions that a change has reached (K8).
@Suite("Reaction lists", .leavesNothing) struct ReactionListTests {
  private let log = Log<String>()

  private final class NamedReaction: Reaction, @unchecked Sendable {
    private let name: String
    private let log: Log<String>

    init(_ name: String, _ log: Log<String>) {
      self.name = name
      self.log = log
      super.init()
    }

    override func settle(in turn: Turn) { log.append(name) }
  }

  /// Has no list keep the reaction any longer, as a computation does whose reaction is removed.
  private func release(_ reaction: NamedReaction) {
    GraphLock.lock()
    let isKept = reaction.stopKeeping()
    GraphLock.unlock()
    if isKept { Unmanaged.passUnretained(reaction).release() }
  }

  private func settle(_ list: inout ReactionList) {
    let turn = Turn()
    list.join(turn)
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
    #expect(log.entries == ["c"])
    settle(&first)
    #expect(log.entries == ["c", "a", "b"])
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
    #expect(log.entries == ["a"])
    reaction.beginActing()
    list.append(.passUnretained(reaction))
    settle(&list)
    #expect(log.entries == ["a", "a"])
    release(reaction)
  }

  @Test func `a reaction whose list was released is collected again`() {
    let reaction = NamedReaction("a", log)
    var list = ReactionList()
    list.append(.passUnretained(reaction))
    list.release()
    #expect(log.entries == [])
    list.append(.passUnretained(reaction))
    settle(&list)
    #expect(log.entries == ["a"])
    release(reaction)
  }

  @Test func `a list keeps its reactions, also those that are not wanted any more, until they have acted`() {
    var reaction: NamedReaction? = NamedReaction("a", log)
    weak let kept = reaction
    var list = ReactionList()
    if let reaction { list.append(.passUnretained(reaction)) }
    if let reaction { release(reaction) }
    reaction = nil
    #expect(kept != nil)
    settle(&list)
    #expect(log.entries == ["a"] && kept == nil)
  }
}
