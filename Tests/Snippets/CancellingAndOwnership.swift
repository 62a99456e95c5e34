// Declarations for the examples of cancelling.

final class Label: Sendable {
  func show(_ text: String) { print(text) }
}
