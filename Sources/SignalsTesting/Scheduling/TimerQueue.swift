/// A priority queue of scheduled actions, ordered by time and then by insertion. A pure value.
struct TimerQueue<Action: Sendable>: Sendable {
  /// A position in the order. Later insertions have higher numbers, which order the actions of one instant.
  struct Key: Hashable, Comparable, Sendable {
    let time: Duration
    let number: Int

    static func < (left: Key, right: Key) -> Bool { (left.time, left.number) < (right.time, right.number) }
  }

  private var actions: [Key: Action] = [:]
  /// A binary heap with the next key first. The keys of removed actions stay until they become the first.
  private var keys: [Key] = []
  private var number = 0

  var count: Int { actions.count }

  mutating func insert(_ action: Action, at time: Duration) -> Key {
    number += 1
    let key = Key(time: time, number: number)
    actions[key] = action
    keys.append(key)
    siftUp(from: keys.count - 1)
    return key
  }

  mutating func remove(_ key: Key) -> Action? {
    defer { if actions.isEmpty { keys = [] } }
    return actions.removeValue(forKey: key)
  }

  /// The time of the next action.
  var nextTime: Duration? {
    mutating get {
      while let key = keys.first {
        if actions[key] != nil { return key.time }
        removeFirstKey()
      }
      return nil
    }
  }

  mutating func takeNext() -> Action? { nextTime == nil ? nil : remove(removeFirstKey()) }

  @discardableResult
  private mutating func removeFirstKey() -> Key {
    keys.swapAt(0, keys.count - 1)
    let key = keys.removeLast()
    siftDown()
    return key
  }

  private mutating func siftUp(from start: Int) {
    var index = start
    while index > 0, keys[index] < keys[(index - 1) / 2] {
      keys.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown() {
    var index = 0
    while true {
      let children = (2 * index + 1)..<min(2 * index + 3, max(keys.count, 2 * index + 1))
      guard let least = children.min(by: { keys[$0] < keys[$1] }), keys[least] < keys[index] else { return }
      keys.swapAt(index, least)
      index = least
    }
  }
}
