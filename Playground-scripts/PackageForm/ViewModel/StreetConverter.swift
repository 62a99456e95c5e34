import SignalsKVO

/// A rejected street.
struct NoStreet: Error, CustomStringConvertible {
  let description = "A street can't be empty. The package keeps its current street."
}

extension Converter where First == String, Second == Address {
  /// Converts between a street and its address. The rest of the address stays unchanged.
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
