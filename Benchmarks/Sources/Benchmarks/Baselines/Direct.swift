/// The work of the operators as a hand-written chain of concrete closures. The functions that build them are never
/// inlined, so that every stage is a real indirect call.
enum Direct {
  typealias Stage = (Int) -> Void

  @inline(never)
  static func sink(_ checksum: Checksum) -> Stage {
    { checksum.add($0) }
  }

  @inline(never)
  static func addingOne(_ next: @escaping Stage) -> Stage {
    { next($0 &+ 1) }
  }

  /// A stage that calls a given function, which may throw. This is the least possible cost in a library if the compiler
  /// doesn't see the chain: one call of the function and one of the next stage, with an error check after each.
  typealias FailingStage = (Int) throws -> Void

  @inline(never)
  static func mapping(
    _ next: @escaping FailingStage, _ transform: @escaping (Int) throws -> Int
  ) -> FailingStage {
    { try next(transform($0)) }
  }

  @inline(never)
  static func skippingEveryEighth(_ next: @escaping Stage) -> Stage {
    { value in
      if value & 7 != 5 { next(value) }
    }
  }

  @inline(never)
  static func removingDuplicates(_ next: @escaping Stage) -> Stage {
    var last: Int?
    return { value in
      if value == last { return }
      last = value
      next(value)
    }
  }

  @inline(never)
  static func droppingFirst(_ next: @escaping Stage) -> Stage {
    var remaining = 1
    return { value in
      if remaining == 0 { return next(value) }
      remaining -= 1
    }
  }

  /// The equivalent of ``Chain``.
  static func chain(_ checksum: Checksum) -> Stage {
    addingOne(skippingEveryEighth(removingDuplicates(droppingFirst(sink(checksum)))))
  }
}
