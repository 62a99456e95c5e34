// How operators and sources come to be seen in the live graph (C16). A signal knows as what it is seen, and a subscription
// that is recorded says so on its line: see `Signal.attach`. One that isn't is built as if there were none of this: one
// look at the line for each operator, and nothing for a value.

extension Signal {
  /// Shows this signal as one node, made at the place that is given, in place of what it was shown as.
  ///
  /// What the library makes of its own operators isn't shown: a place in its own sources tells them. So an operator
  /// that is made of others is shown under its own name, once.
  @inlinable
  @inline(__always)
  package func seen(
    as operation: StaticString, _ file: StaticString, _ line: UInt, kind: SignalGraph.Kind = .operator
  ) -> Signal {
    Signal(seenAs: Making(kind, operation, file, line), attach: recipe)
  }
}

// Apart and opaque, so that the optimiser sees the way without recording as the only one that there is to be fused.
@usableFromInline
@inline(never)
func attachSeen<Value>(
  _ recipe: (Downstream<Value>, Line) -> Void, _ downstream: Downstream<Value>, _ line: Line, _ trace: LineTrace,
  _ making: Making
) { recipe(downstream.seen(as: making, by: trace), line) }

extension Downstream {
  /// Where to pass on what is made there, so that it is counted.
  @usableFromInline
  func seen(as making: Making, by trace: LineTrace) -> Downstream {
    guard let place = making.place else { return self }
    return trace.add(trace.bottom.recorder.makeNode(making, at: place), above: self)
  }
}

extension Signal {
  /// Shows this signal, which comes from a hub by way of steps that are nobody's business, as the node of that hub.
  @usableFromInline
  package func seen(as making: Making, at hub: Producer) -> Signal {
    Signal { downstream, line in
      guard let trace = line.trace else { return attach(downstream, line) }
      attach(trace.add(hub.node(seenAs: making, by: trace.bottom.recorder), above: downstream), line)
    }
  }
}

extension Hub {
  /// Adds an observer, which sees this hub as one node above it, however many there are.
  @usableFromInline
  @inline(never)
  package func add(
    _ downstream: Downstream<Value>, _ line: Line, for audience: Audience<Value>? = nil, seenAs making: Making
  ) {
    guard let trace = line.trace else { return add(downstream, line, for: audience) }
    let own = node(seenAs: making, by: trace.bottom.recorder)
    add(trace.add(own, above: downstream), line, for: audience)
  }

  /// Remembers the place, if the graph is recorded at this moment.
  @usableFromInline
  @inline(never)
  package func note(_ making: Making) {
    if let recorder = GraphRecorder.current { _ = node(seenAs: making, by: recorder) }
  }
}
