import Testing

@testable import Spreadsheet

@Suite("Formulas") struct FormulaTests {
  private func value(_ text: String) -> CellValue {
    CellValue { () throws(CellError) in
      try Formula(text).value { address throws(CellError) in
        if address.row > 100 { throw .circle }
        return Double(address.column * 100 + address.row)
      }
    }
  }

  @Test(
    arguments: [
      ("", 0), ("7", 7), (" -2.5 ", -2.5), ("=1+2*3", 7), ("=(1+2)*3", 9), ("=10-4-3", 3), ("=12/4/3", 1),
      ("=2*-3", -6),
      ("=A1+B2*3", 101 + 3 * 202), ("=aa1", 2_701), ("=SUM(A1:A10)", 1_055), ("=SUM(B2:A1)", 606),
      ("=SUM(A1:A2)/2", 101.5),
    ] as [(String, Double)]) func `a formula has its value`(text: String, expected: Double)
  {
    #expect(value(text) == .success(expected))
  }

  @Test(arguments: ["text", "=", "=1+", "=(1", "=1)", "=A", "=A0", "=SUM(A1)", "=SUM(A1:)", "=*2", "=1..2", "=ABCDE1"])
  func `a text that is no formula is a syntax error`(text: String) { #expect(value(text) == .failure(.syntax)) }

  @Test func `a formula passes errors on, the first one first`() {
    #expect(value("=1/(2-2)+A101") == .failure(.division))
    #expect(value("=A101+1/0") == .failure(.circle))
    #expect(value("=SUM(A99:A101)") == .failure(.circle))
  }

  @Test(arguments: [(1, "A"), (26, "Z"), (27, "AA"), (100, "CV"), (703, "AAA")])
  func `an address is formatted and parsed`(column: Int, letters: String) {
    let address = CellAddress(column: column, row: 12)
    #expect("\(address)" == "\(letters)12")
    #expect(CellAddress("\(letters)12") == address)
  }
}
