import Foundation

/// Lets the system do with this process what it does by default when it gets a signal that is handled here otherwise: stop
/// it, until it is continued, or end it, so that whoever started it sees why it ended.
package func takeDefaultAction(of number: CInt) {
  let handler = signal(number, SIG_DFL)
  // On this thread, so that it has happened when this returns. Threads of Dispatch let no signals through by themselves.
  var only = sigset_t()
  var before = sigset_t()
  sigemptyset(&only)
  sigaddset(&only, number)
  pthread_sigmask(SIG_UNBLOCK, &only, &before)
  raise(number)
  pthread_sigmask(SIG_SETMASK, &before, nil)
  signal(number, handler)
}
