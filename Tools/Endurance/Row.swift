/// One load or one fault, and what is expected of it.
struct Row: Sendable {
  let name: String
  let run: @Sendable (_ report: inout Report, _ effort: Effort) -> Void

  static let all = crowds + depths + networks + slowConsumers + endings + handlers + queues + deaths + clocks + soaks
}

/// How much is tried.
struct Effort: Sendable {
  var isShort = false
  var soakSeconds = 30
  /// How deep graphs are to be, where somebody wants to see how far it goes.
  var depth: Int?

  static let short = Effort(isShort: true, soakSeconds: 5)

  /// A count, smaller where the effort is.
  func count(_ full: Int, short: Int) -> Int { isShort ? short : full }

  /// What the child is told, so that it tries as much.
  var arguments: [String] {
    (isShort ? ["--short"] : []) + ["--soak", "\(soakSeconds)"] + (depth.map { ["--depth", "\($0)"] } ?? [])
  }
}
