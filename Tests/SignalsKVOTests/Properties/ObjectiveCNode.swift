#if canImport(ObjectiveC)
  import Foundation

  // Like the adapter that it tries, it has been type-checked on Linux, but not run on Apple platforms.
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
#endif
