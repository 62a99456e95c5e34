// A build with the condition `CONTROLLED_THREADS` stops at each step between threads, so that a test's scheduler
// chooses the thread that continues. Other builds contain none of this code.

#if CONTROLLED_THREADS
  package import Dispatch
  import Glibc

  /// A scheduler that runs one of several threads at a time.
  package protocol ThreadController: AnyObject, Sendable {
    /// Called before each atomic step.
    func step(_ name: StaticString)

    /// Called by a thread that polls for an action of another thread.
    func yield()

    /// Returns once the condition holds, which changes with the steps of other threads; or, if the wait has a limit,
    /// once no thread can continue.
    func wait(canTimeOut: Bool, until condition: () -> Bool)

    /// Runs `work` on a queue.
    func run(_ work: @escaping @Sendable () -> Void, on queue: DispatchQueue)
  }

  /// The controller of the current thread.
  @usableFromInline
  package enum ControlledThread {
    private static let key: pthread_key_t = {
      var key = pthread_key_t()
      unsafe precondition(pthread_key_create(&key, nil) == 0, "Can't create a thread-specific key.")
      return key
    }()

    /// The controller of this thread; nil if it runs freely. The caller keeps it alive.
    package static var controller: (any ThreadController)? {
      get {
        unsafe pthread_getspecific(key).map { unsafe Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().controller }
      }
      set {
        if let old = unsafe pthread_getspecific(key) { unsafe Unmanaged<Box>.fromOpaque(old).release() }
        unsafe pthread_setspecific(key, newValue.map { unsafe Unmanaged.passRetained(Box($0)).toOpaque() })
      }
    }

    private final class Box {
      let controller: any ThreadController
      init(_ controller: any ThreadController) { self.controller = controller }
    }

    @usableFromInline
    package static func step(_ name: StaticString) { controller?.step(name) }
  }

  /// A variable of a program. Accesses by several threads need an order.
  // Unchecked, because a test shows whether they have one. Here, since only the library is built for the thread sanitizer.
  package final class Variable: @unchecked Sendable {
    package private(set) var value = 0

    package init() {}

    package func add(_ number: Int) { value += number }
  }
#endif
