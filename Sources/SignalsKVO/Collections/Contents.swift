/// What an observed collection holds: a value that tells how it changes, and follows changes that it is told.
protocol Contents {
  associatedtype Change

  init()
  mutating func apply(_ changes: [Change])
  func changes(from old: Self) -> [Change]
}

extension Array: Contents {
  typealias Change = ArrayChange<Element>
}

extension Dictionary: Contents {
  typealias Change = DictionaryChange<Key, Value>
}
