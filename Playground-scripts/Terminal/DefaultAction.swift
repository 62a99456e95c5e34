import Foundation

/// Performs the default action of a signal that this process otherwise handles. The action stops the process until it
/// is continued, or terminates it, and its parent process sees the signal as the reason.
package func takeDefaultAction(of number: CInt) {
  let handler = signal(number, SIG_DFL)
  // Dispatch threads block signals. Unblocked, the signal is delivered on this thread before `raise` returns.
  var only = sigset_t()
  var before = sigset_t()
  sigemptyset(&only)
  sigaddset(&only, number)
  pthread_sigmask(SIG_UNBLOCK, &only, &before)
  raise(number)
  pthread_sigmask(SIG_SETMASK, &before, nil)
  signal(number, handler)
}
