// Checks that the thread sanitizer reports a data race, and that it has no false alarm. `race` has a deliberate data
// race, which must be reported. `clean` protects the same variable by the package's lock and by a signal, without a
// report.

import Foundation
import Signals

/// A counter that two threads share without synchronization.
// Unchecked, because the race is deliberate.
final class Shared: @unchecked Sendable {
  var count = 0
}

func onTwoThreads(_ body: @escaping @Sendable () -> Void) {
  let group = DispatchGroup()
  for _ in 0..<2 {
    group.enter()
    Thread.detachNewThread {
      for _ in 0..<100_000 { body() }
      group.leave()
    }
  }
  group.wait()
}

/// A nonisolated function: a handler in top-level code would run on the main actor.
func runClean() {
  let guarded = Guarded(0)
  let signalled = Shared()
  let input = SignalInput<Int>()
  let done = DispatchSemaphore(value: 0)
  let endpoint = input.signal.subscribe { event in
    if case .end = event { done.signal() } else { signalled.count += 1 }
  }
  onTwoThreads {
    guarded.change { $0 += 1 }
    input.send(1)
  }
  input.finish()
  done.wait()
  precondition(guarded.change { $0 } == 200_000 && signalled.count == 200_000 && !endpoint.isActive)
}

func runRace() {
  let shared = Shared()
  onTwoThreads { shared.count += 1 }
}

switch CommandLine.arguments.dropFirst().first {
case "race": runRace()
case "clean": runClean()
default:
  print("usage: SanitizerCanary race | clean")
  exit(2)
}
