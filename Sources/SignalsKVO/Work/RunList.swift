/// Runs in the order in which they were added. Adding a run, removing one and taking the first take the same time for any
/// number of runs.
struct RunList<Run: Hashable & Sendable>: Sendable {
  // Nil in the place of a run that has left.
  private var runs: [Run?] = []
  private var places: [Run: Int] = [:]
  /// No run is in a place before this one.
  private var head = 0

  var count: Int { places.count }
  var isEmpty: Bool { places.isEmpty }
  var all: [Run] { runs.compactMap(\.self) }

  func contains(_ run: Run) -> Bool { places[run] != nil }

  mutating func append(_ run: Run) {
    places[run] = runs.count
    runs.append(run)
  }

  /// Removes a run. Returns whether it was there.
  mutating func remove(_ run: Run) -> Bool {
    guard let place = places.removeValue(forKey: run) else { return false }
    runs[place] = nil
    closeUp()
    return true
  }

  mutating func takeFirst() -> Run? {
    while head < runs.count {
      if let first = runs[head], remove(first) { return first }
      head += 1
    }
    return nil
  }

  mutating func takeAll() -> [Run] {
    defer { self = RunList() }
    return all
  }

  // Not at each step, so that a long list takes no time for each of its runs.
  private mutating func closeUp() {
    guard 2 * places.count < runs.count else { return }
    runs = all
    head = 0
    for (place, run) in runs.enumerated() { if let run { places[run] = place } }
  }
}
