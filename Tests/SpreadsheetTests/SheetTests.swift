import SignalsKVO
import SignalsTesting
import Testing

@testable import Spreadsheet

@Suite("The sheet") struct SheetTests {
  private func address(_ text: String) throws -> CellAddress { try #require(CellAddress(text)) }

  private func sheet(_ contents: [String: String]) -> Sheet { Sheet { contents["\($0)"] ?? "" } }

  @Test func `an edit computes the dependent cells, as far as their values change`() throws {
    let sheet = sheet(["A1": "1", "B1": "=A1*2", "C1": "=B1-B1", "D1": "=C1+1", "E1": "=SUM(A1:D1)"])
    let recorder = Recorder(sheet.value(try address("E1")).signal.map(\.text))
    #expect(sheet.computations == 5)
    sheet.set(try address("A1"), to: "3")
    #expect(recorder.history == ["4", "10"])
    #expect(sheet.computations == 5 + 4)
    sheet.set(try address("A1"), to: "=3")
    #expect(sheet.computations == 5 + 4 + 1)
  }

  @Test func `a circle is an error of all its cells, until one of them is edited`() throws {
    let sheet = sheet(["A1": "1", "B1": "=A1+1", "C1": "=B1+1", "D1": "=C1+1"])
    let all = try ["A1", "B1", "C1", "D1"].map { sheet.value(try address($0)) }
    let recorder = Recorder(all[3].signal.map(\.text))
    sheet.set(try address("A1"), to: "=C1")
    #expect(all.map(\.value.text) == Array(repeating: "#CIRCLE!", count: 4))
    sheet.set(try address("B1"), to: "5")
    #expect(all.map(\.value.text) == ["6", "5", "6", "7"])
    sheet.set(try address("D1"), to: "=D1")
    #expect(recorder.history == ["4", "#CIRCLE!", "7", "#CIRCLE!"])
  }

  @Test func `a cell without a reader is not computed`() throws {
    let sheet = sheet(["A1": "1", "B1": "=A1/0"])
    sheet.set(try address("A1"), to: "2")
    #expect(sheet.computations == 0)
    #expect(sheet.value(try address("B1")).value == .failure(.division))
    #expect(sheet.computations == 2)
  }
}
