extension Array {
  /// The changes that lead from `old` to this array.
  ///
  /// Equal elements count as the same. `Hashable` elements take n log n steps and give moves. Elements that are only `Equatable`
  /// are compared by `difference(from:)`, which takes up to n² steps and gives no moves. Other objects are told apart by their
  /// identities, in n log n steps and with moves, and all other elements are replaced.
  func changes(from old: [Element]) -> [ArrayChange<Element>] {
    // The conformances of the element type are known at run time only, and some belong to another actor.
    let matching =
      if isHashableHere(Element.self), let type = Element.self as? any Hashable.Type {
        matching(from: old, as: type)
      } else if isEquatableHere(Element.self), let type = Element.self as? any Equatable.Type {
        matching(from: old, as: type)
      } else {
        identities.flatMap { own in old.identities.map { ArrayMatching(hashing: $0, own) } }
      }
    if let matching { return matching.changes(from: old, to: self) }
    return old.isEmpty && isEmpty ? [] : [.replacement(old, with: self, at: 0)]
  }

  /// The identities of the elements, if these are objects.
  private var identities: [ObjectIdentifier?]? {
    switch ValueKind(Element.self) {
    case .object, .optionalObject: map { unsafe unsafeBitCast($0, to: AnyObject?.self).map { ObjectIdentifier($0) } }
    case .plain, .optionalPlain, .other: nil
    }
  }

  private func matching<Known: Hashable>(from old: [Element], as type: Known.Type) -> ArrayMatching {
    unsafe ArrayMatching(hashing: unsafeBitCast(old, to: [Known].self), unsafeBitCast(self, to: [Known].self))
  }

  private func matching<Known: Equatable>(from old: [Element], as type: Known.Type) -> ArrayMatching {
    unsafe ArrayMatching(comparing: unsafeBitCast(old, to: [Known].self), unsafeBitCast(self, to: [Known].self))
  }
}
