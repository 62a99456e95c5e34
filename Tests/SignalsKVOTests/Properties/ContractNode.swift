import SignalsKVO

/// An object for the tests of the observing contract, independent of how its class is made observable.
protocol ContractNode: AnyObject {
  init()
  var name: String { get set }
  var next: Self? { get set }
  /// A weak reference.
  var friend: Self? { get set }

  // Key paths of the class itself: those that generic code would form are not equal to them.
  static var namePath: KeyPath<Self, String> { get }
  static var friendPath: KeyPath<Self, Self?> { get }
  static var friendsNamePath: KeyPath<Self, String?> { get }
  static var nextNamePath: KeyPath<Self, String?> { get }
  /// A path through three objects.
  static var farPath: KeyPath<Self, String?> { get }
}

extension ContractNode {
  init(_ name: String, next: Self? = nil) {
    self.init()
    self.name = name
    self.next = next
  }
}

/// The ways to make a class observable.
enum NodeInfo: CaseIterable {
  /// Its properties are `@Observed`.
  case observed
  /// It conforms to `KeyValueObservable`, and reports its reads (K7).
  case byHand
  /// A runtime knows its properties by their names.
  case named
  #if canImport(ObjectiveC)
    /// It is an `NSObject` with `@objc dynamic` properties (K11).
    case objectiveC
    /// The same, but its class reports the changes of one property manually.
    case objectiveCByHand
  #endif

  var type: any ContractNode.Type {
    switch self {
    case .observed: ObservedNode.self
    case .byHand: HandmadeNode.self
    case .named: NamedNode.self
    #if canImport(ObjectiveC)
      case .objectiveC: ObjectiveCNode.self
      case .objectiveCByHand: ObjectiveCByHandNode.self
    #endif
    }
  }
}

final class ObservedNode: ContractNode {
  @Observed var name = ""
  @Observed var next: ObservedNode?
  @WeakObserved var friend: ObservedNode?

  static var namePath: KeyPath<ObservedNode, String> { \.name }
  static var friendPath: KeyPath<ObservedNode, ObservedNode?> { \.friend }
  static var friendsNamePath: KeyPath<ObservedNode, String?> { \.friend?.name }
  static var nextNamePath: KeyPath<ObservedNode, String?> { \.next?.name }
  static var farPath: KeyPath<ObservedNode, String?> { \.next?.next?.name }
}

final class HandmadeNode: ContractNode, KeyValueObservable {
  let observationStore = ObservationStore<HandmadeNode>()
  private var storedName = ""
  private var storedNext: HandmadeNode?
  private weak var storedFriend: HandmadeNode?

  var name: String {
    get { access(\.name); return storedName }
    set { willChangeValue(for: \.name); storedName = newValue; didChangeValue(for: \.name) }
  }

  var next: HandmadeNode? {
    get { access(\.next); return storedNext }
    set { willChangeValue(for: \.next); storedNext = newValue; didChangeValue(for: \.next) }
  }

  var friend: HandmadeNode? {
    get { access(\.friend); return storedFriend }
    set { willChangeValue(for: \.friend); storedFriend = newValue; didChangeValue(for: \.friend) }
  }

  static var namePath: KeyPath<HandmadeNode, String> { \.name }
  static var friendPath: KeyPath<HandmadeNode, HandmadeNode?> { \.friend }
  static var friendsNamePath: KeyPath<HandmadeNode, String?> { \.friend?.name }
  static var nextNamePath: KeyPath<HandmadeNode, String?> { \.next?.name }
  static var farPath: KeyPath<HandmadeNode, String?> { \.next?.next?.name }
}

final class NamedNode: RuntimeObject, ContractNode {
  var name: String {
    get { self["name"] as? String ?? "" }
    set { self["name"] = newValue }
  }

  var next: NamedNode? {
    get { self["next"] as? NamedNode }
    set { self["next"] = newValue }
  }

  var friend: NamedNode? {
    get { self["friend"] as? NamedNode }
    set { self["friend"] = newValue }
  }

  static var namePath: KeyPath<NamedNode, String> { \.name }
  static var friendPath: KeyPath<NamedNode, NamedNode?> { \.friend }
  static var friendsNamePath: KeyPath<NamedNode, String?> { \.friend?.name }
  static var nextNamePath: KeyPath<NamedNode, String?> { \.next?.name }
  static var farPath: KeyPath<NamedNode, String?> { \.next?.next?.name }

  override class var weakNames: Set<String> { ["friend"] }

  override class var names: [AnyKeyPath: String] {
    [
      namePath: "name", \NamedNode.next: "next", friendPath: "friend", friendsNamePath: "friend.name",
      nextNamePath: "next.name",
      farPath: "next.next.name",
    ]
  }
}
