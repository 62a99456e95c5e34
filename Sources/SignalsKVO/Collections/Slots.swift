/// Elements by their places, in one block of memory.
// A block, and not an array of optional elements: generic code looks up the type of such an array with each access.
@safe
final class Slots<Element> {
  private var base: UnsafeMutablePointer<Element>
  private var capacity = 8
  private var isFilled = ContiguousArray(repeating: false, count: 8)

  init() { unsafe base = .allocate(capacity: 8) }

  deinit {
    for place in 0..<capacity where isFilled[place] { unsafe (base + place).deinitialize(count: 1) }
    unsafe base.deallocate()
  }

  /// Whether there is an element at a place.
  func has(_ place: TreePlace) -> Bool { Int(place) < capacity && isFilled[Int(place)] }

  /// The element at a place that has one.
  subscript(place: TreePlace) -> Element {
    get { unsafe base[Int(place)] }
    set { unsafe base[Int(place)] = newValue }
  }

  /// Puts an element at a place that has none.
  func fill(_ place: TreePlace, with element: Element) {
    if Int(place) >= capacity { grow(to: Int(place) + 1) }
    unsafe (base + Int(place)).initialize(to: element)
    isFilled[Int(place)] = true
  }

  /// Removes and returns the element at a place that has one.
  func remove(_ place: TreePlace) -> Element {
    isFilled[Int(place)] = false
    return unsafe (base + Int(place)).move()
  }

  private func grow(to count: Int) {
    let size = max(count, 2 * capacity)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: size)
    for place in 0..<capacity where isFilled[place] {
      unsafe (larger + place).moveInitialize(from: base + place, count: 1)
    }
    unsafe base.deallocate()
    unsafe base = larger
    isFilled.append(contentsOf: repeatElement(false, count: size - capacity))
    capacity = size
  }
}

/// Small facts by places, which have a value from the beginning.
struct PlaceTable<Fact> {
  private var facts: ContiguousArray<Fact> = []
  private let initial: Fact

  init(_ initial: Fact) { self.initial = initial }

  subscript(place: TreePlace) -> Fact {
    get { Int(place) < facts.count ? facts[Int(place)] : initial }
    set {
      while facts.count <= Int(place) { facts.append(initial) }
      facts[Int(place)] = newValue
    }
  }
}
