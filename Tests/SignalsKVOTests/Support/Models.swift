import Observation
import SignalsKVO

final class Person {
  @Observed var firstName: String
  @Observed var lastName: String
  @Observed var nickname: String?
  @Observed var tags: [String] = []
  @WeakObserved var manager: Person?
  var fullName: String { "\(firstName) \(lastName)" }
  var sortedTags: [String] { tags.sorted() }

  init(_ firstName: String = "", _ lastName: String = "", manager: Person? = nil) {
    self.firstName = firstName
    self.lastName = lastName
    self.manager = manager
  }
}

extension Person: CustomStringConvertible {
  var description: String { firstName }
}

final class Package {
  @Observed var recipient: Person
  @Observed var sender: Person?
  @Observed var contents: [String] = []
  @Observed var showsSender = false
  /// Reads two objects.
  var label: String { "\(recipient.firstName) from \(sender?.firstName ?? "none")" }
  /// Reads one of two objects.
  var headline: String { showsSender ? sender?.firstName ?? "none" : recipient.firstName }

  init(_ recipient: Person = Person()) { self.recipient = recipient }
}

struct Address: Equatable {
  var street: String
  var city: String?
}

enum Mood: String {
  case calm, merry
  var sign: String { self == .calm ? ":|" : ":)" }
}

/// Values of many kinds.
final class Resident {
  @Observed var address: Address?
  @Observed var mood = Mood.calm
  @Observed var phones: [String: String] = [:]
  @Observed var friends: [Person] = []
}

/// Each station holds the next one.
final class Station {
  @Observed var name: String
  @Observed var next: Station?

  init(_ name: String, next: Station? = nil) {
    self.name = name
    self.next = next
  }
}

/// Corrects the values that it is set to.
final class Dial {
  let history: History
  @Observed var level = 0 {
    didSet {
      history.note("didSet \(level)")
      if level > 10 { level = 10 }
    }
  }
  @Observed var position = 0 {
    didSet { history.note("from \(oldValue) to \(position)") }
  }

  init(_ history: History) { self.history = history }
}

/// A class without observable properties.
final class Envelope {
  var content: Person

  init(_ content: Person) { self.content = content }
}

/// A class with one observed property that no path here reads.
class Drawer {
  @Observed var isOpen = false
  let content: Person

  init(_ content: Person) { self.content = content }
}

final class LockedDrawer: Drawer {}

/// Refers to two objects, of which one can't report its death.
final class Desk {
  @WeakObserved var envelope: Envelope?
  @WeakObserved var person: Person?
}
