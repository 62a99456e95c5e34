import Signals

// How the lesson looks on the screen: a heading, the line of code that runs next, and what came of it.

func heading(_ text: String) { print("\n\(text)") }

func code(_ line: String) { print("  \(line)") }

func result(_ parts: Any...) { print("      →", parts.map { "\($0)" }.joined(separator: " ")) }

func result<Value>(_ event: Event<Value>) {
  switch event {
  case .value(let value): result(value)
  case .end(.finished): result("finished")
  case .end(.failed(let error)): result("failed:", error)
  }
}
