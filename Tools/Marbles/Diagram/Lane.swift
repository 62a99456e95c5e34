/// One signal in the course of time.
struct Lane: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// It goes on whether anybody listens or not.
    case lasting
    /// It begins and is over with one subscription.
    case subscription
    /// It is made of other lanes, on the way to the operator.
    case derived
    /// It is no signal, but what was noted meanwhile.
    case notes
  }

  var name: String
  /// Which source it is a subscription of, where there may be several.
  var source = ""
  var kind: Kind
  /// The frame in which it begins.
  var start = 0
  /// In order. All that happens in one frame is told apart by its order alone.
  var marks: [Mark] = []
  /// The mark from which it came, if it was made of a value.
  var origin: Origin?

  /// A mark in a lane of the same half.
  struct Origin: Equatable, Sendable {
    var lane: Int
    var mark: Int
  }

  /// Whether nothing can come any more, as seen in the lane itself.
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

/// Something that happened.
struct Mark: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case value(Label)
    case finish
    /// With what the error says, which is empty where that is beside the point.
    case failure(String)
    case subscription
    case cancellation
  }

  var frame: Int
  var content: Content
  /// Whether there was anybody to hear it.
  var isHeard = true

  var isEvent: Bool {
    switch content {
    case .value, .finish, .failure: true
    case .subscription, .cancellation: false
    }
  }
}

/// A value as it is drawn. It has several parts where it consists of several values.
struct Label: Equatable, Sendable {
  enum Shape: Equatable, Sendable { case one, tuple, array }

  struct Part: Equatable, Sendable {
    var text: String
    /// The number of a colour, which tells where the part comes from; nil where it comes from no value in particular.
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
