// What the examples about cancelling take for granted.

final class Label: Sendable {
  func show(_ text: String) { print(text) }
}
