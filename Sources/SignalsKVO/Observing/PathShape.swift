/// What can be found out about a key path, of which the language tells little.
enum PathShape {
  /// Whether `keyPath` ends with a property that holds nil, and was the last one to be read: or is it only that the nil on
  /// the way hides the rest?
  ///
  /// - Parameters:
  ///   - property: the property, as its class spells it.
  ///   - position: how many properties were read before it.
  static func isEnd(_ property: AnyKeyPath?, at position: Int, of keyPath: AnyKeyPath) -> Bool {
    guard let property, type(of: property).valueType == type(of: keyPath).valueType else { return false }
    if property == keyPath { return true }
    // It could be either. Text is all that a key path tells of its steps.
    let text = keyPath.debugDescription
    return !text.contains("?.") || position + 1 >= stepCount(text)
  }

  /// Whether `keyPath` has room for a step of which nothing is heard, between so many properties that were read and the last
  /// step.
  static func hasSteps(of keyPath: AnyKeyPath, betweenReads count: Int) -> Bool {
    stepCount(keyPath.debugDescription) > count + 1
  }

  /// How many steps there are in what a key path says of itself: a dot before each, but for what stands in brackets.
  private static func stepCount(_ text: String) -> Int {
    var depth = 0
    var count = 0
    for character in text {
      switch character {
      case "<", "(": depth += 1
      case ">", ")": depth -= 1
      case "." where depth == 0: count += 1
      default: break
      }
    }
    return count
  }
}
