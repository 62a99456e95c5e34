/// The groups of operators, in the order of the list of all operators.
enum Family: String, CaseIterable, Sendable {
  case creating = "Creating"
  case interop = "Interop"
  case transforming = "Transforming"
  case filtering = "Filtering"
  case combining = "Combining"
  case timing = "Timing"
  case failing = "Failing"
  case sharing = "Sharing"
  case inspecting = "Inspecting"
  case delivery = "Delivery"
  case endpoints = "Endpoints"

  var drawings: [Drawing] {
    switch self {
    case .creating: Gallery.creating
    case .interop: Gallery.interop
    case .transforming: Gallery.transforming + Gallery.gathering + Gallery.flattening
    case .filtering: Gallery.choosing + Gallery.cutting + Gallery.answering
    case .combining: Gallery.joining + Gallery.combining + Gallery.deciding
    case .timing: Gallery.timing
    case .failing: Gallery.failing
    case .sharing: Gallery.sharing
    case .delivery: Gallery.delivery
    case .inspecting, .endpoints: []
    }
  }

  var undrawn: [Undrawn] {
    switch self {
    case .interop: Gallery.undrawnInterop
    case .transforming: Gallery.undrawnTransforming
    case .filtering: Gallery.undrawnFiltering
    case .inspecting: Gallery.undrawnInspecting
    case .delivery: Gallery.undrawnDelivery
    case .endpoints: Gallery.undrawnEndpoints
    default: []
    }
  }
}

/// All diagrams. Each one runs its operator when it is drawn.
enum Gallery {
  static let undrawnInterop = [
    Undrawn("from(async:priority:)", "async(priority:_:)", because: "a task runs in real time"),
    Undrawn(
      "processSignal(_:on:)", "readable(fileDescriptor:on:)", "lines(of:on:)", "standardInputLines",
      because: "their events come from the operating system, in real time"),
    Undrawn(
      "publisher(buffering:)", "from(publisher:)", "Publisher.signal",
      because: "Combine exists only on Apple platforms, and the diagrams are drawn on all platforms"),
    Undrawn("deliver(on:buffering:)", because: "only the queue changes, and an operation queue runs in real time"),
  ]

  static let undrawnTransforming = [
    Undrawn("asyncMap(_:priority:_:)", "asyncMap(priority:_:)", because: "a task runs in real time"),
    Undrawn(
      "map(on:_:)", "compactMap(on:_:)", "scan(_:on:_:)", "scan(on:_:)", "scan(into:on:_:)",
      "flatMap(_:on:_:)",
      because: "only the actor of the closure differs from the operators without an actor"),
  ]

  static let undrawnFiltering = [
    Undrawn(
      "filter(on:_:)", "removeDuplicates(on:by:)",
      because: "only the actor of the closure differs from the operators without an actor"),
    Undrawn("ignoreValues(as:)", because: "only its type differs from `ignoreValues()`"),
  ]

  static let undrawnInspecting = [
    Undrawn(
      "handleEvents(onSubscribe:onValue:onEnd:onCancel:)", "log(_:to:)", "named(_:)",
      because: "their output equals their input")
  ]

  static let undrawnDelivery = [
    Undrawn(
      "deliver(on:buffering:)", "deliverOnMain(buffering:)", "subscribe(on:)",
      because: "only the queue changes, and a queue runs in real time")
  ]

  static let undrawnEndpoints = [
    Undrawn(
      "assign(to:on:)", "subscribe(_:)", "subscribeValues(_:)", "subscribeWhile(_:)", "subscribeValues(for:_:)",
      "subscribe(onValue:onEnd:)", "subscribe(for:onValue:onEnd:)", "values", "values(buffering:)", "values(ahead:)",
      "firstValue()",
      "firstValue(where:)",
      because: "an endpoint has no output signal"
    )
  ]
}

/// The errors of the diagrams.
enum Trouble: Error, Equatable { case offline, denied }
