// The node of a producer in the live graph (C16).

extension Producer {
  /// Makes this producer the uppermost node of the connection below. Called before another thread can see the producer.
  @usableFromInline
  final func record(on trace: ConnectionTrace) {
    let top = trace.top
    rareState.node = top
    if let queue = executor.label { top.setQueue(queue) }
  }

  /// Makes this producer part of another one, with which it shares a node. Called before another thread can see the
  /// producer, too.
  final func record(asPartOf other: Producer) {
    if let node = other.rareStateIfMade?.node { rareState.node = node }
  }

  /// The node of this producer, which all of its subscribers share.
  package final func node(info: NodeInfo, by recorder: any GraphRecording) -> GraphNode {
    lock.lock()
    let present = rareStateIfMade?.node
    lock.unlock()
    if let present { return present }
    let new = recorder.makeNode(info, queue: executor.label)
    lock.lock()
    let rare = rareState
    let first = rare.node ?? new
    rare.node = first
    lock.unlock()
    return first
  }
}
