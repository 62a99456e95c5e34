import SignalsKVO

private let setCount = 200_000

extension Scenario {
  static let leafOfPath = Scenario(id: "S9k", title: "path of three objects: set the leaf", hasGrowth: true) {
    scenario in
    // Concrete types: through `any PathOfObjects.Type` the code would be unspecialised, and the type lookups would
    // dominate.
    let depths = [1, 2, 4, 8]
    let medians = Measurement.medians(
      of: [
        .settingLeaf(PathOf1.self), .settingLeaf(PathOf2.self), .settingLeaf(PathOf4.self), .settingLeaf(PathOf8.self),
        .readingPath(PathOf1.self), .readingPath(PathOf2.self), .readingPath(PathOf4.self), .readingPath(PathOf8.self),
      ], rounds: 7)
    func points(_ values: ArraySlice<Double>) -> [Growth.Point] {
      zip(depths, values).map { Growth.Point(count: $0, value: $1) }
    }
    return Outcome(
      rows: [
        scenario.compare(
          .settingLeaf(PathOf3.self), with: .other(.readingPath(PathOf3.self)),
          target: Target(ratio: 2, allocations: 0))
      ],
      growth: Growth(
        id: scenario.id, title: "a set at the end of a path", unit: .nanoseconds, counted: "objects on the path",
        points: points(medians.prefix(depths.count)), baseline: "a read of the path",
        baselinePoints: points(medians.dropFirst(depths.count))))
  }

  static let middleOfPath = Scenario(id: "S9k-swap", title: "path of three objects: swap the middle") { scenario in
    Outcome(rows: [
      scenario.compare(.swappingMiddle, with: .other(.readingPath(PathOf3.self)), target: Target(ratio: 10))
    ])
  }
}

// Linked objects, for paths of different lengths.

private final class Node1 { @Observed var value = 0 }
private final class Node2 { @Observed var next = Node1() }
private final class Node3 { @Observed var next = Node2() }
private final class Node4 { @Observed var next = Node3() }
private final class Node5 { @Observed var next = Node4() }
private final class Node6 { @Observed var next = Node5() }
private final class Node7 { @Observed var next = Node6() }
private final class Node8 { @Observed var next = Node7() }

private protocol PathOfObjects {
  associatedtype Root: AnyObject
  static var depth: Int { get }
  static var root: Root { get }
  static var path: ReferenceWritableKeyPath<Root, Int> { get }
  static func leaf(_ root: Root) -> Node1
}

private enum PathOf1: PathOfObjects {
  static var depth: Int { 1 }
  static var root: Node1 { Node1() }
  static var path: ReferenceWritableKeyPath<Node1, Int> { \.value }
  static func leaf(_ root: Node1) -> Node1 { root }
}

private enum PathOf2: PathOfObjects {
  static var depth: Int { 2 }
  static var root: Node2 { Node2() }
  static var path: ReferenceWritableKeyPath<Node2, Int> { \.next.value }
  static func leaf(_ root: Node2) -> Node1 { root.next }
}

private enum PathOf3: PathOfObjects {
  static var depth: Int { 3 }
  static var root: Node3 { Node3() }
  static var path: ReferenceWritableKeyPath<Node3, Int> { \.next.next.value }
  static func leaf(_ root: Node3) -> Node1 { root.next.next }
}

private enum PathOf4: PathOfObjects {
  static var depth: Int { 4 }
  static var root: Node4 { Node4() }
  static var path: ReferenceWritableKeyPath<Node4, Int> { \.next.next.next.value }
  static func leaf(_ root: Node4) -> Node1 { root.next.next.next }
}

private enum PathOf8: PathOfObjects {
  static var depth: Int { 8 }
  static var root: Node8 { Node8() }
  static var path: ReferenceWritableKeyPath<Node8, Int> { \.next.next.next.next.next.next.next.value }
  static func leaf(_ root: Node8) -> Node1 { root.next.next.next.next.next.next.next }
}

extension Work {
  fileprivate static func settingLeaf<Path: PathOfObjects>(_ path: Path.Type) -> Work {
    Work(name: "S9k at depth \(Path.depth)", operations: setCount, expected: sum(below: setCount)) {
      let checksum = Checksum()
      let root = Path.root
      let leaf = Path.leaf(root)
      let observer = KeyValueObserver(root, Path.path, options: [.new]) { checksum.add($0.newValue ?? 0) }
      return {
        for index in 0..<setCount { leaf.value = index }
        return withExtendedLifetime((root, observer)) { checksum.sum }
      }
    }
  }

  fileprivate static func readingPath<Path: PathOfObjects>(_ path: Path.Type) -> Work {
    Work(name: "a read of \(Path.depth)", operations: setCount, expected: setCount) {
      let root = Path.root
      Path.leaf(root).value = 1
      return { (0..<setCount).reduce(0) { sum, _ in sum &+ read(root, Path.path) } }
    }
  }

  fileprivate static var swappingMiddle: Work {
    Work(name: "S9k-swap", operations: setCount, expected: setCount / 2) {
      let checksum = Checksum()
      let root = Node3()
      let middles = (root.next, Node2())
      middles.1.next.value = 1
      let observer = KeyValueObserver(root, \.next.next.value, options: [.new]) { checksum.add($0.newValue ?? 0) }
      return {
        for index in 0..<setCount { root.next = index & 1 == 0 ? middles.1 : middles.0 }
        return withExtendedLifetime(observer) { checksum.sum }
      }
    }
  }
}

/// Never inlined, so that the call remains a real call.
@inline(never)
private func read<Root>(_ root: Root, _ path: KeyPath<Root, Int>) -> Int { root[keyPath: path] }
