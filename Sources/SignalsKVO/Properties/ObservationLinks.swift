/// The links of a property to its observers, in the order in which they came (C4).
// Most properties have one observer, and a single link needs no array.
struct ObservationLinks: RandomAccessCollection {
  /// The link, if there is but one.
  private(set) var only: ObservationLink?
  private var several: ContiguousArray<ObservationLink> = []

  init() {}

  var startIndex: Int { 0 }
  var endIndex: Int { only == nil ? several.count : 1 }

  subscript(index: Int) -> ObservationLink { only ?? several[index] }

  /// Whether any observer is still to be told.
  var hasOpen: Bool {
    if let only { return only.isOpen }
    return several.contains { $0.isOpen }
  }

  mutating func append(_ link: ObservationLink) {
    if let first = only {
      only = nil
      several = [first, link]
    } else if several.isEmpty {
      only = link
    } else {
      several.append(link)
    }
  }

  /// Forgets the links that are closed.
  mutating func forgetClosed() {
    let open = filter(\.isOpen)
    self = ObservationLinks()
    for link in open { append(link) }
  }
}
