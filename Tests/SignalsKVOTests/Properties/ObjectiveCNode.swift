#if canImport(ObjectiveC)
  import Foundation

  // This class, like the adapter that it tests, has been type-checked on Linux, but not run on Apple platforms.
  final class ObjectiveCNode: NSObject, ContractNode {
    @objc dynamic var name = ""
    @objc dynamic var next: ObjectiveCNode?
    @objc dynamic weak var friend: ObjectiveCNode?

    static var namePath: KeyPath<ObjectiveCNode, String> { \.name }
    static var friendPath: KeyPath<ObjectiveCNode, ObjectiveCNode?> { \.friend }
    static var friendsNamePath: KeyPath<ObjectiveCNode, String?> { \.friend?.name }
    static var nextNamePath: KeyPath<ObjectiveCNode, String?> { \.next?.name }
    static var farPath: KeyPath<ObjectiveCNode, String?> { \.next?.next?.name }
  }

  /// The same, but its class reports the changes of the name manually.
  final class ObjectiveCByHandNode: NSObject, ContractNode {
    private var storedName = ""
    @objc dynamic var name: String {
      get { storedName }
      set {
        willChangeValue(forKey: "name")
        storedName = newValue
        didChangeValue(forKey: "name")
      }
    }
    @objc dynamic var next: ObjectiveCByHandNode?
    @objc dynamic weak var friend: ObjectiveCByHandNode?

    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "name" }

    static var namePath: KeyPath<ObjectiveCByHandNode, String> { \.name }
    static var friendPath: KeyPath<ObjectiveCByHandNode, ObjectiveCByHandNode?> { \.friend }
    static var friendsNamePath: KeyPath<ObjectiveCByHandNode, String?> { \.friend?.name }
    static var nextNamePath: KeyPath<ObjectiveCByHandNode, String?> { \.next?.name }
    static var farPath: KeyPath<ObjectiveCByHandNode, String?> { \.next?.next?.name }
  }
#endif
