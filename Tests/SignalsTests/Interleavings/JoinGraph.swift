/// Which sources feed which inputs of which joins: a part of a ``JoinMachine``.
struct JoinGraph: Hashable {
  /// Where an input is.
  struct Place: Hashable {
    let join: Int
    let input: Int
  }

  struct Source: Hashable {
    let targets: [Place]
    /// The source to which one of its handlers sends something at each value.
    var echo: Int?
    /// Whether it brings all within the subscribing call, in no turn.
    var isSequence = false
  }

  var sources: [Source]
  /// The last one is heard. Each other one feeds a later one.
  let joins: [JoinValue.Kind]
  var feeds: [Place] = []
  /// Whether the inputs hold something at the beginning.
  var holdsValues = true

  func makeJoin(_ join: Int) -> JoinValue {
    let inputs = (0..<inputCount(of: join)).map { input in
      var state = JoinValue.Input()
      if holdsValues { state.value = labels(of: Place(join: join, input: input)).map { _ in 0 } }
      return state
    }
    return JoinValue(joins[join], inputs)
  }

  private func inputCount(of join: Int) -> Int {
    let places = sources.flatMap(\.targets) + feeds
    return 1 + (places.filter { $0.join == join }.map(\.input).max() ?? 0)
  }

  /// Whose values stand where in what a join says.
  func labels(ofJoin join: Int) -> [Int] {
    (0..<inputCount(of: join)).flatMap { labels(of: Place(join: join, input: $0)) }
  }

  private func labels(of place: Place) -> [Int] {
    if let source = sources.firstIndex(where: { $0.targets.contains(place) }) { return [source] }
    return feeds.firstIndex(of: place).map(labels(ofJoin:)) ?? []
  }
}
