import SignalsKVO

extension Scenario {
  static let graphLayers = Scenario(id: "G7", title: "layered: 10 × 5, two inputs each, part read; per set") {
    $0.compare(
      Layers(width: 10, count: 5, inputs: 2, dynamicEvery: nil, sets: 3_000), rounds: Measurement.rounds,
      allocations: 0.05)
  }

  static let graphWideLayers = Scenario(
    id: "G7-wide", title: "layered: 1,000 × 12, 5 % dynamic, part read; per set"
  ) {
    // Few rounds, because making the graph takes much longer than a set. Each set is that of another source.
    $0.compare(Layers(width: 1_000, count: 12, inputs: 4, dynamicEvery: 20, sets: 20), rounds: 5, allocations: 2)
  }

  /// - Parameter allocations: the limit for each set. The first set of a source makes its turn, and is counted, too.
  private func compare(_ layers: Layers, rounds: Int, allocations: Double) -> Outcome {
    let subject = Work.setting(id, layers)
    let medians = Measurement.medians(of: [subject, .plainSetting("plain " + id, layers)], rounds: rounds)
    return Outcome(rows: [
      row(medians[0], "plain graph", medians[1], Target(ratio: 2, allocations: allocations), subject)
    ])
  }
}

/// A rectangle of values: one layer of sources, and layers of derived values, each with inputs among its neighbours in
/// the previous layer. Every fifth value of the last layer is read: after each set of a source, and by one observed
/// sum.
private struct Layers {
  let width: Int
  /// The number of layers, with the sources.
  let count: Int
  /// The number of inputs of each derived value.
  let inputs: Int
  /// One of this many derived values is dynamic: it skips one of its inputs while its first input is odd.
  let dynamicEvery: Int?
  let sets: Int

  func value(ofSource index: Int, round: Int) -> Int { index + round }

  func isDynamic(_ index: Int, inLayer layer: Int) -> Bool {
    guard let dynamicEvery else { return false }
    return (index + 7 * layer) % dynamicEvery == 0
  }

  func neighbours<Value>(of index: Int, in layer: [Value]) -> [Value] {
    (0..<inputs).map { layer[(index + $0) % width] }
  }

  func read<Value>(of layer: [Value]) -> [Value] { stride(from: 0, to: width, by: 5).map { layer[$0] } }

  /// The sums for the observer and the values read, computed without a graph.
  var expected: Int {
    var sources = (0..<width).map { value(ofSource: $0, round: 0) }
    var last = readSum(above: sources)
    var sum = last
    for index in 0..<sets {
      sources[index % width] = value(ofSource: index % width, round: index + 1)
      let new = readSum(above: sources)
      require(new != last, "Set \(index) doesn't change the observed sum.")
      last = new
      sum += 2 * new
    }
    return sum
  }

  private func readSum(above sources: [Int]) -> Int {
    var values = sources
    for layer in 1..<count {
      values = values.indices.map { index in
        let inputs = neighbours(of: index, in: values)
        return isDynamic(index, inLayer: layer) ? dynamicSum(inputs) { $0 } : inputs.reduce(0, +)
      }
    }
    return read(of: values).reduce(0, +)
  }
}

@inline(__always)
private func dynamicSum<Input>(_ inputs: [Input], value: (Input) -> Int) -> Int {
  let first = value(inputs[0])
  let skipped = first & 1 == 1 ? 1 + first % (inputs.count - 1) : 0
  var sum = first
  for index in 1..<inputs.count where index != skipped { sum &+= value(inputs[index]) }
  return sum
}

extension Work {
  fileprivate static func setting(_ name: String, _ layers: Layers) -> Work {
    Work(name: name, operations: layers.sets, expected: layers.expected) {
      let checksum = Checksum()
      let sources = (0..<layers.width).map { Property(layers.value(ofSource: $0, round: 0)) }
      var rows = [layer(1, of: layers, above: sources)]
      while rows.count < layers.count - 1 {
        rows.append(layer(rows.count + 1, of: layers, above: rows[rows.count - 1]))
      }
      let read = layers.read(of: rows[rows.count - 1])
      let sum = Derived { read.reduce(0) { $0 &+ $1.value } }
      let endpoint = sum.signal.subscribeValues { checksum.add($0) }
      return { [rows] in
        for index in 0..<layers.sets {
          let source = index % layers.width
          sources[source].value = layers.value(ofSource: source, round: index + 1)
          for leaf in read { checksum.add(leaf.value) }
        }
        return withExtendedLifetime((rows, sum, endpoint)) { checksum.sum }
      }
    }
  }

  fileprivate static func plainSetting(_ name: String, _ layers: Layers) -> Work {
    Work(name: name, operations: layers.sets, expected: layers.expected) {
      let checksum = Checksum()
      let graph = PlainGraph()
      let sources = (0..<layers.width).map { PlainNode(layers.value(ofSource: $0, round: 0), in: graph) }
      var rows = [sources]
      while rows.count < layers.count { rows.append(plainLayer(rows.count, of: layers, above: rows[rows.count - 1])) }
      let read = layers.read(of: rows[rows.count - 1])
      let sum = PlainNode(read) { read.reduce(0) { $0 &+ $1.value } }
      sum.observe(Direct.sink(checksum))
      return { [rows] in
        for index in 0..<layers.sets {
          let source = index % layers.width
          sources[source].set(layers.value(ofSource: source, round: index + 1))
          for leaf in read { checksum.add(leaf.value) }
        }
        return withExtendedLifetime((rows, sum)) { checksum.sum }
      }
    }
  }
}

private func layer(_ number: Int, of layers: Layers, above below: [some GraphInput]) -> [Derived<Int>] {
  below.indices.map { index in
    let inputs = layers.neighbours(of: index, in: below)
    if layers.isDynamic(index, inLayer: number) { return Derived { dynamicSum(inputs) { $0.value } } }
    return Derived { inputs.reduce(0) { $0 &+ $1.value } }
  }
}

private func plainLayer(_ number: Int, of layers: Layers, above below: [PlainNode]) -> [PlainNode] {
  below.indices.map { index in
    let inputs = layers.neighbours(of: index, in: below)
    if layers.isDynamic(index, inLayer: number) { return PlainNode(inputs) { dynamicSum(inputs) { $0.value } } }
    return PlainNode(inputs) { inputs.reduce(0) { $0 &+ $1.value } }
  }
}
