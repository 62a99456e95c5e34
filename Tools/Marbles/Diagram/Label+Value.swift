import Signals

extension Label {
  /// The label of a value of any type.
  init(of value: Any) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional where mirror.children.isEmpty:
      self.init(shape: .one, parts: [Part(text: "nil")])
    case .optional:
      self = mirror.children.first.map { Label(of: $0.value) } ?? Label(shape: .one, parts: [])
    case .tuple where !mirror.children.isEmpty:
      self.init(shape: .tuple, parts: mirror.children.map { Part(text: Label(of: $0.value).text) })
    case .collection:
      self.init(shape: .array, parts: mirror.children.map { Part(text: Label(of: $0.value).text) })
    default:
      self.init(shape: .one, parts: [Part(text: Self.text(of: value))])
    }
  }

  private static func text(of value: Any) -> String {
    // The description of a `Duration` has a decimal point even for whole seconds.
    guard let duration = value as? Duration else { return "\(value)" }
    return "\(duration / .seconds(1))".replacing(/\.0$/, with: "") + " s"
  }
}
