import SignalsKVO

/// Why a text can't be a street.
struct NoStreet: Error, CustomStringConvertible {
  let description = "A street can't be empty: the package keeps the one that it has."
}

extension Converter where First == String, Second == Address {
  /// Between a street and the address that it is in: the rest of the address stays as it is.
  @MainActor
  static func street(of package: Package) -> Converter {
    Converter(
      forward: { [weak package] street in
        guard let package, street.contains(where: { !$0.isWhitespace }) else { throw NoStreet() }
        var address = package.recipient.address
        address.street = street
        return address
      },
      backward: { address in address.street })
  }
}
