/// The order of the threads' steps that the thread sanitizer knows.
///
/// The sanitizer keeps a vector clock for each thread, and orders two accesses only if atomic steps of the library
/// order them, with the memory orderings that they name. It must not see the controller, which runs one thread at a time.
/// Then it reports two accesses that another processor could make in the other order, in each order of the steps that is
/// tried.
enum Races {
  /// The number of reports so far.
  fileprivate(set) nonisolated(unsafe) static var reports = 0

  /// Everything that this thread has done comes before what another thread does after `acquire` of the same object.
  static func release(_ object: AnyObject) { tsanRelease(Unmanaged.passUnretained(object).toOpaque()) }

  static func acquire(_ object: AnyObject) { tsanAcquire(Unmanaged.passUnretained(object).toOpaque()) }

  /// Runs `body`, which orders no threads for the sanitizer.
  static func hidden<Result>(_ body: () -> Result) -> Result {
    ignoreOrderBegin(nil, 0)
    defer { ignoreOrderEnd(nil, 0) }
    return body()
  }
}

// The interface of the thread sanitizer, which no module declares.
@_silgen_name("__tsan_release") private func tsanRelease(_ place: UnsafeMutableRawPointer)
@_silgen_name("__tsan_acquire") private func tsanAcquire(_ place: UnsafeMutableRawPointer)
@_silgen_name("AnnotateIgnoreSyncBegin") private func ignoreOrderBegin(_ file: UnsafePointer<CChar>?, _ line: CInt)
@_silgen_name("AnnotateIgnoreSyncEnd") private func ignoreOrderEnd(_ file: UnsafePointer<CChar>?, _ line: CInt)

/// Called by the thread sanitizer for each report, which it prints, too.
@_cdecl("__tsan_on_report")
public func onReport(_ report: UnsafeRawPointer?) { Races.reports += 1 }

/// Read by the thread sanitizer when the program starts.
@_cdecl("__tsan_default_options")
public func defaultOptions() -> UnsafePointer<UInt8> {
  // A race is found again when its order is repeated.
  ("suppress_equal_stacks=0 exitcode=0" as StaticString).utf8Start
}

// MARK: - Global variables

// The package lets the linker replace `swift_once` by the function with the prefix `__wrap_`.
public typealias OnceBody = @convention(c) (UnsafeMutableRawPointer?) -> Void
@_silgen_name("__real_swift_once") private func runtimesOnce(
  _ token: UnsafeMutableRawPointer, _ body: OnceBody, _ context: UnsafeMutableRawPointer?)

/// The initialisation of a global variable and its context, and whether it has run.
private struct Initialisation {
  let body: OnceBody
  let context: UnsafeMutableRawPointer?
  var hasRun = false
}

/// Called at each access of a global variable that is initialised when it is first used.
///
/// In a program with the thread sanitizer, the runtime's own function orders each access after all earlier ones, and so
/// would hide races. Here each access follows the initialisation only.
@_cdecl("__wrap_swift_once")
public func once(_ token: UnsafeMutableRawPointer, _ body: OnceBody, _ context: UnsafeMutableRawPointer?) {
  var initialisation = Initialisation(body: body, context: context)
  ignoreOrderBegin(nil, 0)
  runtimesOnce(
    token,
    { argument in
      guard let place = argument?.assumingMemoryBound(to: Initialisation.self) else { return }
      place.pointee.hasRun = true
      ignoreOrderEnd(nil, 0)
      place.pointee.body(place.pointee.context)
      ignoreOrderBegin(nil, 0)
    }, &initialisation)
  ignoreOrderEnd(nil, 0)
  if initialisation.hasRun { tsanRelease(token) } else { tsanAcquire(token) }
}
