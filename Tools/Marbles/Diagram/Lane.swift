/// One signal, along the time axis.
struct Lane: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// A source that emits with or without subscribers.
    case lasting
    /// A source that starts and ends with one subscription.
    case subscription
    /// A signal derived from other lanes, as an input of the operator.
    case derived
    /// Recorded side effects instead of a signal.
    case notes
  }

  var name: String
  /// The name of the source. Several subscriptions may have the same source.
  var source = ""
  var kind: Kind
  /// The frame of its beginning.
  var start = 0
  /// The marks in order, including the order within one frame.
  var marks: [Mark] = []
  /// The mark of the value that the signal was made from, if there is one.
  var origin: Origin?

  /// A mark in a lane of the same half.
  struct Origin: Equatable, Sendable {
    var lane: Int
    var mark: Int
  }

  /// Whether the lane has an end, or a cancel that ends it.
  var isOver: Bool {
    marks.contains { mark in
      switch mark.content {
      case .finish, .failure: true
      case .cancellation: kind != .lasting
      case .value, .subscription: false
      }
    }
  }
}

/// An event in a lane.
struct Mark: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case value(Label)
    case finish
    /// A failure, with the text of its error. The text is empty if the error is irrelevant.
    case failure(String)
    case subscription
    case cancellation
  }

  var frame: Int
  var content: Content
  /// Whether there was a subscriber.
  var isHeard = true

  var isEvent: Bool {
    switch content {
    case .value, .finish, .failure: true
    case .subscription, .cancellation: false
    }
  }
}

/// The label of a value. The label of a tuple or array has several parts.
struct Label: Equatable, Sendable {
  enum Shape: Equatable, Sendable { case one, tuple, array }

  struct Part: Equatable, Sendable {
    var text: String
    /// The number of the colour that shows the origin of the part, or nil for a part without a single origin.
    var hue: Int?
  }

  var shape: Shape
  var parts: [Part]

  var text: String {
    let texts = parts.map(\.text).joined(separator: ", ")
    return switch shape {
    case .one: texts
    case .tuple: "(\(texts))"
    case .array: "[\(texts)]"
    }
  }
}
