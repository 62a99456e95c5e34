/// What an operator did in one run, as a picture would show it: a pure value.
struct Diagram: Equatable, Sendable {
  /// What is drawn, as it is named in the list of all operators.
  var title: String
  /// The operator's call, as a user writes it.
  var call: String
  /// What goes into the operator.
  var above: [Lane]
  /// What comes out of it.
  var below: [Lane]
  /// How many frames were watched.
  var length: Int
  /// What one turn brought to several lanes above.
  var bands: [Band] = []
  /// What the picture alone doesn't say.
  var hint: String?
}

/// One turn that reached several lanes (C10, C11).
struct Band: Equatable, Sendable {
  var frame: Int
  /// Where it was, as places in `above`, in order.
  var lanes: [Int]
}
