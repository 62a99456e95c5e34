internal import Signals

// The hub of a property counts the property's own observers. Reactions count themselves: a node that depends on a
// source with a feed is marked as fed, and a reaction of a fed computation looks for the feeds upstream when such an
// edge was made or removed since it last acted. Nodes without a feed pay one check for each new edge.
extension Reaction {
  /// Keeps the feeds running that the computation depends on, and no others. Called by the thread on which this acts, after it
  /// has acted, under no lock.
  @usableFromInline
  @inline(never)
  final func updateFeeds(of computation: Computation) {
    GraphLock.lock()
    let use = feedUse ?? FeedUse()
    // It may have been stopped meanwhile.
    guard computation.isObserved(by: self), use.searchedAt != Computation.fedEdgeChanges else {
      return GraphLock.unlock()
    }
    feedUse = use
    use.searchedAt = Computation.fedEdgeChanges
    let found = computation.findFeeds()
    let former = use.feeds
    use.feeds = found
    GraphLock.unlock()
    for feed in found { feed.countReactions(1) }
    for feed in former { feed.countReactions(-1) }
  }

  /// Stops the feeds that run only for this. From any thread.
  final func stopFeeds() {
    GraphLock.lock()
    let use = feedUse
    feedUse = nil
    GraphLock.unlock()
    for feed in use?.feeds ?? [] { feed.countReactions(-1) }
  }
}

extension Computation {
  /// The number of edges to nodes that follow from a feed that were made or removed. Guarded by the lock of the graph.
  // Unsafe by name only, for that reason.
  @safe @exclusivity(unchecked) nonisolated(unsafe) static var fedEdgeChanges: UInt = 1

  /// Records that this has read a node that follows from a feed. Under the lock.
  final func becomeFed() {
    Self.fedEdgeChanges &+= 1
    var worklist: ContiguousArray<Unmanaged<Computation>> = unsafe [.passUnretained(self)]
    while let node = unsafe worklist.popLast() {
      unsafe node._withUnsafeGuaranteedRef { node in
        if node.isFed { return }
        node.isFed = true
        var next = node.firstDependent
        while let edge = next {
          unsafe worklist.append(edge.pointee.dependent)
          next = edge.pointee.nextDependent
        }
      }
    }
  }

  /// Returns the feeds of all sources that this depends on, each once. Under the lock.
  fileprivate final func findFeeds() -> [SourceFeed] {
    var visited = VisitedNodes()
    var feeds: [SourceFeed] = []
    var worklist: ContiguousArray<Unmanaged<Computation>> = unsafe [.passUnretained(self)]
    while let node = unsafe worklist.popLast() {
      unsafe node._withUnsafeGuaranteedRef { node in
        if !visited.visit(node) { return }
        for element in node.rarities?.elements?.computations ?? [:] where element.value.isFed {
          unsafe worklist.append(.passUnretained(element.value))
        }
        var next = node.firstInput
        while let edge = next {
          next = edge.pointee.nextInput
          if let input = unsafe edge.pointee.computation {
            if unsafe input._withUnsafeGuaranteedRef({ $0.isFed }) { unsafe worklist.append(input) }
          } else if let feed = unsafe edge.pointee.input?._withUnsafeGuaranteedRef({ $0.isFed ? $0.feed : nil }),
            visited.visit(feed)
          {
            feeds.append(feed)
          }
        }
      }
    }
    return feeds
  }
}
