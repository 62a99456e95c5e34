/// The order of the threads' steps that the thread sanitizer knows.
///
/// The sanitizer keeps a vector clock for each thread, and orders two accesses only if atomic steps of the library
/// order them, with the memory orderings that they name. It doesn't see the controller, which runs one thread at a time. So it
/// reports two accesses that another processor could make in the other order, in each order of the steps that is tried.
enum Races {
  /// The number of reports so far.
  fileprivate(set) nonisolated(unsafe) static var reports = 0

  /// Everything that this thread has done comes before what another thread does after `acquire` of the same object.
  static func release(_ object: AnyObject) { tsanRelease(Unmanaged.passUnretained(object).toOpaque()) }

  static func acquire(_ object: AnyObject) { tsanAcquire(Unmanaged.passUnretained(object).toOpaque()) }
}

/// A variable of a program. Its accesses by several threads need an order.
final class Variable: @unchecked Sendable {
  private let place: UnsafeMutablePointer<Int>

  init(_ value: Int = 0) {
    place = .allocate(capacity: 1)
    place.initialize(to: value)
  }

  deinit { place.deallocate() }

  var value: Int {
    get {
      tsanRead(place)
      return place.pointee
    }
    set {
      tsanWrite(place)
      place.pointee = newValue
    }
  }
}

// The interface of the thread sanitizer, which no module declares.
@_silgen_name("__tsan_release") private func tsanRelease(_ place: UnsafeMutableRawPointer)
@_silgen_name("__tsan_acquire") private func tsanAcquire(_ place: UnsafeMutableRawPointer)
@_silgen_name("__tsan_read8") private func tsanRead(_ place: UnsafeMutableRawPointer)
@_silgen_name("__tsan_write8") private func tsanWrite(_ place: UnsafeMutableRawPointer)

/// Called by the thread sanitizer for each report, which it prints, too.
@_cdecl("__tsan_on_report")
public func onReport(_ report: UnsafeRawPointer?) { Races.reports += 1 }

/// Read by the thread sanitizer when the program starts.
@_cdecl("__tsan_default_options")
public func defaultOptions() -> UnsafePointer<UInt8> {
  // A race is found again when its order is repeated.
  ("suppress_equal_stacks=0 exitcode=0" as StaticString).utf8Start
}
