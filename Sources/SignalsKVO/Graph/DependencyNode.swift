public import Signals

/// A node that computations can read: a source, or a computation itself.
// Unchecked, because the lock of the graph guards the state.
@usableFromInline
class DependencyNode: @unchecked Sendable {
  // Guarded by the lock of the graph.
  /// The edges to the computations that have read this, in the order of their first reads. The first one refers back to the last.
  @safe @exclusivity(unchecked) final var firstDependent: DependencyEdge.Pointer?

  /// The number of the run that has read this last, so that a computation needs one edge for any number of reads.
  @usableFromInline final let lastReader = AtomicWord(0)

  /// Whether this is a source with a feed, or has ever followed from one. Guarded by the lock of the graph.
  @safe @exclusivity(unchecked) @usableFromInline final var isFed = false

  @usableFromInline
  enum Kind: Sendable {
    case computation
    /// The node of a state. The owner of the state keeps it, and has the edges to it forget it before it gives it up.
    case state
    /// The same, after that. The state doesn't change any more, so that nothing has to depend on it.
    case releasedState
    /// A source that the edges to it retain.
    case other
  }

  // Changed under the lock of the graph.
  @safe @exclusivity(unchecked) fileprivate final var kind: Kind

  @usableFromInline
  init(_ kind: Kind = .other) { self.kind = kind }

  /// The feed of this source, if it has one.
  var feed: SourceFeed? { nil }

  /// Emits for each change, as the node of this value in the live graph (C16); nil if it was made without recording.
  func recordedChanges() -> Signal<Void>? { nil }
}

extension DependencyNode {
  /// The address of this for an edge, which retains this unless it is the node of a state.
  fileprivate var addressInEdge: UnsafeMutableRawPointer {
    unsafe kind == .state ? Unmanaged.passUnretained(self).toOpaque() : Unmanaged.passRetained(self).toOpaque()
  }

  /// Whether a computation that reads this depends on it. Under the lock.
  final var canChange: Bool { kind != .releasedState }

  /// Has the edges to this state forget it, and no further ones lead to it. Not under the lock of the graph.
  ///
  /// Its owner calls this before it gives up its reference to the state. So while a thread holds the lock, no state is released
  /// to which an edge leads, though code may retain it for a moment.
  final func leaveDependents() {
    GraphLock.lock()
    kind = .releasedState
    DependencyEdge.detach(from: self)
    GraphLock.unlock()
  }
}

/// The fact that a computation has read a node. It is an element of two lists: the inputs of the computation, in the order
/// in which it read them, and the dependents of the node.
@usableFromInline
@safe
struct DependencyEdge: ~Copyable {
  @usableFromInline typealias Pointer = LivePointer<DependencyEdge>

  /// The address of the input. It is zero if the input was a state that is released, or if the edge to a state is unlinked.
  /// Changed under the lock of the graph; the claimant of the dependent reads it without that, too.
  @usableFromInline let inputWord: AtomicWord
  /// The input, if it is a computation.
  @usableFromInline let computation: Unmanaged<Computation>?
  /// Not retained: a computation removes its edges before it is released.
  @usableFromInline let dependent: Unmanaged<Computation>

  /// The version of the input that the computation has read, or `changedVersion`. It belongs to the thread that has claimed the
  /// computation; while there is none, the lock of the graph guards it.
  @usableFromInline var version: UInt
  @usableFromInline var nextInput: Pointer?

  // Guarded by the lock of the graph.
  var nextDependent: Pointer?
  /// The one before this among the dependents; the last one, if this is the first.
  var previousDependent: Pointer?
}

extension DependencyEdge {
  /// The input, which outlives the checks of its dependents. It is retained, unless it is the node of a state: a state may hold an
  /// object that keeps the dependent. Under the lock, or after the edge was unlinked.
  var input: Unmanaged<DependencyNode>? {
    guard let address = unsafe UnsafeRawPointer(bitPattern: inputWord.relaxed) else { return nil }
    return unsafe .fromOpaque(address)
  }

  /// Whether this leads to a node that the caller keeps. The claimant's.
  @inlinable
  @inline(__always)
  func leads(to node: DependencyNode) -> Bool {
    inputWord.relaxed == UInt(bitPattern: unsafe Unmanaged.passUnretained(node).toOpaque())
  }

  /// The version in the edge to a source that has changed since the computation has read it.
  static var changedVersion: UInt { .max }

  /// Edges that are free to be used again, linked by `nextInput`, and their number. Guarded by the lock of the graph.
  // Unsafe by name only, since the lock guards them.
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var free: Pointer?
  @safe @exclusivity(unchecked) nonisolated(unsafe) private static var freeCount = 0

  /// Creates an edge at the end of the list of the node's dependents. Under the lock.
  static func make(from computation: Computation, to input: DependencyNode, version: UInt) -> Pointer {
    let edge: Pointer
    if let reused = free {
      free = reused.pointee.nextInput
      freeCount -= 1
      edge = reused
    } else {
      edge = unsafe Pointer(.allocate(capacity: 1))
    }
    let first = input.firstDependent
    let last = first?.pointee.previousDependent
    unsafe edge.address.initialize(
      to: DependencyEdge(
        inputWord: AtomicWord(UInt(bitPattern: input.addressInEdge)),
        computation: input.kind == .computation ? .passUnretained(unsafeDowncast(input, to: Computation.self)) : nil,
        dependent: .passUnretained(computation), version: version, nextInput: nil, nextDependent: nil,
        previousDependent: last ?? edge))
    if let last { last.pointee.nextDependent = edge } else { input.firstDependent = edge }
    first?.pointee.previousDependent = edge
    if input.isFed { computation.becomeFed() }
    return edge
  }

  /// Removes edges, linked by `nextInput`, from the lists of dependents. Under the lock. The caller passes them to
  /// `release(_:)` afterwards, with no lock held.
  ///
  /// Where a value that was released has no other reader, the edges to its inputs follow in the list.
  static func unlink(_ first: Pointer?) {
    var next = first
    while let edge = next {
      unsafe edge.pointee.input?._withUnsafeGuaranteedRef { input in
        if input.isFed { Computation.fedEdgeChanges &+= 1 }
        let (previous, following) = (edge.pointee.previousDependent, edge.pointee.nextDependent)
        if input.firstDependent == edge {
          input.firstDependent = following
        } else {
          previous?.pointee.nextDependent = following
        }
        // The first one refers back to the last.
        (following ?? input.firstDependent)?.pointee.previousDependent = previous
        if input.kind == .state { edge.pointee.inputWord.store(0) }
      }
      if let computation = unsafe edge.pointee.computation,
        let inputs = unsafe computation._withUnsafeGuaranteedRef({ $0.takeInputsIfUnread() })
      {
        var last = inputs
        while let following = last.pointee.nextInput { last = following }
        last.pointee.nextInput = edge.pointee.nextInput
        edge.pointee.nextInput = inputs
      }
      next = edge.pointee.nextInput
    }
  }

  /// Has all edges to a state forget it. Under the lock.
  fileprivate static func detach(from input: DependencyNode) {
    var next = input.firstDependent
    input.firstDependent = nil
    while let edge = next {
      if input.isFed { Computation.fedEdgeChanges &+= 1 }
      next = edge.pointee.nextDependent
      edge.pointee.inputWord.store(0)
    }
  }

  /// Releases the inputs of edges that were unlinked, and frees the edges.
  static func release(_ first: Pointer?) {
    guard let first else { return }
    var last = first
    var count = 1
    unsafe first.pointee.input?.release()
    while let next = last.pointee.nextInput {
      unsafe next.pointee.input?.release()
      last = next
      count += 1
    }
    var rest: Pointer? = first
    GraphLock.lock()
    if freeCount + count <= 4_096 {
      last.pointee.nextInput = free
      free = first
      freeCount += count
      rest = nil
    }
    GraphLock.unlock()
    while let edge = rest {
      rest = edge.pointee.nextInput
      unsafe edge.address.deallocate()
    }
  }
}
