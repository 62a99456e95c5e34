/// The value of a cell: a number or an error.
typealias CellValue = Result<Double, CellError>

enum CellError: String, Error, Sendable {
  case syntax = "#SYNTAX!"
  case division = "#DIV/0!"
  case circle = "#CIRCLE!"
}

/// A formula, parsed from text such as `=A1+B2*3`. The value of an empty text is zero.
indirect enum Formula: Equatable, Sendable {
  case number(Double)
  case cell(CellAddress)
  case sum(CellAddress, CellAddress)
  case negative(Formula)
  case binary(Operator, Formula, Formula)
  case invalid

  enum Operator: Character {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
  }

  /// Computes the value. `read` returns the values of other cells.
  func value(_ read: (CellAddress) throws(CellError) -> Double) throws(CellError) -> Double {
    switch self {
    case .number(let number): return number
    case .cell(let address): return try read(address)
    case .sum(let first, let last):
      var sum = 0.0
      for address in CellAddress.range(first, last) { sum += try read(address) }
      return sum
    case .negative(let operand): return try -operand.value(read)
    case .binary(let operation, let left, let right):
      let (left, right) = (try left.value(read), try right.value(read))
      switch operation {
      case .plus: return left + right
      case .minus: return left - right
      case .times: return left * right
      case .divided:
        if right == 0 { throw .division }
        return left / right
      }
    case .invalid: throw .syntax
    }
  }
}
