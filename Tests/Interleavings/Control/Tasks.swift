import Glibc
import Signals

/// Lets the controller run the steps of tasks and actors, which the runtime would run on threads of its own.
enum Tasks {
  // The runtime calls this function, if there is one, for each job of a task or of a default actor.
  private typealias Original = @convention(thin) (UnownedJob) -> Void
  private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

  /// Whether jobs that controlled threads create are controlled, too. Accessed once by each search.
  static let areControlled: Bool = {
    guard let place = dlsym(nil, "swift_task_enqueueGlobal_hook") else { return false }
    place.assumingMemoryBound(to: Hook?.self).pointee = { job, original in
      if let controller = ControlledThread.controller as? Controller {
        controller.run { execute(job, generic) }
      } else {
        original(job)
      }
    }
    return true
  }()

  /// The executor of a job that belongs to no particular one.
  private static let generic = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
}

@_silgen_name("swift_job_run") private func execute(_ job: UnownedJob, _ executor: UnownedSerialExecutor)
