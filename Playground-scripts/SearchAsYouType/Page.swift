// How the lesson looks on the screen: a heading, the line of code that runs next, and its results.

func heading(_ text: String) { print("\n\(text)") }

func code(_ line: String) { print("  \(line)") }

func result(_ parts: Any...) { print("      →", parts.map { "\($0)" }.joined(separator: " ")) }

/// Lets the tasks go on until they have come as far as the lesson waits for.
@MainActor func until(_ isMet: () -> Bool) async { while !isMet() { await Task.yield() } }
