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

  /// What ``Chain`` is in signals.
  static func chain(_ checksum: Checksum) -> Stage {
    addingOne(skippingEveryEighth(removingDuplicates(droppingFirst(sink(checksum)))))
  }
}
