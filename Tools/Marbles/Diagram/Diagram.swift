/// The contents of a picture: the events of one run of an operator. A pure value.
struct Diagram: Equatable, Sendable {
  /// The operators, named as in the list of all operators.
  var title: String
  /// The call of the operator.
  var call: String
  /// The inputs of the operator, above its box.
  var above: [Lane]
  /// The outputs of the operator, below its box.
  var below: [Lane]
  /// The number of frames.
  var length: Int
  /// The turns with events in several lanes above.
  var bands: [Band] = []
  /// The caption.
  var hint: String?
}

/// One turn that reached several lanes (C10, C11).
struct Band: Equatable, Sendable {
  var frame: Int
  /// The indices of the lanes in `above`, in order.
  var lanes: [Int]
}
