/// One load or fault, with its expected results.
struct Row: Sendable {
  let name: String
  let run: @Sendable (_ report: inout Report, _ effort: Effort) -> Void

  static let all = crowds + depths + networks + slowConsumers + endings + handlers + queues + deaths + clocks + soaks
}

/// The size of the loads.
struct Effort: Sendable {
  var isShort = false
  var soakSeconds = 30
  /// The depth of graphs, if one is given.
  var depth: Int?

  static let short = Effort(isShort: true, soakSeconds: 5)

  /// The count for this effort.
  func count(_ full: Int, short: Int) -> Int { isShort ? short : full }

  /// The arguments that give the child process the same effort.
  var arguments: [String] {
    (isShort ? ["--short"] : []) + ["--soak", "\(soakSeconds)"] + (depth.map { ["--depth", "\($0)"] } ?? [])
  }
}
