/// A failed conversion of a binding: see ``TwoWayBinding/rejections``.
public struct BindingRejection: Error, Sendable {
  /// Why not. An ``UnsettledBinding`` if the two ends never came to agree.
  public let error: any Error
  /// The end that has kept its value.
  public let end: BindingEnd

  /// A rejection to compare with, in a test.
  public init(error: any Error, end: BindingEnd) {
    self.error = error
    self.end = end
  }
}

/// Two ends that never come to agree, since each of them changes the value that it receives from the other (B2). The binding has
/// stopped passing that on, and goes on with the next set of either end.
public struct UnsettledBinding: Error, Sendable, Equatable {
  /// The first end's value when the binding stopped, as text. The first end of a ``OneWayBinding`` is the property that is set.
  public let first: String
  /// The second end's value.
  public let second: String
  /// The places in the source code where one-way bindings were made (file and line): first the one that has stopped, then the one
  /// that had set its source, if there is one. Empty for a ``TwoWayBinding``.
  public let places: [String]

  /// One to compare with, in a test.
  public init(first: String, second: String, places: [String] = []) {
    self.first = first
    self.second = second
    self.places = places
  }
}

extension UnsettledBinding: CustomStringConvertible {
  /// What has happened, with the places of the bindings and the values of both ends, and how it is prevented.
  public var description: String {
    let bindings =
      switch places.count {
      case 0: "The ends of a binding never settle"
      case 1: "The binding made at \(places[0]) never settles"
      default: "The bindings made at \(places.joined(separator: " and ")) never settle"
      }
    return """
      \(bindings): they stopped with "\(first)" and "\(second)", which each direction would change again. Let each \
      direction and each setter accept the value that the other one gives.
      """
  }
}

/// The state of a binding: see ``TwoWayBinding/state``.
public struct BindingState: Sendable, Equatable {
  /// The end from which the last value was carried to the other; nil if none has been yet.
  public internal(set) var lastOrigin: BindingEnd?
  /// The ends for which a value waits: until they are released, until a transaction is over, or on their queue.
  ///
  /// The binding learns of a change of a ``Property`` when that delivers it. While the property is delivering an earlier
  /// change, a newer one waits in the property's queue, and isn't pending here yet.
  public internal(set) var pending: Set<BindingEnd> = []
  /// The ends that are held.
  public internal(set) var held: Set<BindingEnd> = []
  /// Whether the binding has been cancelled, or has lost an end.
  public internal(set) var ended = false
  /// The two values, if the ends never came to agree after the last set of one of them.
  public internal(set) var unsettled: UnsettledBinding?

  /// A state to compare with, in a test.
  public init(
    lastOrigin: BindingEnd? = nil, pending: Set<BindingEnd> = [], held: Set<BindingEnd> = [], ended: Bool = false,
    unsettled: UnsettledBinding? = nil
  ) {
    self.lastOrigin = lastOrigin
    self.pending = pending
    self.held = held
    self.ended = ended
    self.unsettled = unsettled
  }
}
