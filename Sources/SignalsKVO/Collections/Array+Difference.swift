extension Array {
  /// The changes that lead from `old` to this array.
  ///
  /// Elements that are equal count as the same: where they are `Hashable`, in n log n steps and with moves; where they are
  /// `Equatable` only, as `difference(from:)` finds them, which takes up to n² steps, and without moves. Of others nothing
  /// is known, and everything is replaced.
  func changes(from old: [Element]) -> [ArrayChange<Element>] {
    // What is generic over any element learns here what it can do.
    let matching =
      if let type = Element.self as? any Hashable.Type {
        matching(from: old, as: type)
      } else if let type = Element.self as? any Equatable.Type {
        matching(from: old, as: type)
      } else {
        nil as ArrayMatching?
      }
    if let matching { return matching.changes(from: old, to: self) }
    return old.isEmpty && isEmpty ? [] : [.replacement(old, with: self, at: 0)]
  }

  private func matching<Known: Hashable>(from old: [Element], as type: Known.Type) -> ArrayMatching {
    ArrayMatching(hashing: unsafeBitCast(old, to: [Known].self), unsafeBitCast(self, to: [Known].self))
  }

  private func matching<Known: Equatable>(from old: [Element], as type: Known.Type) -> ArrayMatching {
    ArrayMatching(comparing: unsafeBitCast(old, to: [Known].self), unsafeBitCast(self, to: [Known].self))
  }
}
