extension Direct {
  typealias PairStage = (Int, Int) -> Void

  @inline(never)
  static func addingPairs(_ next: @escaping Stage) -> PairStage {
    { next($0 &+ $1) }
  }

  /// The shared state of any number of hand-written closures.
  final class Latest {
    var values: [Int?]

    init(_ count: Int) { values = Array(repeating: nil, count: count) }
  }

  /// The closure for one of two inputs. It passes on the latest values of both.
  @inline(never)
  static func joining(_ index: Int, _ latest: Latest, _ next: @escaping PairStage) -> Stage {
    { value in
      latest.values[index] = value
      if let first = latest.values[0], let second = latest.values[1] { next(first, second) }
    }
  }

  /// The closure for one of many inputs. It passes on the latest values of all.
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
