extension FuzzProgram {
  /// The report about a program that breaks the contract, or nil: the laws that it breaks, and all of its steps.
  package func report(isAlone: Bool = false, flaw: Flaw? = nil) -> String? {
    let breaches = run(isAlone: isAlone, flaw: flaw)
    guard !breaches.isEmpty else { return nil }
    return breaches.joined(separator: "\n") + "\nThe program:\n" + text(flaw: flaw)
  }
}
