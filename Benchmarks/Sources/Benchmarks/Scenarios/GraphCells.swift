import SignalsKVO

private let layerCount = 1_000
private let width = 4
private let firstValues = [1, 2, 3, 4]

extension Scenario {
  static let graphCells = Scenario(
    id: "G6", title: "cellx: \(layerCount.grouped) layers of four; per set of the four"
  ) { scenario in
    // The first of the two transactions makes its turn.
    Outcome(rows: [
      scenario.compare(
        .settingCells, with: .plainGraph(.settingPlainCells), target: Target(ratio: 2, allocations: 1))
    ])
  }

  static let graphMaking = Scenario(id: "G6-make", title: "cellx: make and release; per derived value and observer") {
    scenario in
    // Few rounds, because subscribing layer by layer takes long.
    let medians = Measurement.medians(of: [.makingCells, .makingPlainCells], rounds: 3)
    let limit = 500.0
    let target = Target(ratio: (limit / medians[1]).rounded(toDecimals: 2))
    var row = scenario.row(medians[0], "plain graph", medians[1], target, .makingCells)
    row.notes = ["the target is \(limit.text(decimals: 0)) ns, independent of the baseline"]
    return Outcome(rows: [row])
  }
}

extension Work {
  // MARK: - Setting

  /// Sets the four sources together, then sets them back. The last layer is read after each.
  fileprivate static var settingCells: Work {
    Work(name: "G6", operations: 2, expected: sumOfCells) {
      let checksum = Checksum()
      let sources = firstValues.map { Property($0) }
      let layers = cells(above: sources)
      // The last layer first, which is the fastest order. This part isn't measured.
      let endpoints = layers.joined().reversed().map { cell in
        let values = DistinctValues(checksum)
        return cell.signal.subscribeValues { values.receive($0) }
      }
      return {
        for values in [Array(firstValues.reversed()), firstValues] {
          transaction {
            for (source, value) in zip(sources, values) { source.value = value }
          }
          for cell in layers[layerCount - 1] { checksum.add(cell.value) }
        }
        return withExtendedLifetime(endpoints) { checksum.sum }
      }
    }
  }

  fileprivate static var settingPlainCells: Work {
    Work(name: "plain G6", operations: 2, expected: sumOfCells) {
      let checksum = Checksum()
      let graph = PlainGraph()
      let sources = firstValues.map { PlainNode($0, in: graph) }
      let layers = plainCells(above: sources)
      for cell in layers.joined() { cell.observe(Direct.sink(checksum)) }
      return {
        for values in [Array(firstValues.reversed()), firstValues] {
          for (source, value) in zip(sources, values) { source.write(value) }
          graph.settle()
          for cell in layers[layerCount - 1] { checksum.add(cell.value) }
        }
        return checksum.sum
      }
    }
  }

  /// The sum of the received and read values.
  private static var sumOfCells: Int {
    let first = cellValues(above: firstValues)
    let second = cellValues(above: firstValues.reversed())
    let changes = zip(first.joined(), second.joined()).filter { $0 != $1 }
    return (first.joined() + first[layerCount - 1] + second[layerCount - 1]).reduce(0, +)
      + changes.reduce(0) { $0 + $1.0 + $1.1 }
  }

  // MARK: - Making

  fileprivate static var makingCells: Work { making("G6-make") { sumOfNewCells() } }

  fileprivate static var makingPlainCells: Work { making("plain G6-make") { sumOfNewPlainCells() } }

  private static func making(_ name: String, _ make: @escaping () -> Int) -> Work {
    Work(name: name, operations: layerCount * width, expected: sumOfFirstCells) {
      // A plain graph precedes both runs, so that both begin with a heap in the same state.
      require(sumOfNewPlainCells() == sumOfFirstCells, "The plain graph is wrong.")
      return make
    }
  }

  private static func sumOfNewCells() -> Int {
    let checksum = Checksum()
    let layers = cells(above: firstValues.map { Property($0) })
    let endpoints = layers.joined().map { $0.signal.subscribeValues { checksum.add($0) } }
    return withExtendedLifetime((layers, endpoints)) { checksum.sum }
  }

  private static func sumOfNewPlainCells() -> Int {
    let checksum = Checksum()
    let graph = PlainGraph()
    let layers = plainCells(above: firstValues.map { PlainNode($0, in: graph) })
    for cell in layers.joined() { cell.observe(Direct.sink(checksum)) }
    return withExtendedLifetime(layers) { checksum.sum }
  }

  private static var sumOfFirstCells: Int { cellValues(above: firstValues).joined().reduce(0, +) }
}

// MARK: - Cells

private func cells(above sources: [Property<Int>]) -> [[Derived<Int>]] {
  var layers = [layer(above: sources)]
  while layers.count < layerCount { layers.append(layer(above: layers[layers.count - 1])) }
  return layers
}

private func layer(above inputs: [some GraphInput]) -> [Derived<Int>] {
  let (first, second, third, fourth) = (inputs[0], inputs[1], inputs[2], inputs[3])
  return [
    Derived { second.value }, Derived { first.value &- third.value }, Derived { second.value &+ fourth.value },
    Derived { third.value },
  ]
}

private func plainCells(above sources: [PlainNode]) -> [[PlainNode]] {
  var layers = [plainLayer(above: sources)]
  while layers.count < layerCount { layers.append(plainLayer(above: layers[layers.count - 1])) }
  return layers
}

private func plainLayer(above inputs: [PlainNode]) -> [PlainNode] {
  let (first, second, third, fourth) = (inputs[0], inputs[1], inputs[2], inputs[3])
  return [
    PlainNode([second]) { second.value }, PlainNode([first, third]) { first.value &- third.value },
    PlainNode([second, fourth]) { second.value &+ fourth.value }, PlainNode([third]) { third.value },
  ]
}

/// The values of all layers, without a graph.
private func cellValues(above sources: [Int]) -> [[Int]] {
  var layers: [[Int]] = []
  var inputs = sources
  for _ in 0..<layerCount {
    inputs = [inputs[1], inputs[0] - inputs[2], inputs[1] + inputs[3], inputs[2]]
    layers.append(inputs)
  }
  return layers
}
