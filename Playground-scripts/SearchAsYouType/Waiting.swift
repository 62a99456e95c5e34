/// Lets the tasks go on until they have come as far as the lesson waits for.
@MainActor func until(_ isMet: () -> Bool) async { while !isMet() { await Task.yield() } }
