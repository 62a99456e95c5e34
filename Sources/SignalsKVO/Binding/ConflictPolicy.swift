/// Which value is right when both ends of a binding have changed at once: on two threads, in one transaction, or while one
/// of them was held (B3).
public struct ConflictPolicy<First, Second>: Sendable {
  enum Kind: Sendable {
    case lastWriter
    case prefer(BindingEnd)
    case merge(@isolated(any) @Sendable (First, Second) throws -> First)
  }

  let kind: Kind

  /// The one that was set last.
  public static var lastWriter: ConflictPolicy { ConflictPolicy(kind: .lastWriter) }

  /// That of one of the ends, whichever was set last.
  public static func prefer(_ end: BindingEnd) -> ConflictPolicy { ConflictPolicy(kind: .prefer(end)) }

  /// A third one, made from both: a value of the first end, from which that of the second is converted. If the closure
  /// throws, both ends keep their values, and the error arrives on the binding's ``TwoWayBinding/rejections``.
  ///
  /// ```swift
  /// let binding = bind(mine, to: theirs, conflicts: .merge { mine, theirs in mine.union(theirs) })
  /// ```
  public static func merge(
    @_inheritActorContext _ merge: @escaping @isolated(any) @Sendable (_ first: First, _ second: Second) throws -> First
  ) -> ConflictPolicy { ConflictPolicy(kind: .merge(merge)) }

  @usableFromInline var isLastWriter: Bool { if case .lastWriter = kind { true } else { false } }

  /// The actor on which it has to be asked, if there is one.
  @usableFromInline var isolation: (any Actor)? {
    if case .merge(let merge) = kind { merge.isolation } else { nil }
  }
}
