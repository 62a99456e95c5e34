import Signals
import Testing

@testable import SignalsKVO

/// K2: the old value of a property is released after the store, so its deinit may set that property.
@Suite("K2 Sets in the deinit of the old value", .leavesNothing) struct DeinitTests {
  final class Parent {
    @Observed var child: Child?
  }

  final class Child {
    unowned let parent: Parent

    init(_ parent: Parent) { self.parent = parent }

    deinit { parent.child = nil }
  }

  @Test func `the old value of an unobserved property may set it again in its deinit`() {
    let parent = Parent()
    for _ in 0..<3 {
      parent.child = Child(parent)
      parent.child = nil
      expect(parent.child == nil)
    }
  }

  @Test func `an old value that is no longer referred to may set its property to another one`() {
    final class Root {
      @Observed var next: Link?
    }
    final class Link {
      @Observed var name = "first"
      unowned let root: Root

      init(_ root: Root) { self.root = root }

      deinit { if name == "first" { root.next = Link(root, "second") } }

      init(_ root: Root, _ name: String) {
        self.root = root
        self.name = name
      }
    }
    let root = Root()
    root.next = Link(root)
    root.next = nil
    expect(root.next?.name, equals: "second")
    root.next = nil
    expect(root.next == nil)
  }

  final class Screen {
    var atRelease: (() -> Void)?
    /// Made anew by each read: nothing else keeps the list.
    var notes: [Note] { [Note(self)] }
  }

  final class Note {
    let screen: Screen

    init(_ screen: Screen) { self.screen = screen }

    deinit { screen.atRelease?() }
  }

  @Test func `an observation may keep another old value while it releases one`() {
    let screen = Screen()
    var released = 0
    do {
      let values = PathValues(screen, \.notes, options: .old, outlet: BorrowedFunction { _, _ in })
      values.keepOld(nil, isCurrent: true)
      screen.atRelease = { [unowned values] in
        released += 1
        if released == 1 { values.keepOld(nil, isCurrent: true) }
      }
      values.release()
      expect(released, equals: 1)
    }
    expect(released, equals: 2)
    screen.atRelease = nil
  }

  @Test func `a change may be queued while those before it are released`() {
    // Unchecked, since one thread uses it.
    final class Queue: @unchecked Sendable { var pending = FIFO<Tracked>() }
    let queue = Queue()
    let releases = Log<String>()
    queue.pending.append(
      Tracked {
        releases.append("first")
        queue.pending.append(Tracked("third", releases))
      })
    queue.pending.append(Tracked("second", releases))
    while let change = queue.pending.popFirst() { change.touch() }
    expect(releases.entries, equals: ["first", "second released", "third released"])
  }
}
