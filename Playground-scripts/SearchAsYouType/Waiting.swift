/// Lets other tasks run until `isMet` returns true.
@MainActor func until(_ isMet: () -> Bool) async { while !isMet() { await Task.yield() } }
