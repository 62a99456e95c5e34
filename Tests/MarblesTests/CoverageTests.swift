import Foundation
import Testing

@testable import Marbles

@Suite("Every operator is drawn, or it is said why it isn't")
struct CoverageTests {
  /// An operator of the library, as its list names it.
  private struct Operator: Hashable, CustomStringConvertible {
    var family: String
    var name: String
    var description: String { "\(family): \(name)" }
  }

  /// The first column of the tables of Documentation/Operators.md.
  private func listed() throws -> Set<Operator> {
    var family = ""
    var operators: Set<Operator> = []
    for line in try Repository.text(of: "Documentation/Operators.md").split(separator: "\n") {
      if line.hasPrefix("## ") { family = String(line.dropFirst(3)) }
      guard line.hasPrefix("| ["), let end = line.firstRange(of: "](") else { continue }
      for name in line[..<end.lowerBound].matches(of: /`([^`]+)`/) {
        operators.insert(Operator(family: family, name: String(name.output.1)))
      }
    }
    return operators
  }

  private func drawn() -> Set<Operator> {
    Set(
      Family.allCases.flatMap { family in
        family.drawings.flatMap(\.operators).map { Operator(family: family.rawValue, name: $0) }
      })
  }

  private func undrawn() -> Set<Operator> {
    Set(
      Family.allCases.flatMap { family in
        family.undrawn.flatMap(\.operators).map { Operator(family: family.rawValue, name: $0) }
      })
  }

  @Test("None is missing, and none is drawn that isn't there")
  func complete() throws {
    let listed = try listed()
    #expect(listed.count > 100)
    #expect(listed.subtracting(drawn()).subtracting(undrawn()) == [], "Neither drawn nor given a reason.")
    #expect(drawn().union(undrawn()).subtracting(listed) == [], "Not in Documentation/Operators.md.")
    #expect(drawn().intersection(undrawn()) == [], "Drawn, though a reason says that it isn't.")
  }

  @Test("Every reason says something")
  func reasons() {
    for undrawn in Family.allCases.flatMap(\.undrawn) { #expect(undrawn.reason.count > 20, "\(undrawn.operators)") }
  }

  @Test("No two drawings are called the same")
  func names() {
    let names = Family.allCases.flatMap(\.drawings).map(\.name)
    #expect(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
  }
}
