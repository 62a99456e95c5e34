/// A measurement. Each scenario is in a file of its own or of its family, and in the list `all`.
struct Scenario: Sendable {
  let id: String
  let title: String
  /// Whether it measures growth.
  let hasGrowth: Bool
  let measure: @Sendable (Scenario) -> Outcome

  init(id: String, title: String, hasGrowth: Bool = false, measure: @escaping @Sendable (Scenario) -> Outcome) {
    self.id = id
    self.title = title
    self.hasGrowth = hasGrowth
    self.measure = measure
  }

  static let all: [Scenario] = [
    .oneObserver,
    .mapFilterMap,
    .fourOperators,
    .twentyHiddenMaps,
    .twentyFusedMaps,
    .fanOut,
    .subscribing,
    .subscribingBesideMany,
    .joining,
    .diamond,
    .merging,
    .queueDelivery,
    .fourThreads,
    .switching,
    .switchingHot,
    .observedSetting,
    .observedSignal,
    .unobservedSetting,
    .observedGetting,
    .leafOfPath,
    .middleOfPath,
    .observedMemory,
    .observersMemory,
    .memory,
    .propertyObserver,
    .propertySignal,
    .bindingOfProperties,
    .bindingOfKeyPaths,
    .bindingRing,
    .bindingStar,
    .bindingMemory,
    .graphOfOne,
    .graphOfMany,
    .graphDeep,
    .graphBroad,
    .graphDiamond,
    .graphTriangle,
    .graphRepeated,
    .graphUnstable,
    .graphMux,
    .graphAvoidable,
    .graphCells,
    .graphMaking,
    .graphLayers,
    .graphWideLayers,
    .graphGetting,
    .graphMemory,
    .derivedRows,
  ]

  /// The width of a column of identifiers, with a space after the longest.
  static let idWidth = 1 + (all.map(\.id.count).max() ?? 0)
}

/// The result of measuring a scenario.
struct Outcome {
  var rows: [Row]
  var growth: Growth?
}

extension Scenario {
  /// Measures a subject and its baseline in turn.
  func compare(_ subject: Work, with baseline: Baseline, target: Target) -> Row {
    let medians = Measurement.medians(of: [subject] + baseline.parts)
    return row(medians[0], baseline.name, medians.dropFirst().reduce(0, +), target, subject)
  }

  func row(_ value: Double, _ baseline: String, _ baselineValue: Double, _ target: Target, _ subject: Work) -> Row {
    Row(
      id: id, title: title, value: value, baseline: baseline, baselineValue: baselineValue, target: target,
      allocations: Measurement.allocations(of: subject))
  }
}
