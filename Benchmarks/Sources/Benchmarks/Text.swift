extension Double {
  /// The number with a fixed number of decimals. `isShort` omits trailing zeros.
  func text(decimals: Int, isShort: Bool = false) -> String {
    guard isFinite else { return "–" }
    var digits = "\(Int(abs(self).rounded(toDecimals: decimals) * Double.power(decimals) + 0.5))"
    while digits.count <= decimals { digits = "0" + digits }
    let sign = self < 0 && digits.contains { $0 != "0" } ? "-" : ""
    var fraction = digits.suffix(decimals)
    if isShort {
      while fraction.last == "0" { fraction.removeLast() }
    }
    return sign + digits.dropLast(decimals) + (fraction.isEmpty ? "" : "." + fraction)
  }

  private static func power(_ decimals: Int) -> Double { (0..<decimals).reduce(1) { power, _ in power * 10 } }
}

extension Int {
  /// The number with thousands separators.
  var grouped: String {
    var text = ""
    for (place, digit) in String(self).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text = "," + text }
      text = "\(digit)" + text
    }
    return text
  }
}

extension String {
  func paddedRight(to width: Int) -> String { self + String(repeating: " ", count: Swift.max(0, width - count)) }
  func paddedLeft(to width: Int) -> String { String(repeating: " ", count: Swift.max(0, width - count)) + self }
}
