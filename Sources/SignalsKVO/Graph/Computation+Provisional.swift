// Provisional results: one that was computed from an object that is about to change (K10), or from the value that another thread was
// computing. Nothing marks the computation when that changes again, so a later read runs the closure again.
//
// Within one read of the program, a provisional result counts. If each level of a row ran again for each look at it, the number of
// runs would grow with the power of the depth.
extension Computation {
  /// The reads for which a provisional result counts.
  struct Validity {
    /// The number of the read that has made the result: see `Evaluation.numberRead()`.
    fileprivate let read: UInt
    /// The number of the last read that had a number at that time.
    fileprivate let lastRead: UInt
    /// The number of changes of all sources at that time.
    fileprivate let changes: UInt
  }

  /// Has the provisional result of this run count for the rest of the read. Under the lock.
  @inline(never)
  final func keepForPresentRead() {
    validity = Validity(
      read: Evaluation.ofPresentRead?.pointee.numberRead() ?? 0, lastRead: Evaluation.lastRead, changes: Self.changes)
  }

  /// Whether a provisional result was made since the present read of this thread has begun. Under the lock.
  ///
  /// A result that may have missed a change counts only for the read that has made it. Another thread may have made it from a value that
  /// this thread is computing, and that value may need this one: only a run on this thread finds the circle.
  final var countsForPresentRead: Bool {
    @inline(never)
    get {
      guard let validity, let evaluation = Evaluation.ofPresentRead, evaluation.pointee.readNumber != 0 else {
        return false
      }
      let read = evaluation.pointee.readNumber
      // The inputs of such a result are known, so a change has marked this.
      if !state.contains(.mayMissChanges) { return read <= validity.lastRead }
      return read == validity.read && (validity.changes == Self.changes || !evaluation.pointee.mayRunAgain)
    }
  }

  /// Has every later look run the closure again, though this was marked before it gives up the claim.
  ///
  /// It must not keep the mark: later marks would stop here, and never reach a reader that has yet to become a dependent.
  final func becomeProvisional() {
    state.remove(.outdatedInput)
    state.formUnion(.provisionalMarks)
    validity = nil
  }
}

extension Evaluation {
  /// Has no provisional result count any more that the present read of this thread has made. Under the lock.
  ///
  /// Called when a closure that runs for one read runs again, because of a change. Other closures may have run within it after the
  /// change, and found a circle with an input that it had read before.
  static func forgetProvisionalResults() { ofPresentRead?.pointee.forgetNumber() }

  /// The outermost evaluation of the read that this thread is answering; nil if it is answering none. Under the lock.
  ///
  /// The closure of an effect makes reads of its own: it may take long, and an object may change meanwhile.
  fileprivate static var ofPresentRead: Pointer? {
    var found: Pointer?
    _ = ReadingContext.forEach { context in
      let tracker = unsafe context.pointee.tracker
      if unsafe tracker?._withUnsafeGuaranteedRef({ $0.state.contains(.isEffect) }) == true { return true }
      if let evaluation = context.pointee.evaluation { found = evaluation }
      return false
    }
    return found
  }
}
