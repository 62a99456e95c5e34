/// A stack of values that need no release, such as pointers. Its memory is kept for the next use, up to a limit.
///
/// It is for variables that are used with each change: an array would have to be initialised when it is first used, each use would
/// look whether it is, and whether the memory is shared.
@safe
struct KeptStack<Element> {
  private var elements: UnsafeMutablePointer<Element>?
  private(set) var count = 0
  private var capacity = 0

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    unsafe (elements.unsafelyUnwrapped + count).initialize(to: element)
    count += 1
  }

  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count -= 1
    return unsafe elements.unsafelyUnwrapped[count]
  }

  subscript(index: Int) -> Element {
    get {
      precondition(index < count)
      return unsafe elements.unsafelyUnwrapped[index]
    }
    set {
      precondition(index < count)
      unsafe elements.unsafelyUnwrapped[index] = newValue
    }
  }

  /// Removes all elements but the first ones.
  mutating func truncate(to count: Int) { self.count = count }

  /// Frees the memory if there is room for more elements than this. The stack is empty.
  mutating func shrink(to limit: Int) {
    if capacity <= limit { return }
    unsafe elements?.deallocate()
    unsafe elements = nil
    capacity = 0
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(64, 2 * capacity))
    if let elements = unsafe elements {
      unsafe larger.moveInitialize(from: elements, count: count)
      unsafe elements.deallocate()
    }
    unsafe elements = larger
    capacity = max(64, 2 * capacity)
  }
}
