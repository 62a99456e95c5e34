// Shows that thread sanitizer is awake, and that it doesn't cry wolf. `race` has a deliberate data race, which has to be
// reported; `clean` shares the same variable under the package's own lock and by a signal, which has to be silent.

import Foundation
import Signals

/// Shared by two threads, with nothing to guard it.
// Unchecked, because the race is what this program is for.
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

/// In a function, because a handler that is written in main-actor code would be called there.
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
  print("Say what to run: race or clean.")
  exit(2)
}
