extension Direct {
  typealias PairStage = (Int, Int) -> Void

  @inline(never)
  static func addingPairs(_ next: @escaping Stage) -> PairStage {
    { next($0 &+ $1) }
  }

  /// What any number of hand-written closures keep together.
  final class Latest {
    var values: [Int?]

    init(_ count: Int) { values = Array(repeating: nil, count: count) }
  }

  /// The entrance for one of two inputs, which calls on with what both hold.
  @inline(never)
  static func joining(_ index: Int, _ latest: Latest, _ next: @escaping PairStage) -> Stage {
    { value in
      latest.values[index] = value
      if let first = latest.values[0], let second = latest.values[1] { next(first, second) }
    }
  }

  /// The entrance for one of many inputs, which calls on with all that they hold.
  @inline(never)
  static func joiningAll(_ index: Int, _ latest: Latest, _ next: @escaping ([Int]) -> Void) -> Stage {
    { value in
      latest.values[index] = value
      let values = latest.values.compactMap(\.self)
      if values.count == latest.values.count { next(values) }
    }
  }

  @inline(never)
  static func summing(_ next: @escaping Stage) -> ([Int]) -> Void {
    { next($0.reduce(0, &+)) }
  }

  @inline(never)
  static func passingOn(_ next: @escaping Stage) -> Stage {
    { next($0) }
  }
}
